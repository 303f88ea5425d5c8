"""Bots at a table: what runs them, skipping the wait for them, and their hints."""

from __future__ import annotations

from textual.worker import Worker

from hako.engine.bots.advice import Advice, estimates_of, reason_for
from hako.engine.bots.bot import observation_of
from hako.engine.bots.runner import BotRunner, ScriptedMoves
from hako.engine.log.save import StorageError
from hako.engine.rules.model import Seat
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen


class TableBots(TableFeature[TableScreen]):
    """The bots of the table; where the screen was given no runner, it runs them itself."""

    script: ScriptedMoves | None = None
    """The scripted moves of bots, in lessons."""
    _runner: BotRunner | None = None

    def opened(self) -> None:
        screen = self.screen
        if screen.bots is None:
            screen.bots = self._runner = BotRunner(
                screen.table,
                screen.app.worker_pool,
                lambda: screen.app.settings.pace,
                # bots play in a context of their own, in which no app can show anything
                trouble=lambda error: screen.call_next(self.show_trouble, error),
                script=self.script,
            )
            screen.bots.start()

    async def stopped(self) -> None:
        if self._runner is not None:
            await self._runner.stop()

    def show_trouble(self, error: StorageError) -> None:
        """Show that a bot's move could not be saved; hurrying the runner makes it try again."""
        self.screen.show_not_saved(error, self.screen.host.hurry)

    def waits(self) -> bool:
        """True if a bot is thinking that may be hurried."""
        screen, table = self.screen, self.screen.table
        has_bots = any(table.players[seat].bot for seat in table.waiting())
        is_idle = screen.acting is None and screen.looked_at is None
        return has_bots and is_idle and not screen.features.is_watching

    def hurry(self) -> None:
        """Skip the wait for a bot."""
        self.screen.host.hurry()

    def key_pressed(self) -> None:
        """Skip the wait for a bot on any key without another effect."""
        if self.screen.acting is None and not self.screen.features.is_watching:
            self.screen.host.hurry()

    commands = (Command("hurry", "enter", hurry, waits),)


class Hint(TableFeature[TableScreen]):
    """A bot's hint; it is never played by itself."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._hinted: tuple[int, Advice | None] = (0, None)
        """The log line of the last request for a hint, and the hint so far."""

    def may_hint(self) -> bool:
        """True if there is something to choose."""
        return self.screen.choices is not None

    def hint(self) -> None:
        """Ask a bot for a hint, or point at the one it gave already."""
        screen = self.screen
        if self.points_on() or screen.acting is None or screen.looked_at is not None:
            return
        line, advice = self._hinted
        if advice is not None and line == screen.table.line:
            self._point_at(advice, screen.acting)
        else:
            screen.view.described.show(screen.words.text("table.hint_comes"))
            self.suggest(screen.acting)

    def points_on(self) -> bool:
        """Point at the action by which a lesson goes on; False where none leads."""
        return False

    def suggest(self, seat: Seat) -> Worker[None]:
        """Ask a bot what it would do on that seat."""
        return self.screen.run_worker(self._suggest(seat), "suggest", exclusive=True)

    async def _suggest(self, seat: Seat) -> None:
        """Show what a bot would do on that seat.

        The cursor stands on what is recommended, so that Enter plays it, until the player moves it.
        """
        screen, table = self.screen, self.screen.table
        line, pointed = table.line, self._pointed_at
        async for advice in screen.host.hints(seat, screen.app.settings.thought):
            if line != table.line or screen.choices is None:
                return
            self._hinted = line, advice
            screen.features.hint_given(advice)
            if pointed != self._pointed_at:
                self._judge(advice)
            else:
                self._point_at(advice, seat)
                pointed = self._pointed_at

    @property
    def _pointed_at(self) -> tuple[object, object]:
        """The row at the list's cursor and the place at the board's."""
        return self.screen.action_list.entry, self.screen.view.board.cursor

    def _point_at(self, advice: Advice, seat: Seat) -> None:
        self.screen.action_list.point_at(advice.action)
        self.screen.view.board.point_at(advice.action)
        self.screen.renew_keys()
        self._show(advice, seat)

    def _judge(self, advice: Advice) -> None:
        """Show the win probabilities that a search has found beside the best actions."""
        assert self.screen.choices is not None, "there is something to choose"
        self.screen.choices.judge(estimates_of(advice, self.screen.words))
        self.screen.action_list.repaint()

    def _show(self, advice: Advice, seat: Seat) -> None:
        self._judge(advice)
        choices, words = self.screen.choices, self.screen.words
        assert choices is not None, "there is something to choose"
        action, (seen, _) = advice.action, observation_of(self.screen.table, seat)
        text = words.text("table.hint", action=words.render(action))
        note = choices.note(action)
        reason = [reason_for(advice, seen, words), *choices.foreseen(action)]
        self.screen.view.described.show(
            f"{text}  {note}" if note else text, "  ".join(reason).strip()
        )

    commands = (Command("hint", "h", hint, may_hint),)

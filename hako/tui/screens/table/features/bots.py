"""Bots at a table: what runs them, and skipping the wait for them."""

from __future__ import annotations

from hako.engine.bots.runner import BotRunner, ScriptedMoves
from hako.engine.log.storage_errors import StorageError
from hako.tui.screens.table.feature import REACTION, Command, TableFeature
from hako.tui.screens.table.screen import TableScreen

BETWEEN_ENTERS = 0.4
"""Seconds between two presses of Enter, if the second one is not of the same burst."""


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

    def turn_began(self) -> None:
        """Heed no Enter for a moment, and until a pause: it was meant to skip the wait.

        The moment begins when the turn is painted, which takes long on a busy machine.
        """
        self._hold_enter()
        self.screen.call_after_refresh(self._hold_enter)

    def _hold_enter(self) -> None:
        self.screen.action_list.enter_guard.settle(REACTION, pause=BETWEEN_ENTERS)

    def key_pressed(self) -> None:
        """Skip the wait for a bot on any key without another effect."""
        if self.screen.acting is None and not self.screen.features.is_watching:
            self.screen.host.hurry()

    commands = (Command("hurry", "enter", hurry, waits),)

"""The hint: what a bot would play, and its reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.worker import Worker

from hako.engine.bots.advice import (
    Advice,
    basis_sentence,
    certainty_sentence,
    difference_sentences,
    estimates_of,
    reason_for,
)
from hako.engine.bots.observation import observation_of
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.rules.model import Seat
from hako.tui.boards import PlacePointed
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.recommended_action import point_at_recommended, pointed_at
from hako.tui.screens.table.screen import TableScreen
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS
from hako.tui.widgets.action_choices import ActionRow
from hako.tui.widgets.hint_panel import HintPanel, MeasuredAction


class Hint(TableFeature[TableScreen]):
    """A bot's hint; it is never played by itself."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._hinted: tuple[int, Advice | None] = (0, None)
        """The log line of the last request for a hint, and the hint so far."""
        self._before: ActionRow | None = None
        """The row at the cursor before the hint moved it."""

    def opened(self) -> None:
        screen = self.screen
        screen.watch(screen.action_list, "pointed", self._show_text, init=False)
        screen.watch(screen.view.board, "pointed", self._show_text, init=False)

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
            text = screen.words.text("table.hint_comes")
            screen.view.described.show(text, is_asked_for=True)
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
        line, pointed = table.line, pointed_at(screen)
        self._before = screen.action_list.entry
        async for advice in screen.host.hints(seat, screen.app.settings.thought):
            if line != table.line or screen.choices is None:
                return
            self._hinted = line, advice
            screen.features.hint_given(advice)
            if pointed != pointed_at(screen):
                self._judge(advice)
            else:
                self._point_at(advice, seat)
                pointed = pointed_at(screen)

    def _point_at(self, advice: Advice, seat: Seat) -> None:
        point_at_recommended(self.screen, advice.action)
        self._show(advice, seat)

    def _judge(self, advice: Advice) -> None:
        """Show the chances to win that a search has found beside the best actions."""
        assert self.screen.choices is not None, "there is something to choose"
        self.screen.choices.judge(estimates_of(advice, self.screen.words))
        self.screen.action_list.repaint()
        self.screen.action_list.reveal_cursor()

    def _show(self, advice: Advice, seat: Seat) -> None:
        self._judge(advice)
        choices, words = self.screen.choices, self.screen.words
        assert choices is not None, "there is something to choose"
        action, (seen, _) = advice.action, observation_of(self.screen.table, seat)
        text = words.text("table.hint", action=words.render(action))
        note = choices.note(action)
        reasons = (*difference_sentences(advice, words),)
        if not self._show_measured(advice, seat, reasons):
            reasons = (reason_for(advice, seen, words),)
        reason = [*reasons, *choices.foreseen(action)]
        self.screen.view.described.show(
            join_sentences((text, note), "  "), join_sentences(reason, "  "), is_asked_for=True
        )

    # ------------------------------------------------------------------ the panel

    def has_panel(self) -> bool:
        """True while the panel with what was measured stands in the place of the log."""
        return self.screen.has_class("-hinted")

    def table_shown(self) -> None:
        """Another position: the hint was about the last one."""
        self.screen.remove_class("-hinted")

    def put_away(self) -> None:
        """Show the log again, with the cursor where it was before the hint."""
        self.screen.remove_class("-hinted")
        if self._before is not None:
            self.screen.action_list.point_at(self._before.action)
        self.screen.renew_keys()

    def _show_text(self, pointed: ActionRow | PlacePointed | None) -> None:
        """Show the text about what the player points at, where the panel has its place."""
        screen, (_, advice) = self.screen, self._hinted
        if advice is None or not (screen.has_class("-hint-in-text") and self.has_panel()):
            return
        if isinstance(pointed, PlacePointed):
            is_advised = advice.action in pointed.actions
        else:
            is_advised = pointed is None or pointed.holds(advice.action)
        if not is_advised:
            screen.remove_class("-hinted")
            screen.renew_keys()

    def _show_measured(self, advice: Advice, seat: Seat, reasons: Sequence[str]) -> bool:
        """Show what was measured of both actions; False if nothing was, or there is no room.

        In the place of the text the panel tells the reasons as well.
        """
        screen, counts = self.screen, advice.counts
        if counts is None or screen.pages.is_one_shown:
            screen.remove_class("-hinted")
            return False
        panel = self._panel()
        certainty = certainty_sentence(advice, screen.words)
        added = reasons if screen.has_class("-hint-in-text") else ()
        basis = basis_sentence(counts, screen.words)
        panel.show(seat, (*self._measured(advice),), (certainty, *added), basis)
        screen.add_class("-hinted")
        screen.renew_keys()
        return True

    def _measured(self, advice: Advice) -> Iterator[MeasuredAction]:
        words, counts = self.screen.words, advice.counts
        assert counts is not None, "both were measured"
        measured = (
            (advice.action, advice.estimate, counts.first),
            (advice.other, advice.others, counts.second),
        )
        for action, estimate, alone in measured:
            assert action is not None, "there are two actions"
            assert estimate is not None, "both were measured"
            chance, error = round(100 * estimate.mean), round(200 * estimate.error)
            won = counts.both + alone
            games = words.text("table.hint_games", won=str(won), all=str(counts.all))
            yield MeasuredAction(
                words.render(action),
                estimate.mean,
                words.text("table.hint_chance", chance=chance, error=error),
                games,
                chance == round(100 * won / counts.all),
            )

    def _panel(self) -> HintPanel:
        """The panel, in the place of the log."""
        screen = self.screen
        if not (panels := screen.query(HintPanel)):
            panel, look = HintPanel(), screen.app.appearance
            panel.apply_theme(styles_of(look.theme), SYMBOLS[look.symbols])
            screen.mount(panel, after=screen.view.log_panel)
        else:
            panel = panels.first()
        title = f"{screen.words.text('table.hint_title')} "
        # a corner at the left brings a blank of its own
        panel.border_title = title if screen.has_class("-hint-beside") else f" {title}"
        return panel

    commands = (
        Command("hint", "h", hint, may_hint),
        Command("hint_away", "escape", put_away, has_panel, label="now"),
    )

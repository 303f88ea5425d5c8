"""The recap and the highlights: what players may have missed, shown without being asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from hako.engine.log.line_base import LogLine
from hako.engine.log.position import Position
from hako.engine.log.undo import HeadMoved
from hako.engine.transcript.highlights import highlights
from hako.engine.transcript.recap import RecapItem, is_due, since, upcoming
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen

if TYPE_CHECKING:
    from hako.tui.motion.moment_pictures import Moment
    from hako.tui.screens.recap_dialog import RecapDialog, RecapKind, RecapResult

PACES = 5
"""The time that a highlight stays, in moves at the bots' pace."""


STEP_SECONDS = 1.0
"""Seconds for which each position is shown when all of them are shown again."""


class StepThrough:
    """Positions shown again, one after the other, until a key leads back to the newest."""

    def __init__(self, screen: TableScreen, moments: Sequence[int]) -> None:
        """Show the first of these positions, and the next ones in time."""
        self._screen, self._moments = screen, [*moments]
        self._timer = screen.set_interval(STEP_SECONDS, self.show_next)
        screen.app.motions.append(self)
        self.show_next()

    def show_next(self) -> None:
        """Show the next position; after the last one, the newest."""
        if self._moments:
            self._screen.go_to_position(self._moments.pop(0))
        else:
            self.end()

    def end(self) -> None:
        """Go back to the newest position."""
        self._timer.stop()
        if self in self._screen.app.motions:
            self._screen.app.motions.remove(self)
        self._screen.go_to_newest()


class Recap(TableFeature[TableScreen]):
    """The recap of a turn and the highlights of a move; questions come first."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._dialog: RecapDialog | None = None
        """The recap that is open."""
        self._queue: tuple[Callable[[], None], ...] = ()
        """The recaps to open when the present highlight has closed."""
        self._searched = 0
        """The number of positions that were searched for highlights."""
        self._shown_up_to = -1
        """The position of the last recap; lines may arrive late, but a recap is shown once."""
        self._has_recap = False

    def opened(self) -> None:
        self._searched = len(self.screen.table.positions)

    def caught_up(self) -> None:
        self.show()

    def uncovered(self) -> None:
        self.show()

    def table_shown(self) -> None:
        """Note if others have chosen, so that there is a recap."""
        screen = self.screen
        chose = {position.record.seat for position in screen.table.path()} - {None, screen.viewer}
        is_guided = screen.features.is_guided
        self._has_recap = screen.viewer is not None and (
            bool(chose) or (not is_guided and bool(self._upcoming()))
        )

    def line_coming(self, line: LogLine) -> None:
        if isinstance(line, HeadMoved):
            self.interrupt()

    def line_added(self, line: LogLine) -> None:
        if line.effect == "position":
            self.show()

    # ------------------------------------------------------------------ unasked

    def show(self) -> None:
        """Show both to the players here; not before a cover is lifted."""
        if not self.screen.is_covered:
            self._show_highlights()
            if self.screen.acting is not None:
                self._show_recap()

    def _show_highlights(self) -> None:
        """Show the highlights that just happened, such as a war, with their causes.

        Those of a player here wait for a key; others close by themselves.
        """
        screen, table = self.screen, self.screen.table
        new, self._searched = table.positions[self._searched :], len(table.positions)
        app, settings = screen.app, screen.app.settings
        is_off = not settings.pace
        is_reading = app.screen not in {screen, self._dialog} and table.outcome is None
        if is_off or is_reading or app.unasked.is_typing:
            return
        title, is_told = screen.words.text("since.happened"), False
        for moment in new:
            for highlight in highlights(table, moment, screen.viewer, screen.words):
                concerned = {moment.record.seat, *highlight.seats} & {*screen.seats}
                lasts = None if concerned else settings.pace * PACES
                picture = screen.view.board.moment(highlight)
                self.open(title, highlight.news, "highlight", lasts=lasts, moment=picture)
                is_told = True
        if new and not is_told:
            self._show_ending(title)

    def _show_ending(self, title: str) -> None:
        """Show where the points of a game that has just ended came from."""
        from hako.tui.motion.winning_moment import winning_moment  # no first frame waits for it

        screen, table = self.screen, self.screen.table
        outcome = table.outcome
        if outcome is None or table.positions[-1] is not table.now:
            return
        picture = winning_moment(table.game, table.view(screen.viewer), outcome, screen.words)
        if picture is not None:
            winner = outcome.winners[0] if outcome.winners else None
            news = RecapItem(screen.words.lazy_text(outcome.how), winner, weight=1)
            lasts = None if screen.seats else screen.app.settings.pace * PACES
            self.open(title, [news], "highlight", lasts=lasts, moment=picture)

    def _show_recap(self) -> None:
        """Show the recap since the last turn, unless it does not matter enough.

        Choices sealed by others, while the viewer thinks about the same, are no news.
        """
        screen, table = self.screen, self.screen.table
        shown_up_to, head = self._shown_up_to, table.head
        if shown_up_to == head:
            return
        if screen.features.is_guided:
            self._shown_up_to = head  # the lesson tells it
            return
        self._shown_up_to = head
        new = table.positions[shown_up_to + 1 : head + 1]
        if shown_up_to >= 0 and new and all(position.record.is_sealed for position in new):
            return
        items, title = self._items(), self._title()
        if not is_due(items, screen.app.settings.recap):
            return
        unasked = screen.app.unasked
        if unasked.puts_off(screen, self.show, title):
            self._shown_up_to = shown_up_to
        elif screen.app.screen not in {screen, self._dialog}:
            unasked.after_others(screen, self.show)
            self._shown_up_to = shown_up_to
        else:
            self.open(title, items)

    # ------------------------------------------------------------------ the dialog

    def has_recap(self) -> bool:
        """True if others have chosen, or something is to come, so that there is a recap."""
        return self._has_recap

    def since(self) -> None:
        """Show the recap whatever it is, also in the middle of a turn."""
        words = self.screen.words
        if items := self._items(again=True) or self._upcoming():
            self.open(self._title(), items, "asked_for")
        else:
            self.screen.view.described.show(words.text("since.nothing"))

    commands = (Command("since", "w", since, has_recap),)

    def _items(self, *, again: bool = False) -> list[RecapItem]:
        screen = self.screen
        if screen.viewer is None:
            return []
        return since(screen.table, screen.viewer, screen.words, again=again)

    def _upcoming(self) -> list[RecapItem]:
        screen = self.screen
        if screen.viewer is None:
            return []
        return upcoming(screen.table, screen.viewer, screen.words)

    def _own(self) -> list[Position[Any]]:
        """The positions after the viewer's own choices."""
        viewer = self.screen.viewer
        return [moment for moment in self.screen.table.path() if moment.record.seat == viewer]

    def _title(self) -> str:
        """The title, with the turns or rounds that the recap is about."""
        say, table, own = self.screen.words.text, self.screen.table, self._own()
        if not own:
            return say("since.title_before")
        turns = [table.game.progress(moment.state)[0] for moment in (own[-1], table.now)]
        if turns[0] == turns[-1]:
            return say("since.title")
        across = say("transcript.across")
        return say("since.title_of", across=across, first=turns[0], last=turns[-1])

    def open(
        self,
        title: str,
        items: Sequence[RecapItem],
        kind: RecapKind = "news",
        *,
        lasts: float | None = None,
        moment: Moment | None = None,
    ) -> None:
        """Open a recap, or queue it while a highlight is shown."""
        from hako.tui.screens.recap_dialog import RecapDialog  # no first frame waits for it

        if self._dialog is not None and self._dialog.kind == "highlight":
            following = partial(self.open, title, items, kind, lasts=lasts, moment=moment)
            self._queue = (*self._queue, following)
            return
        self.interrupt()
        self._dialog = dialog = RecapDialog(title, items, kind, lasts=lasts, moment=moment)
        if kind == "asked_for":
            self.screen.app.push_screen(dialog, lambda moment: self._lead(dialog, moment))
        else:
            self.screen.app.unasked.come_up(dialog, lambda moment: self._lead(dialog, moment))

    def interrupt(self) -> None:
        """Close the recap, because something else is to be seen."""
        self._queue = ()
        if self._dialog is not None:
            self._dialog.vanish()
            self._dialog = None

    def _lead(self, dialog: RecapDialog, moment: RecapResult) -> None:
        """Continue after the recap: with the next one, or at the chosen position."""
        if self._dialog is dialog:
            self._dialog = None
        if self._queue:
            following, *more = self._queue
            following()
            self._queue = (*more,)
        elif moment == "steps":
            StepThrough(self.screen, self._others())
        elif moment == "log":
            self.screen.set_focus(self.screen.view.log_panel)
        elif moment is not None:
            self.screen.go_to_position(moment)

    def _others(self) -> list[int]:
        """The positions after the last choice of the viewer before the others chose."""
        path, viewer = self.screen.table.path(), self.screen.viewer
        while len(path) > 1 and path[-1].record.seat == viewer:
            path.pop()
        last = max((at for at, one in enumerate(path) if one.record.seat == viewer), default=0)
        return [moment.number for moment in path[last + 1 :]]

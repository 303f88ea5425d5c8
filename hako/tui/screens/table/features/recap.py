"""The recap and the highlights: what players may have missed, shown without being asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hako.engine.log.line import LogLine
from hako.engine.log.undo import HeadMoved
from hako.engine.transcript.highlights import highlights
from hako.engine.transcript.recap import RecapItem, is_due, since
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.screen import TableScreen

if TYPE_CHECKING:
    from hako.tui.screens.recap import RecapDialog

PACES = 5
"""The time that a highlight stays, in moves at the bots' pace."""


class Recap(TableFeature[TableScreen]):
    """The recap of a turn and the highlights of a move; questions come first."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._dialog: RecapDialog | None = None
        """The recap that is open."""
        self._queue: tuple[tuple[str, Sequence[RecapItem], float | None], ...] = ()
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
        self._has_recap = screen.viewer is not None and bool(chose)

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
        """Show the highlights that just happened, such as a war, with their causes."""
        screen, table = self.screen, self.screen.table
        new, self._searched = table.positions[self._searched :], len(table.positions)
        app, settings = screen.app, screen.app.settings
        is_off = not (settings.animation and settings.pace)
        is_reading = app.screen not in {screen, self._dialog} and table.outcome is None
        if is_off or is_reading or app.unasked.is_typing:
            return
        for moment in new:
            for highlight in highlights(table, moment, screen.viewer, screen.words):
                title = screen.words.text("since.happened")
                self.open(title, highlight.news, settings.pace * PACES)

    def _show_recap(self) -> None:
        """Show the recap since the last turn, unless it does not matter enough.

        Choices sealed by others, while the viewer thinks about the same, are no news.
        """
        screen, table = self.screen, self.screen.table
        shown_up_to, head = self._shown_up_to, table.head
        if screen.features.is_guided or shown_up_to == head:
            return
        self._shown_up_to = head
        new = table.positions[shown_up_to + 1 : head + 1]
        if shown_up_to >= 0 and new and all(position.record.is_sealed for position in new):
            return
        items, title = self._items(), screen.words.text("since.title")
        if not is_due(items, screen.app.settings.recap):
            return
        if screen.app.unasked.puts_off(screen, self.show, title):
            self._shown_up_to = shown_up_to
        else:
            self.open(title, items)

    # ------------------------------------------------------------------ the dialog

    def has_recap(self) -> bool:
        """True if others have chosen, so that there is a recap."""
        return self._has_recap

    def since(self) -> None:
        """Show the recap whatever it is, also in the middle of a turn."""
        words = self.screen.words
        if items := self._items(again=True):
            self.open(words.text("since.title"), items, is_asked_for=True)
        else:
            self.screen.view.described.show(words.text("since.nothing"))

    commands = (Command("since", "w", since, has_recap),)

    def _items(self, *, again: bool = False) -> list[RecapItem]:
        screen = self.screen
        if screen.viewer is None:
            return []
        return since(screen.table, screen.viewer, screen.words, again=again)

    def open(
        self,
        title: str,
        items: Sequence[RecapItem],
        lasts: float | None = None,
        *,
        is_asked_for: bool = False,
    ) -> None:
        """Open a recap, or queue it while a highlight is shown."""
        from hako.tui.screens.recap import RecapDialog  # no first frame waits for it

        if self._dialog is not None and self._dialog.passes:
            self._queue = (*self._queue, (title, items, lasts))
            return
        self.interrupt()
        self._dialog = dialog = RecapDialog(title, items, lasts, is_asked_for=is_asked_for)
        if is_asked_for:
            self.screen.app.push_screen(dialog, lambda moment: self._lead(dialog, moment))
        else:
            self.screen.app.unasked.come_up(dialog, lambda moment: self._lead(dialog, moment))

    def interrupt(self) -> None:
        """Close the recap, because something else is to be seen."""
        self._queue = ()
        if self._dialog is not None:
            self._dialog.vanish()
            self._dialog = None

    def _lead(self, dialog: RecapDialog, moment: int | None) -> None:
        """Continue after the recap: with the next one, or at the chosen position."""
        if self._dialog is dialog:
            self._dialog = None
        if self._queue:
            following, *more = self._queue
            self._queue = (*more,)
            self.open(*following)
        elif moment is not None:
            self.screen.go_to_position(moment)

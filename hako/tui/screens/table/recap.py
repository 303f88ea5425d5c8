"""The recap and highlights at a table: events that are shown without being asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hako.engine.transcript.highlights import highlights
from hako.engine.transcript.recap import RecapItem, is_due, since
from hako.tui.screens.table.player import PlayerScreen

if TYPE_CHECKING:
    from hako.tui.screens.recap import RecapDialog

PACES = 5
"""The time that a highlight stays, in moves at the bots' pace."""


class RecapTableScreen(PlayerScreen):
    """A screen that shows players what they may have missed; questions come first."""

    _recap: RecapDialog | None = None
    """The recap that is open."""
    _queued_recaps: tuple[tuple[str, Sequence[RecapItem], float | None], ...] = ()
    """The recaps to open when the present highlight has closed."""
    _passed = 0
    """The number of positions that were searched for highlights."""
    _shown_up_to = -1
    """The position of the last recap; lines may arrive late, but a recap is shown once."""

    @property
    def shows_recap(self) -> bool:
        """True if something may be shown unasked."""
        return True

    def show_highlights(self) -> None:
        """Show the highlights that just happened, such as a war, with their causes."""
        new, self._passed = self.table.positions[self._passed :], len(self.table.positions)
        settings = self.app.settings
        is_off = not (self.shows_recap and settings.animation and settings.pace)
        is_reading = self.app.screen not in {self, self._recap} and self.table.outcome is None
        if is_off or is_reading or self.app.is_typing:
            return
        for moment in new:
            for highlight in highlights(self.table, moment, self.viewer, self.words):
                title = self.words.text("since.happened")
                self._open_recap(title, highlight.news, settings.pace * PACES)

    def show_recap(self) -> None:
        """Show the recap since the last turn, unless it does not matter enough.

        Choices sealed by others, while the viewer thinks about the same, are no news.
        """
        shown_up_to, head = self._shown_up_to, self.table.head
        if not self.shows_recap or shown_up_to == head:
            return
        self._shown_up_to = head
        new = self.table.positions[shown_up_to + 1 : head + 1]
        if shown_up_to >= 0 and new and all(position.record.is_sealed for position in new):
            return
        items, title = self._since(), self.words.text("since.title")
        if not is_due(items, self.app.settings.recap):
            return
        if self.app.puts_off(self, self.recap_for_turn, title):
            self._shown_up_to = shown_up_to
        else:
            self._open_recap(title, items)

    def recap_for_turn(self) -> None:
        """Show the recap to the seat that may choose now."""
        raise NotImplementedError

    def action_since(self) -> None:
        """Show the recap whatever it is, also in the middle of a turn."""
        if items := self._since(again=True):
            self._open_recap(self.words.text("since.title"), items, is_asked_for=True)
        else:
            self.described.show(self.words.text("since.nothing"))

    def _since(self, *, again: bool = False) -> list[RecapItem]:
        if self.viewer is None:
            return []
        return since(self.table, self.viewer, self.words, again=again)

    @property
    def has_recap(self) -> bool:
        """True if others have chosen, so that there is a recap."""
        chose = {position.record.seat for position in self.table.path()} - {None, self.viewer}
        return self.viewer is not None and self.shows_recap and bool(chose)

    def _open_recap(
        self,
        title: str,
        items: Sequence[RecapItem],
        lasts: float | None = None,
        *,
        is_asked_for: bool = False,
    ) -> None:
        from hako.tui.screens.recap import RecapDialog  # no first frame waits for it

        if self._recap is not None and self._recap.passes:
            self._queued_recaps = (*self._queued_recaps, (title, items, lasts))
            return
        self.close_recap()
        self._recap = dialog = RecapDialog(title, items, lasts, is_asked_for=is_asked_for)
        if is_asked_for:
            self.app.push_screen(dialog, lambda moment: self._lead(dialog, moment))
        else:
            self.app.come_up(dialog, lambda moment: self._lead(dialog, moment))

    def close_recap(self) -> None:
        """Close the recap, because something else is to be seen."""
        self._queued_recaps = ()
        if self._recap is not None:
            self._recap.vanish()
            self._recap = None

    def _lead(self, dialog: RecapDialog, moment: int | None) -> None:
        """Continue after the recap: with the next one, or at the chosen position."""
        if self._recap is dialog:
            self._recap = None
        if self._queued_recaps:
            following, *more = self._queued_recaps
            self._queued_recaps = (*more,)
            self._open_recap(*following)
        elif moment is not None:
            self.go_to_position(moment)

    def go_to_position(self, moment: int) -> None:
        """Show the table at a position."""
        self._looked_at = None if moment == self.table.head else moment
        self.show_table()

    def _show_request(self) -> None:
        self.close_recap()
        super()._show_request()

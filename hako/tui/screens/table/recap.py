"""What a table tells without being asked: what happened since one's last turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hako.engine.transcript.highlights import highlights
from hako.engine.transcript.recap import RecapItem, is_due, since
from hako.tui.screens.table.player import PlayerScreen

if TYPE_CHECKING:
    from hako.tui.screens.recap import RecapDialog

PACES = 5
"""How many moves of bots' pace a moment stays."""


class RecapTableScreen(PlayerScreen):
    """A screen whose players hear what they may have missed; whatever is asked comes first."""

    _news: RecapDialog | None = None
    """What is told now."""
    _to_come: tuple[tuple[str, Sequence[RecapItem], float | None], ...] = ()
    """What is told when the moment that is on has passed."""
    _passed = 0
    """How many moments of the table have been looked at for what is told by itself."""
    _told_up_to = -1
    """The moment at which it was told last; lines are heard of late, and this once."""

    @property
    def tells_news(self) -> bool:
        """Whether something may be told unasked."""
        return True

    def tell_moments(self) -> None:
        """Show what just happened that all stop to see, and how it came about."""
        new, self._passed = self.table.positions[self._passed :], len(self.table.positions)
        settings = self.app.settings
        is_off = not (self.tells_news and settings.animation and settings.pace)
        is_reading = self.app.screen not in {self, self._news} and self.table.outcome is None
        if is_off or is_reading or self.app.is_typing:
            return
        for moment in new:
            for its in highlights(self.table, moment, self.viewer, self.words):
                title = self.words.text("since.happened")
                self._tell(title, its.news, settings.pace * PACES)

    def tell_since(self) -> None:
        """Tell what happened since the last turn, unless it does not matter enough.

        That others have sealed their choices, while one thinks about the same, is nothing new.
        """
        told, head = self._told_up_to, self.table.head
        if not self.tells_news or told == head:
            return
        self._told_up_to = head
        new = self.table.positions[told + 1 : head + 1]
        if told >= 0 and new and all(its.record.is_sealed for its in new):
            return
        news, title = self._since(), self.words.text("since.title")
        if not is_due(news, self.app.settings.recap):
            return
        if self.app.puts_off(self, self.news_for_turn, title):
            self._told_up_to = told
        else:
            self._tell(title, news)

    def news_for_turn(self) -> None:
        """Tell whoever may choose now what happened."""
        raise NotImplementedError

    def action_since(self) -> None:
        """Tell it whatever it is, also in the middle of a turn."""
        if news := self._since(again=True):
            self._tell(self.words.text("since.title"), news, is_asked_for=True)
        else:
            self.described.show(self.words.text("since.nothing"))

    def _since(self, *, again: bool = False) -> list[RecapItem]:
        if self.viewer is None:
            return []
        return since(self.table, self.viewer, self.words, again=again)

    @property
    def has_news(self) -> bool:
        """Whether others have chosen, so that there is something to tell."""
        chose = {its.record.seat for its in self.table.path()} - {None, self.viewer}
        return self.viewer is not None and self.tells_news and bool(chose)

    def _tell(
        self,
        title: str,
        news: Sequence[RecapItem],
        lasts: float | None = None,
        *,
        is_asked_for: bool = False,
    ) -> None:
        from hako.tui.screens.recap import RecapDialog  # no first frame waits for it

        if self._news is not None and self._news.passes:
            self._to_come = (*self._to_come, (title, news, lasts))
            return
        self.close_news()
        self._news = its = RecapDialog(title, news, lasts, is_asked_for=is_asked_for)
        if is_asked_for:
            self.app.push_screen(its, lambda moment: self._lead(its, moment))
        else:
            self.app.come_up(its, lambda moment: self._lead(its, moment))

    def close_news(self) -> None:
        """Put away what is told: something else is to be seen."""
        self._to_come = ()
        if self._news is not None:
            self._news.vanish()
            self._news = None

    def _lead(self, its: RecapDialog, moment: int | None) -> None:
        """Go on from what was told."""
        if self._news is its:
            self._news = None
        if self._to_come:
            following, *more = self._to_come
            self._to_come = (*more,)
            self._tell(*following)
        elif moment is not None:
            self.look_at(moment)

    def look_at(self, moment: int) -> None:
        """Show the table as it was at a moment."""
        self._looked_at = None if moment == self.table.head else moment
        self.show_table()

    def _tell_of_request(self) -> None:
        self.close_news()
        super()._tell_of_request()

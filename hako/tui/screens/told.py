"""What a table tells without being asked: what happened since one's last turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hako.engine.transcript.since import News, is_due, since
from hako.tui.screens.seated import SeatedScreen

if TYPE_CHECKING:
    from hako.tui.screens.news import NewsScreen


class ToldScreen(SeatedScreen):
    """A screen whose players hear what they may have missed; whatever is asked comes first."""

    _news: NewsScreen | None = None
    """What is told now."""
    _told_up_to = -1
    """The moment at which it was told last; lines are heard of late, and this once."""

    @property
    def tells_news(self) -> bool:
        """Whether something may be told unasked."""
        return True

    def tell_since(self) -> None:
        """Tell what happened since the last turn, unless it does not matter enough."""
        if not self.tells_news or self._told_up_to == self.table.head:
            return
        self._told_up_to = self.table.head
        news = self._since()
        if is_due(news, self.app.settings.since):
            self._tell(self.words.say("since.title"), news)

    def action_since(self) -> None:
        """Tell it whatever it is."""
        if news := self._since():
            self._tell(self.words.say("since.title"), news)
        else:
            self.described.tell(self.words.say("since.nothing"))

    def _since(self) -> list[News]:
        return [] if self.viewer is None else since(self.table, self.viewer, self.words)

    def _tell(self, title: str, news: Sequence[News], lasts: float | None = None) -> None:
        from hako.tui.screens.news import NewsScreen  # no first frame waits for it

        self.close_news()
        self._news = NewsScreen(title, news, lasts)
        self.app.push_screen(self._news, self._lead)

    def close_news(self) -> None:
        """Put away what is told: something else is to be seen."""
        if self._news is not None:
            self._news.dismiss()
            self._news = None

    def _lead(self, moment: int | None) -> None:
        if moment is not None:
            self.look_at(moment)

    def look_at(self, moment: int) -> None:
        """Show the table as it was at a moment."""
        self._looked_at = None if moment == self.table.head else moment
        self.show_table()

    def _tell_of_request(self) -> None:
        self.close_news()
        super()._tell_of_request()

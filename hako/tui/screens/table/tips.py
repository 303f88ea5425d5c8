"""A table with an advisor: what matters before a choice, what a turn brought after it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from textual import work

from hako.engine.bots.advice import Advice
from hako.engine.bots.bot import Observation, observation_of
from hako.engine.bots.runner import BotRunner
from hako.engine.bots.tips import kind_of, tip_for, with_seen
from hako.engine.rules.model import Seat
from hako.engine.transcript.recap import brought
from hako.tui.screens.table.recap import RecapTableScreen


class TipsScreen(RecapTableScreen):
    """A screen at which whoever wants it is advised, from what their seat may know, and less and less."""

    _asked: Observation | None = None
    """The choice that the advisor speaks of."""
    _advice: Advice | None = None
    """What was thought about it, once it was."""

    @property
    def host(self) -> BotRunner:
        """Who keeps the table going."""
        raise NotImplementedError

    @property
    def is_advised(self) -> bool:
        """Whether the advisor is there; it leaves lessons to themselves."""
        return self.tells_news and self.table.game.id in self.app.settings.tips

    def advise(self, seat: Seat | None) -> None:
        """Say what matters in the choice of a seat; nothing where it has none."""
        self._asked = self._advice = None
        if self.is_advised and seat is not None:
            self._asked, _ = observation_of(self.table, seat)
            self.weigh(seat)
        self._say_advice()

    @work(exclusive=True, group="advisor")
    async def weigh(self, seat: Seat) -> None:
        """Think about a choice, and say what stands out in it."""
        asked = self._asked
        if asked is not None and kind_of(asked):
            advice = await self.host.hint(seat)
            if asked is self._asked:
                self._advice = advice
                self._say_advice()

    def _say_advice(self) -> None:
        asked, met, said = self._asked, self.app.settings.tips_seen, ""
        if asked is not None:
            said = tip_for(asked, self._advice, met, self.words, self.prompt.room)
        self.prompt.advise(said if self.is_advised else None)

    def note_choice(self, action: Any) -> None:
        """Remember that a choice of this kind was met, and how well."""
        if (asked := self._asked) is not None:
            settings = self.app.settings
            met = with_seen(asked, self._advice, action, settings.tips_seen)
            self.app.change_settings(replace(settings, tips_seen=met))

    def last_turn(self) -> str:
        """What the last turn of who looks brought, where somebody is told such things."""
        mine = (its for its in reversed(self.table.path()) if its.record.seat == self.viewer)
        last = next(mine, None) if self.is_advised and self.viewer is not None else None
        return brought(self.table, last, self.words) if last is not None else ""

    def action_advisor(self) -> None:
        """Let the advisor speak, or be silent."""
        on = not self.is_advised
        self.app.change_settings(self.app.settings.advised(self.table.game.id, on=on))
        self.show_table()
        self.described.show(
            self.words.text("table.advisor_speaks" if on else "table.advisor_silent")
        )

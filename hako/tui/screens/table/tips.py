"""A table with tips: what matters before a choice, and the sum of a turn after it."""

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
    """A screen with tips, from the seat's own view, and fewer as the player learns."""

    _asked: Observation | None = None
    """The choice that the tip is about."""
    _advice: Advice | None = None
    """The result of a search of it, once there is one."""

    @property
    def host(self) -> BotRunner:
        """The bot runner of the table."""
        raise NotImplementedError

    @property
    def is_advised(self) -> bool:
        """True if tips are shown; there are none in lessons."""
        return self.shows_recap and self.table.game.id in self.app.settings.tips

    def advise(self, seat: Seat | None) -> None:
        """Show a tip for the choice of a seat; none where it has no choice."""
        self._asked = self._advice = None
        if self.is_advised and seat is not None:
            self._asked, _ = observation_of(self.table, seat)
            self.weigh(seat)
        self._show_tip()

    @work(exclusive=True, group="advisor")
    async def weigh(self, seat: Seat) -> None:
        """Search a choice, and show what stands out in it."""
        asked = self._asked
        if asked is not None and kind_of(asked):
            advice = await self.host.hint(seat)
            if asked is self._asked:
                self._advice = advice
                self._show_tip()

    def _show_tip(self) -> None:
        asked, met, tip = self._asked, self.app.settings.tips_seen, ""
        if asked is not None:
            tip = tip_for(asked, self._advice, met, self.words, self.prompt.room)
        self.prompt.advise(tip if self.is_advised else None)

    def note_choice(self, action: Any) -> None:
        """Remember that a choice of this kind was met, and how good it was."""
        if (asked := self._asked) is not None:
            settings = self.app.settings
            met = with_seen(asked, self._advice, action, settings.tips_seen)
            self.app.change_settings(replace(settings, tips_seen=met))

    def last_turn(self) -> str:
        """The sum of the viewer's last turn, where tips are on."""
        own_positions = (
            position
            for position in reversed(self.table.path())
            if position.record.seat == self.viewer
        )
        last = next(own_positions, None) if self.is_advised and self.viewer is not None else None
        return brought(self.table, last, self.words) if last is not None else ""

    def action_advisor(self) -> None:
        """Turn tips on or off."""
        on = not self.is_advised
        self.app.change_settings(self.app.settings.with_advisor(self.table.game.id, on=on))
        self.show_table()
        self.described.show(
            self.words.text("table.advisor_speaks" if on else "table.advisor_silent")
        )

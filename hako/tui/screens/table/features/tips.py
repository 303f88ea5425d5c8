"""Tips: what matters before a choice, and the sum of a turn after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hako.engine.bots.advice import Advice
from hako.engine.bots.newcomer_tips import kind_of, tip_for, with_seen
from hako.engine.bots.observation import Observation, observation_of
from hako.engine.rules.model import Seat
from hako.engine.transcript.recap import brought
from hako.tui.screens.table.feature import Command, TableFeature
from hako.tui.screens.table.recommended_action import point_at_recommended, pointed_at
from hako.tui.screens.table.screen import TableScreen

if TYPE_CHECKING:
    pass


class Tips(TableFeature[TableScreen]):
    """Tips from the seat's own view, and fewer as the player learns; none in lessons."""

    def __init__(self, screen: TableScreen) -> None:
        super().__init__(screen)
        self._choice: Observation | None = None
        """The choice that the tip is about."""
        self._advice: Advice | None = None
        """The result of a search of it, once there is one."""

    @property
    def is_advised(self) -> bool:
        """True if tips are on."""
        screen = self.screen
        return not screen.features.is_guided and screen.table.game.id in screen.app.settings.tips

    def table_shown(self) -> None:
        """Show a tip for the choice of a seat; none where it has no choice."""
        self._choice = self._advice = None
        seat = self.screen.scene.seat if self.screen.scene else None
        if self.is_advised and seat is not None:
            self._choice, _ = observation_of(self.screen.table, seat)
            self.screen.run_worker(self._weigh(seat), "weigh", "tips", exclusive=True)
        self._show()

    async def _weigh(self, seat: Seat) -> None:
        """Search a choice, and show what stands out in it.

        The cursor stands on what the tip recommends, unless the player has moved it meanwhile.
        """
        choice, pointed = self._choice, pointed_at(self.screen)
        if choice is not None and kind_of(choice):
            advice = await self.screen.host.hint(seat)
            if choice is self._choice:
                before, self._advice = self._tip(), advice
                self._show()
                if self._tip() != before and pointed == pointed_at(self.screen):
                    point_at_recommended(self.screen, advice.action)

    def hint_given(self, advice: Advice) -> None:
        """Recommend what the hint does, so that there is one recommendation at a time."""
        self._advice = advice
        self._show()

    def _show(self) -> None:
        self.screen.view.prompt.advise(self._tip() if self.is_advised else None)

    def _tip(self) -> str:
        """The tip for the choice, with what was found so far; empty where there is no choice."""
        if self._choice is None:
            return ""
        screen, room = self.screen, self.screen.view.prompt.room
        seen = screen.app.settings.tips_seen
        return tip_for(self._choice, self._advice, seen, screen.words, room)

    def choice_coming(self, action: Any) -> None:
        """Remember that a choice of this kind was met, and how good it was."""
        if self._choice is not None:
            settings = self.screen.app.settings
            seen = with_seen(self._choice, self._advice, action, settings.tips_seen)
            self.screen.app.change_settings(replace(settings, tips_seen=seen))

    def aside(self) -> str:
        """The sum of the viewer's last turn, where tips are on."""
        screen, table = self.screen, self.screen.table
        if not self.is_advised or screen.viewer is None:
            return ""
        own = (place for place in reversed(table.path()) if place.record.seat == screen.viewer)
        last = next(own, None)
        return "" if last is None else brought(table, last, screen.words)

    def may_advise(self) -> bool:
        """True for players, but not in lessons."""
        return bool(self.screen.seats) and not self.screen.features.is_guided

    def switch(self) -> None:
        """Turn tips on or off."""
        screen, is_on = self.screen, not self.is_advised
        settings = screen.app.settings.with_tips(screen.table.game.id, on=is_on)
        screen.app.change_settings(settings)
        screen.show_table()
        key = "table.tips_on" if is_on else "table.tips_off"
        screen.view.described.show(screen.words.text(key), is_asked_for=True)

    commands = (Command("tips", "a", switch, may_advise, is_shown=False),)

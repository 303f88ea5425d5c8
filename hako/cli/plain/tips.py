"""Tips in lines: what matters before a choice, what a turn brought after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from hako.cli.plain.console import Console
from hako.engine.bots.advice import Advice, advise
from hako.engine.bots.newcomer_tips import kind_of, tip_for, with_seen
from hako.engine.bots.observation import Observation, observation_of
from hako.engine.lessons.session import LessonSession
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Seat
from hako.engine.transcript.recap import brought
from hako.multiplayer.accounts.settings import Settings


class PlainTips:
    """The tips at one table, as the settings have them; none in lessons."""

    def __init__(
        self,
        table: History[Any],
        lines: Console,
        settings: Settings,
        keep: Callable[[Settings], None] = lambda _: None,
        guide: LessonSession | None = None,
    ) -> None:
        self.settings = settings
        self._table, self._lines, self._keep, self._guide = table, lines, keep, guide
        self._weighed: tuple[Observation, Advice] | None = None
        """The choice that it spoke of last, and what it thought."""

    @property
    def speaks(self) -> bool:
        """True if tips are on for this game, and no lesson is going on."""
        is_taught = self._guide is not None and self._guide.step is not None
        return self._table.game.id in self.settings.tips and not is_taught

    def switch(self, *, on: bool) -> None:
        """Let it speak, or be silent."""
        self._change(self.settings.with_tips(self._table.game.id, on=on))

    def learn(self, lesson: str) -> None:
        """Remember that a lesson was played to its end."""
        self._change(self.settings.with_lesson(self._table.game.id, lesson))

    def weigh(self, seat: Seat) -> None:
        """Print the tip for a seat's choice."""
        asked, chance = observation_of(self._table, seat)
        self._weighed = (asked, advise(asked, chance)) if self.speaks and kind_of(asked) else None
        if self._weighed and (
            line := tip_for(*self._weighed, self.settings.tips_seen, self._lines.texts)
        ):
            self._lines.print_text("tip", line=line)

    def note_choice(self, action: Any) -> None:
        """Remember that a choice of this kind was met, and how well."""
        if self._weighed is not None:
            met = with_seen(*self._weighed, action, self.settings.tips_seen)
            self._change(replace(self.settings, tips_seen=met))

    def sum_up(self, moment: Position[Any]) -> None:
        """Print the result of the turn that a record has ended."""
        if self.speaks and (line := brought(self._table, moment, self._lines.texts)):
            self._lines.write(line)

    def _change(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            self._keep(settings)

"""All features of a screen as one: whatever happens is passed on to each, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from textual.binding import Binding, BindingType

from hako.tui.screens.base import ARROWS
from hako.tui.screens.table.feature import KEY_ORDER, TableFeature
from hako.tui.screens.table.pages import PANEL_KEYS

if TYPE_CHECKING:
    from hako.engine.log.line import LogLine
    from hako.tui.boards import Board
    from hako.tui.widgets.seat_panel import SeatStatus
    from hako.tui.widgets.table_model import ActionRow

FeatureT = TypeVar("FeatureT", bound=TableFeature[Any])


class FeatureList(TableFeature[Any]):
    """The features of a screen, and their commands by name."""

    def __init__(self, features: Sequence[TableFeature[Any]]) -> None:
        self._features = features
        self._commands = {
            command.name: (command, feature) for feature in features for command in feature.commands
        }

    def of(self, kind: type[FeatureT]) -> FeatureT:
        """The feature of that kind."""
        return next(feature for feature in self._features if isinstance(feature, kind))

    # ------------------------------------------------------------------ commands

    def run(self, name: str, *arguments: int) -> None:
        """Run a command."""
        command, feature = self._commands[name]
        command.run(feature, *arguments)

    def offers(self, name: str) -> bool:
        """True if a command has an effect now."""
        command, feature = self._commands[name]
        if any(other.hides(name) for other in self._features):
            return False
        return command.is_offered is None or command.is_offered(feature)

    def offered(self) -> Iterator[bool]:
        """The answers for all commands."""
        return map(self.offers, self._commands)

    # ------------------------------------------------------------------ facts

    @property
    def is_guided(self) -> bool:
        return any(feature.is_guided for feature in self._features)

    @property
    def is_reading(self) -> bool:
        return any(feature.is_reading for feature in self._features)

    @property
    def is_unread(self) -> bool:
        return any(feature.is_unread for feature in self._features)

    @property
    def is_unmeant(self) -> bool:
        return any(feature.is_unmeant for feature in self._features)

    @property
    def is_advised(self) -> bool:
        return any(feature.is_advised for feature in self._features)

    @property
    def may_hurry(self) -> bool:
        return all(feature.may_hurry for feature in self._features)

    # ------------------------------------------------------------------ answers

    def farewell(self) -> str:
        return self._first(feature.farewell() for feature in self._features)

    def question(self) -> str:
        return self._first(feature.question() for feature in self._features)

    def aside(self) -> str:
        return self._first(feature.aside() for feature in self._features)

    def facts(self) -> Iterator[str]:
        for feature in self._features:
            yield from feature.facts()

    def seat_statuses(self, rows: tuple[SeatStatus, ...]) -> tuple[SeatStatus, ...]:
        for feature in self._features:
            rows = feature.seat_statuses(rows)
        return rows

    def describe(self, row: ActionRow | None) -> bool:
        return any(feature.describe(row) for feature in self._features)

    def queues(self, line: LogLine) -> bool:
        return any(feature.queues(line) for feature in self._features)

    def answers(self, action: Any) -> bool:
        return any(feature.answers(action) for feature in self._features)

    def goes_to(self, moment: int) -> bool:
        return any(feature.goes_to(moment) for feature in self._features)

    # ------------------------------------------------------------------ moments

    def opened(self) -> None:
        self._each(lambda feature: feature.opened())

    def caught_up(self) -> None:
        self._each(lambda feature: feature.caught_up())

    def close(self) -> None:
        self._each(lambda feature: feature.close())

    async def stopped(self) -> None:
        for feature in self._features:
            await feature.stopped()

    def prepare(self) -> None:
        self._each(lambda feature: feature.prepare())

    def table_shown(self) -> None:
        self._each(lambda feature: feature.table_shown())

    def interrupt(self) -> None:
        self._each(lambda feature: feature.interrupt())

    def uncovered(self) -> None:
        self._each(lambda feature: feature.uncovered())

    def text_passed(self) -> None:
        self._each(lambda feature: feature.text_passed())

    def line_coming(self, line: LogLine) -> None:
        self._each(lambda feature: feature.line_coming(line))

    def line_added(self, line: LogLine) -> None:
        self._each(lambda feature: feature.line_added(line))

    def people_changed(self) -> None:
        self._each(lambda feature: feature.people_changed())

    def turn_began(self) -> None:
        self._each(lambda feature: feature.turn_began())

    def place_chosen(self, event: Board.PlaceOpened | Board.PlaceRefused) -> None:
        self._each(lambda feature: feature.place_chosen(event))

    def choice_coming(self, action: Any) -> None:
        self._each(lambda feature: feature.choice_coming(action))

    def key_pressed(self) -> None:
        self._each(lambda feature: feature.key_pressed())

    def _each(self, call: Callable[[TableFeature[Any]], None]) -> None:
        for feature in self._features:
            call(feature)

    def _first(self, texts: Iterable[str]) -> str:
        return next(filter(None, texts), "")


def bindings_of(
    features: Iterable[type[TableFeature[Any]]], leave: str = "q", *, has_arrows: bool = True
) -> list[BindingType]:
    """The bindings of a screen of these features, in the order of the bar."""
    bindings = [
        *(command.binding for feature in features for command in feature.commands),
        Binding(leave, "leave", "leave"),
        *PANEL_KEYS,
        *(ARROWS if has_arrows else ()),
    ]
    place, placed = 0, list[tuple[int, Binding]]()
    for binding in Binding.make_bindings(bindings):
        # one without a text follows the one before it
        place = KEY_ORDER.index(binding.description) if binding.description else place
        placed.append((place, binding))
    return [binding for _, binding in sorted(placed, key=lambda entry: entry[0])]


def key_groups(
    features: Iterable[type[TableFeature[Any]]], topic: str, bindings: Iterable[BindingType]
) -> tuple[list[Binding], list[Binding]]:
    """The bindings of the features of a topic, and the others."""
    own = {
        command.binding.action
        for feature in features
        if feature.topic == topic
        for command in feature.commands
    }
    groups: tuple[list[Binding], list[Binding]] = ([], [])
    for binding in Binding.make_bindings(bindings):
        groups[binding.action not in own].append(binding)
    return groups

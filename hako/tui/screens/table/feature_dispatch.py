"""All features of a screen as one: whatever happens is passed on to each, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import isfunction
from typing import TYPE_CHECKING, Any, TypeVar

from textual.binding import Binding, BindingType

from hako.tui.screens.base import ARROWS
from hako.tui.screens.table.feature import KEY_ORDER, TableFeature
from hako.tui.screens.table.small_window_pages import PANEL_KEYS

if TYPE_CHECKING:
    from hako.tui.widgets.seat_panel import SeatStatus

FeatureT = TypeVar("FeatureT", bound=TableFeature[Any])


class FeatureList(TableFeature[Any]):
    """The features of a screen, and their commands by name."""

    def __init__(self, features: Sequence[TableFeature[Any]]) -> None:
        self._features = features
        self._commands = {
            command.name: (command, feature) for feature in features for command in feature.commands
        }
        self._changing = [
            name for name, (command, _) in self._commands.items() if command.is_offered is not None
        ]
        self._answering: dict[str, list[TableFeature[Any]]] = {}

    def of(self, kind: type[FeatureT]) -> FeatureT:
        """The feature of that kind."""
        return next(feature for feature in self._features if isinstance(feature, kind))

    def answering(self, name: str) -> list[TableFeature[Any]]:
        """The features that have a method or a property of their own by that name."""
        if name not in self._answering:
            base = getattr(TableFeature, name)
            own = [one for one in self._features if getattr(type(one), name) is not base]
            self._answering[name] = own
        return self._answering[name]

    # ------------------------------------------------------------------ commands

    def run(self, name: str, *arguments: int) -> None:
        """Run a command."""
        command, feature = self._commands[name]
        command.run(feature, *arguments)

    def offers(self, name: str) -> bool:
        """True if a command has an effect now."""
        command, feature = self._commands[name]
        if self.hides(name):
            return False
        return command.is_offered is None or command.is_offered(feature)

    def offered(self) -> Iterator[bool]:
        """The answers for all commands that are not always offered."""
        return map(self.offers, self._changing)

    # ------------------------------------------------------------------ all as one

    def facts(self) -> Iterator[str]:
        for feature in self._features:
            yield from feature.facts()

    def seat_statuses(self, rows: tuple[SeatStatus, ...]) -> tuple[SeatStatus, ...]:
        for feature in self._features:
            rows = feature.seat_statuses(rows)
        return rows

    async def stopped(self) -> None:
        for feature in self._features:
            await feature.stopped()


def _passing_on(name: str, answer: str) -> Callable[..., Any]:
    """A method that passes a call on to all features, and has the answer of the first with one."""

    def call(self: FeatureList, *arguments: Any) -> Any:
        for feature in self.answering(name):
            if given := getattr(feature, name)(*arguments):
                return given
        return _NO_ANSWER[answer]

    return call


def _any_of(name: str) -> property:
    """A property that is true if it is for one of the features."""
    return property(lambda self: any(getattr(feature, name) for feature in self.answering(name)))


_NO_ANSWER: dict[str, Any] = {"None": None, "bool": False, "str": ""}
"""By the type of the answer: what stands for none."""

for _name, _member in vars(TableFeature).items():
    if isinstance(_member, property):
        setattr(FeatureList, _name, _any_of(_name))
    elif isfunction(_member) and _name not in vars(FeatureList):
        setattr(FeatureList, _name, _passing_on(_name, _member.__annotations__["return"]))


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

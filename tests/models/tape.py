"""The draws of the engine, written down for the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from hako.engine.rules.chance import Chance, Item, Stream

Card = TypeVar("Card")


class Difference(AssertionError):
    """The engine and the model of the rulebook disagree."""


class Draw(NamedTuple):
    """A draw of the engine's chance."""

    pool: Sequence[Any]
    """The items, or the numbers, that could come."""
    result: Any
    """The items in their new order, or the one that came."""
    is_shuffle: bool

    def __str__(self) -> str:
        verb = "shuffled" if self.is_shuffle else f"drew {self.result!r} from"
        return f"{verb} {sorted(map(str, self.pool))}"


class Tape:
    """The draws of the engine that the model has not asked for yet."""

    def __init__(self) -> None:
        self.left: list[Draw] = []

    def shuffled(self, pool: Iterable[Card]) -> tuple[Card, ...]:
        """The pool in the order that the engine's shuffle of these very cards gave."""
        wanted = Counter(list(pool))
        if wanted.total() < 2:
            return tuple(wanted.elements())

        def fits(draw: Draw) -> bool:
            return draw.is_shuffle and Counter(draw.pool) == wanted

        return tuple(self._take(fits, wanted.elements()))

    def one_of(self, pool: Iterable[Card]) -> Card:
        """The one of the pool that the engine drew, all being as likely."""
        wanted = list(pool)
        if len(wanted) == 1:
            return wanted[0]

        def fits(draw: Draw) -> bool:
            return not draw.is_shuffle and Counter(draw.pool) == Counter(wanted)

        drawn: Card = self._take(fits, wanted)
        return drawn

    def _take(self, fits: Callable[[Draw], bool], wanted: Iterable[Any]) -> Any:
        for place, draw in enumerate(self.left):
            if fits(draw):
                return self.left.pop(place).result
        raise Difference(
            f"by the model chance decides among {sorted(map(str, wanted))}; "
            f"the engine {'; '.join(map(str, self.left)) or 'drew nothing'}"
        )


class TapedChance(Chance, kw_only=True):
    """The engine's chance, with all that is drawn written on a tape."""

    tape: Tape

    def stream(self, name: str) -> Stream:
        plain = super().stream(name)
        return TapedStream(plain, self.tape)


class TapedStream(Stream):
    """A stream whose draws are written on a tape."""

    __slots__ = ("_plain", "_tape")

    def __init__(self, plain: Stream, tape: Tape) -> None:
        super().__init__(0)
        self._plain = plain
        self._tape = tape

    def bits(self) -> int:
        return self._plain.bits()

    def draws(self, count: int) -> Sequence[int]:
        return self._plain.draws(count)

    def below(self, limit: int) -> int:
        return self._recorded(range(limit), self._plain.below(limit))

    def roll(self, sides: int) -> int:
        return self._recorded(range(1, sides + 1), self._plain.roll(sides))

    def choice(self, items: Sequence[Item]) -> Item:
        return self._recorded(items, self._plain.choice(items))

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        pool = tuple(items)
        return self._recorded(pool, self._plain.shuffle(pool), is_shuffle=True)

    def _recorded(self, pool: Sequence[Any], result: Card, *, is_shuffle: bool = False) -> Card:
        if len(pool) > 1:  # else there is nothing to decide
            self._tape.left.append(Draw(pool, result, is_shuffle))
        return result

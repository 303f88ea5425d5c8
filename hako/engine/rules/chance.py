"""Chance: the only source of randomness, the same on every machine and Python.

Every record of a log has its own draws: stream `name` of the record with index
`ply` in a game of seed `seed` starts from

    key = first 8 bytes of blake2b(f"{seed}/{ply}/{name}"), little-endian

and its k-th draw (k = 1, 2, ...) is SplitMix64's output function applied to
key + k * 0x9E3779B97F4A7C15 modulo 2**64 (Steele, Lea, Flood: "Fast splittable
pseudorandom number generators", 2014). So undo followed by the same choice gives
the same dice, and an additional draw in one stream never shifts another. At tables of an event,
which have the same deal as other tables, `ply` after the deal (0) is 1 + seat + seats * (number of
earlier draws by that seat), so that a pass at one of them shifts no draw there.

A seed of 32 bytes, used at tables with a committed deal, is too large for a search by trial, and
so are its streams: eight draws at a time, k = 0, 1, ..., are

    blake2b(seed + f"{ply}/{name}/{k}"), 64 bytes: eight little-endian numbers
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from struct import Struct
from typing import TypeAlias, TypeVar

import msgspec

from hako.engine.blake2b_import import blake2b

Item = TypeVar("Item")

Seed: TypeAlias = int | bytes
"""A number, or 32 bytes."""

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_LANE = 16
"""Bytes in a lane; see _lanes."""


class ChanceRefused(Exception):
    """A draw was requested where none is allowed: in a preview."""


class Stream:
    """A reproducible sequence of draws."""

    __slots__ = ("_position",)

    def __init__(self, key: int) -> None:
        self._position = key

    def bits(self) -> int:
        """The next draw, 64 bits."""
        self._position = z = (self._position + _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1 (bias below limit / 2**64)."""
        return (self.bits() * limit) >> 64

    def roll(self, sides: int) -> int:
        """The roll of a die: 1 to `sides`."""
        return 1 + self.below(sides)

    def choice(self, items: Sequence[Item]) -> Item:
        """A random one of the items, which must not be empty."""
        return items[self.below(len(items))]

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """The items in random order (Fisher-Yates, from the end)."""
        order = list(items)
        left = len(order)
        for bits in self.draws(max(0, left - 1)):
            last, other = left - 1, (bits * left) >> 64  # below(left), without a call
            order[last], order[other] = order[other], order[last]
            left = last
        return tuple(order)

    def draws(self, count: int) -> Sequence[int]:
        """The next draws, equal to repeated `bits`; many at once cost less than half."""
        ones, steps, unpack = _lanes(count)
        mask = ones * _MASK
        z = (self._position * ones + steps) & mask
        z = (((z ^ (z >> 30)) & mask) * 0xBF58476D1CE4E5B9) & mask
        z = (((z ^ (z >> 27)) & mask) * 0x94D049BB133111EB) & mask
        self._position = (self._position + count * _GAMMA) & _MASK
        return unpack((z ^ (z >> 31)).to_bytes(count * _LANE, "little"))


class LargeStream(Stream):
    """A Stream from a seed of 32 bytes."""

    __slots__ = ("_left", "_seed")

    def __init__(self, seed: bytes) -> None:
        """`seed` is the seed followed by ply and name."""
        super().__init__(0)
        self._seed = seed
        self._left: list[int] = []

    def bits(self) -> int:
        if not self._left:
            block = blake2b(self._seed + str(self._position).encode()).digest()
            starts = range(len(block) - 8, -1, -8)  # the last number first, as they are popped
            self._left = [int.from_bytes(block[at : at + 8], "little") for at in starts]
            self._position += 1
        return self._left.pop()

    def draws(self, count: int) -> Sequence[int]:
        return [self.bits() for _ in range(count)]


class Chance(msgspec.Struct, eq=False, gc=False):
    """The draws of one record, by named streams."""

    seed: Seed
    ply: int
    _streams: dict[str, Stream] = msgspec.field(default_factory=dict)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(ply={self.ply})"  # a seed is as secret as the cards

    @property
    def drew(self) -> bool:
        """True if anything was drawn."""
        return bool(self._streams)

    @property
    def cards(self) -> Stream:
        """Shuffles and draws of cards, tiles, tokens."""
        return self.stream("cards")

    @property
    def dice(self) -> Stream:
        """Dice, start players, other numbers."""
        return self.stream("dice")

    def stream(self, name: str) -> Stream:
        """The stream of that name; the same object at each call."""
        stream = self._streams.get(name)
        if stream is None:
            stream = self._streams[name] = _stream(self.seed, self.ply, name)
        return stream

    def fork(self, name: str) -> Chance:
        """An independent Chance for a user that must not foresee this one's draws, such as a bot."""
        return Chance(_key(self.seed, self.ply, name), self.ply)


class NoChance(Chance):
    """A Chance that refuses every draw, for previews."""

    seed: Seed = 0
    ply: int = 0

    def stream(self, name: str) -> Stream:
        raise ChanceRefused(name)


def new_seed() -> int:
    """A random seed from the operating system; 63 bits, so that JSON readers keep it exactly."""
    return int.from_bytes(os.urandom(8), "little") >> 1


@lru_cache(maxsize=256)
def _lanes(count: int) -> tuple[int, int, Callable[[bytes], tuple[int, ...]]]:
    """Constants for `count` numbers packed into the lanes of one large integer.

    1 in each lane; gamma times 1, 2, ... in the lanes; and a function that unpacks the lanes. A
    lane has room for the product of two numbers of 64 bits.
    """
    packed = Struct("<" + "Q8x" * count)
    ones = packed.pack(*[1] * count)
    steps = packed.pack(*[number * _GAMMA & _MASK for number in range(1, count + 1)])
    return int.from_bytes(ones, "little"), int.from_bytes(steps, "little"), packed.unpack


def _stream(seed: Seed, ply: int, name: str) -> Stream:
    if isinstance(seed, bytes):
        return LargeStream(seed + f"{ply}/{name}/".encode())
    return Stream(_key(seed, ply, name))


def _key(seed: Seed, ply: int, name: str) -> int:
    start = seed if isinstance(seed, bytes) else str(seed).encode()
    digest = blake2b(start + f"/{ply}/{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")

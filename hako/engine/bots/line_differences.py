"""Reasons: what differs between the games that were played on from two lines, for a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap

from msgspec import Struct

from hako.engine.bots.estimates import mean_of
from hako.engine.bots.rollouts import Playout
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.model import Seat

MOST = 2
"""The most parts of the score that are given as reasons."""

LEAST = 8
"""The number of games played on from which on reasons are looked for."""

WORTH = 1.0
"""The least difference of a part of the score that is a reason, in points."""

SOONER = 0.5
"""The least difference in the length of a game that is a reason, in turns."""

TURNS = ""
"""The name under which the numbers of turns stand among the parts of the score."""


class Reason(Struct, frozen=True):
    """A certain difference of the better line: more of a part of the score, or a sooner end."""

    part: str
    """The part of the score, or TURNS."""
    amount: float
    """The mean difference, in points or turns."""

    def text(self, texts: Catalogue) -> str:
        """The reason as a sentence."""
        amount = f"{abs(self.amount):.1f}".removesuffix(".0")
        if self.part == TURNS:
            return texts.text("reason.sooner" if self.amount < 0 else "reason.later", amount=amount)
        return texts.text("reason.more", part=self.part, amount=amount)


def differences(first: Playout, second: Playout, seat: Seat) -> Mapping[str, int]:
    """The seat's points by part of the score and the turns in one playout, less those in another."""
    names = (*first.parts_of(seat), *second.parts_of(seat))
    points = {name: first.points(seat, name) - second.points(seat, name) for name in names}
    return {**points, TURNS: first.turn - second.turn}


def joined(
    known: Mapping[str, tuple[int, ...]], count: int, more: Mapping[str, int]
) -> Mapping[str, tuple[int, ...]]:
    """The differences by part in `count` worlds, and those in one more; a part that is missing is 0."""
    names = dict.fromkeys((*known, *more))
    return {name: (*known.get(name, (0,) * count), more.get(name, 0)) for name in names}


def reasons_of(first: Sequence[Playout], second: Sequence[Playout], seat: Seat) -> Iterator[Reason]:
    """The reasons for the first line, from playouts in the same worlds in the same order."""
    known: Mapping[str, tuple[int, ...]] = {}
    pairs = ((one, other, seat) for one, other in zip(first, second, strict=False))
    for count, more in enumerate(starmap(differences, pairs)):
        known = joined(known, count, more)
    return reasons_from(known)


def reasons_from(known: Mapping[str, Sequence[int]]) -> Iterator[Reason]:
    """The parts of the score of which there is certainly more, the largest first, then the end.

    A part of which there is less explains nothing, for the line is the better one.
    """
    reasons = []
    for part, worlds in known.items():
        gain = mean_of([float(points) for points in worlds])
        least = SOONER if part == TURNS else WORTH
        if len(worlds) >= LEAST and gain.is_certain and abs(gain.mean) >= least:
            reasons.append(Reason(part, gain.mean))
    more = [reason for reason in reasons if reason.part != TURNS and reason.amount > 0]
    yield from sorted(more, key=lambda reason: -reason.amount)[:MOST]
    yield from (reason for reason in reasons if reason.part == TURNS)

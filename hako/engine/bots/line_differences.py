"""Reasons: what differs between the games that were played on from two lines, for a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from hako.engine.bots.estimates import ERRORS_OF_MANY, mean_of
from hako.engine.bots.rollouts import Playout
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.model import Seat

MOST = 2
"""The most parts of the score and kinds of events that are given as reasons."""

LEAST = 8
"""The number of games played on from which on reasons are looked for."""

WORTH = 1.0
"""The least difference of a part of the score that is a reason, in points."""

SOONER = 0.5
"""The least difference in the length of a game, or until an event, that is a reason: in turns or
rounds, whichever the game counts."""

OFTEN = 0.25
"""The least difference in the number of an event that is a reason."""

SOURCE = "+"
"""The mark before the name of a source of points; see Game.income."""

TURNS = ""
"""The name under which the numbers of turns stand among the parts of the score."""


class Reason(Struct, frozen=True):
    """A certain difference of the better line: more of a part of the score, an event, a sooner end."""

    part: str
    """The part of the score, a source such as "+dividends", TURNS, or "sooner monument_built 0"."""
    amount: float
    """The mean difference, in points, turns or events."""
    worlds: tuple[int, int, int] = (0, 0, 0)
    """For an event: the games in which the better line is ahead and those in which it is behind, of all."""

    @property
    def is_event(self) -> bool:
        """True if it is about an event; the names of parts have no blank."""
        return " " in self.part

    def text(self, texts: Catalogue, *, is_whole: bool = True) -> str:
        """The reason as a sentence; of tries, not of games, where these were not played to the end."""
        amount = f"{abs(self.amount):.1f}".removesuffix(".0")
        if self.part == TURNS:
            key = "reason.end_sooner" if self.amount < 0 else "reason.end_later"
            return texts.text(key, amount=amount, across=texts.text("transcript.across"))
        if not self.is_event:
            return texts.text("reason.points", part=self.part.lstrip(SOURCE), amount=amount)
        measure, kind, seat = self.part.split()
        ahead, behind, all_worlds = self.worlds
        played = "games" if is_whole else "tries"
        games = texts.text(f"reason.{played}", ahead=ahead, all=all_worlds)
        key, subject = f"reason.{measure}", {"kind": kind, "seat": int(seat)}
        return texts.text(key, **subject, games=games, behind=behind)


def differences(first: Playout, second: Playout, seat: Seat) -> Mapping[str, int]:
    """The differences between one playout and another, for a seat.

    Its points by part of the score and by source, the turns that the game took, and, by measure, how
    much better it did in each kind of event that counts.
    """
    names = (*first.parts_of(seat), *second.parts_of(seat))
    points = {name: first.points(seat, name) - second.points(seat, name) for name in names}
    one, other = first.incomes_of(seat), second.incomes_of(seat)
    sources = dict.fromkeys((*one, *other))
    paid = {f"{SOURCE}{name}": one.get(name, 0) - other.get(name, 0) for name in sources}
    happened = dict(_events(first, second, seat))
    return {**points, **paid, **happened, TURNS: first.turn - second.turn}


def _events(first: Playout, second: Playout, seat: Seat) -> Iterator[tuple[str, int]]:
    """The differences in events; above 0 is better for the seat, whoever the event is about.

    "more" or "fewer" of them; where both playouts have one, the next one "sooner" or "later".
    """
    for name in dict.fromkeys((*first.occurrences, *second.occurrences)):
        one, other = first.occurrences.get(name), second.occurrences.get(name)
        known = one or other
        assert known is not None, "one of the playouts has it"
        is_good = (known.seat == seat) == known.is_good
        sign = 1 if is_good else -1
        times = (one.times if one else 0) - (other.times if other else 0)
        yield f"{'more' if is_good else 'fewer'} {name}", sign * times
        if one is not None and other is not None:
            yield f"{'sooner' if is_good else 'later'} {name}", sign * (other.turn - one.turn)


def joined(
    known: Mapping[str, tuple[int, ...]], count: int, more: Mapping[str, int]
) -> Mapping[str, tuple[int, ...]]:
    """The differences by part in `count` worlds, and those in one more; a part that is missing is 0."""
    names = dict.fromkeys((*known, *more))
    return {name: (*known.get(name, (0,) * count), more.get(name, 0)) for name in names}


def reasons_of(first: Sequence[Playout], second: Sequence[Playout], seat: Seat) -> Iterator[Reason]:
    """The reasons for the first line, from playouts in the same worlds in the same order."""
    pairs = zip(first, second, strict=False)
    worlds = [differences(one, other, seat) for one, other in pairs]
    names = dict.fromkeys(name for world in worlds for name in world)
    return reasons_from({name: [world.get(name, 0) for world in worlds] for name in names})


def reasons_from(known: Mapping[str, Sequence[int]]) -> Iterator[Reason]:
    """The clearest event, then the parts of the score of which there is certainly more, then the end.

    A part of which there is less explains nothing, for the line is the better one. Where there are
    sources of points, they stand for the parts.
    """
    if any(part.startswith(SOURCE) for part in known):
        known = {part: worlds for part, worlds in known.items() if _is_precise(part)}
    reasons = [reason for part, worlds in known.items() if (reason := _reason(part, worlds))]
    happened = [reason for reason in reasons if reason.is_event and reason.amount > 0]
    happened = sorted(happened, key=lambda reason: reason.worlds[1] - reason.worlds[0])[:1]
    more = [one for one in reasons if not one.is_event and one.part != TURNS and one.amount > 0]
    yield from happened
    yield from sorted(more, key=lambda reason: -reason.amount)[: MOST - len(happened)]
    yield from (reason for reason in reasons if reason.part == TURNS)


def _is_precise(part: str) -> bool:
    """True for anything but a part of the score."""
    return part == TURNS or part.startswith(SOURCE) or " " in part


def _reason(part: str, worlds: Sequence[int]) -> Reason | None:
    """The difference in these worlds, if it is certain and large enough to tell."""
    gain = mean_of([float(points) for points in worlds])
    measure, *event = part.split(" ")
    least = SOONER if part == TURNS else WORTH
    if event:
        least = OFTEN if measure in ("more", "fewer") else SOONER
    if len(worlds) < LEAST or abs(gain.mean) < max(least, ERRORS_OF_MANY * gain.error):
        return None  # it is one of a dozen parts and events
    if not event:
        return Reason(part, gain.mean)
    ahead, behind = (sum(sign * number > 0 for number in worlds) for sign in (1, -1))
    return Reason(part, gain.mean, (ahead, behind, len(worlds)))

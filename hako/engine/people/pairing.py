"""Pairing: who meets whom in a round of a cup, and on which seats.

It follows from what it is told alone, so anybody can reckon it again. In this order it avoids that
people meet again, that somebody has one seat more than once oftener than another, and that
people meet who stand apart. For a few people the best of all ways is found; for many the
search ends after so many tables, and the best way that it came by is bettered as long as that
helps if two change places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, islice, permutations, product
from typing import NamedTuple, TypeAlias

Who: TypeAlias = int
"""Somebody who takes part, by their number."""

LOOKS = 2000
"""So many tables are tried at most for one way to give out byes."""

BYES = 20
"""So many ways to give out byes are tried at most."""

_NEAR = {2: 400, 3: 26, 4: 13, 5: 11}
_NEAR_ELSE = 9
"""Among so many who stand next to somebody, others are sought for a table of so many seats."""

_UNEVEN = 1 << 20
"""More than all the rounds that somebody can have sat somewhere."""

_Cost: TypeAlias = tuple[int, int, int]
"""How often people meet again, how far seats are from even, how far people stand apart."""


class Round(NamedTuple):
    """Who meets whom."""

    tables: tuple[tuple[Who, ...], ...]
    """Each in the order of seats."""
    byes: tuple[Who, ...] = ()
    """Who has nobody to meet."""


def robin(players: Sequence[Who]) -> list[Round]:
    """Rounds in which everybody meets everybody once, at tables of two; by Berger's tables.

    Everybody's seats are within one of even.
    """
    last = len(players) - 1 + len(players) % 2
    """The place of whoever stays where they are; of nobody, where somebody has a bye."""
    rounds = []
    for turn in range(last):
        tables, byes = [], []
        for one in range(last):
            other = (turn - one) % last
            if one < other:
                seats = (one, other) if (one + other) % 2 else (other, one)
                tables.append((players[seats[0]], players[seats[1]]))
            elif one == other and last == len(players):
                byes.append(players[one])
            elif one == other:
                ends = (players[one], players[last])
                tables.append(ends if one * 2 < last else ends[::-1])
        rounds.append(Round(tuple(tables), tuple(byes)))
    return rounds


def sizes(count: int, least: int, most: int) -> list[int]:
    """How many sit at each table, the largest first: as few byes as can be, and tables alike."""
    for seated in range(count, least - 1, -1):
        tables = -(-seated // most)
        small, larger = divmod(seated, tables)
        if small >= least:
            return [small + 1] * larger + [small] * (tables - larger)
    return []


def swiss(
    players: Sequence[Who],
    points: Mapping[Who, float],
    before: Iterable[Round],
    least: int,
    most: int,
) -> Round:
    """The next round; `players` as they stand, the best first, `before` the rounds so far.

    Tables have `least` to `most` seats. Whoever had fewer byes than others has the next.
    """
    rounds = [*before]
    search = _Search(players, points, [table for each in rounds for table in each.tables])
    at_tables = sizes(len(players), least, most)
    byes = Counter(chain.from_iterable(each.byes for each in rounds))
    ways = islice(_byes(players, byes, len(players) - sum(at_tables)), BYES)
    found: list[tuple[_Cost, Round]] = []
    for out in ways:
        cost, tables = search.tables([who for who in players if who not in out], at_tables)
        found.append((cost, Round(tables, out)))
        if cost[:2] == (0, 0):
            break
    return min(found, key=lambda each: each[0][:2])[1]


def _byes(players: Sequence[Who], byes: Mapping[Who, int], count: int) -> Iterator[tuple[Who, ...]]:
    """Who could have none to meet, those first who stand last."""
    rank = {who: rank for rank, who in enumerate(players)}
    queue = sorted(players, key=lambda who: (byes.get(who, 0), -rank[who]))
    most = byes.get(queue[count - 1], 0) if count else 0
    sure = [who for who in queue[:count] if byes.get(who, 0) < most]
    alike = [who for who in queue if byes.get(who, 0) == most]
    for others in combinations(alike, count - len(sure)):
        yield (*sure, *others)


class _Search:
    """For the best tables, where these were before."""

    def __init__(
        self,
        players: Sequence[Who],
        points: Mapping[Who, float],
        before: Sequence[tuple[Who, ...]],
    ) -> None:
        self._rank = {who: rank for rank, who in enumerate(players)}
        self._points = {who: round(points[who] * 3600) for who in players}  # of exact arithmetic
        self._met = Counter(frozenset(pair) for table in before for pair in combinations(table, 2))
        self._sat = Counter((who, seat) for table in before for seat, who in enumerate(table))
        self.seated = cache(self._seated)
        self._cost = cache(self._cost_of)

    def tables(
        self, players: Sequence[Who], sizes: Sequence[int]
    ) -> tuple[_Cost, tuple[tuple[Who, ...], ...]]:
        """The best that was found, and what is against it."""
        best: tuple[_Cost, tuple[tuple[Who, ...], ...]] | None = None
        looks = 0

        def seek(
            left: tuple[Who, ...],
            sizes: tuple[int, ...],
            so_far: _Cost,
            tables: tuple[tuple[Who, ...], ...],
        ) -> None:
            nonlocal best, looks
            if not sizes:
                best = so_far, tables
                return
            for cost, table in self._options(left, sizes):
                looks += 1
                total = _sum(so_far, cost)
                if best is not None and (total >= best[0] or looks > LOOKS):
                    return
                others = tuple(who for who in left if who not in table)
                rest = [*sizes]
                rest.remove(len(table))
                seek(others, tuple(rest), total, (*tables, table))

        seek(tuple(players), tuple(sizes), (0, 0, 0), ())
        assert best is not None, "any way is one"
        cost, tables = best
        while looks > LOOKS and cost[:2] > (0, 0) and (better := self._exchanged(tables)):
            tables = better
            cost = _sum(*map(self._cost, tables))
        return cost, tuple(self.seated(table)[1] for table in tables)

    def _exchanged(self, tables: tuple[tuple[Who, ...], ...]) -> tuple[tuple[Who, ...], ...]:
        """The same but for two who change places, which is better; none where nothing is."""
        for first, second in combinations(range(len(tables)), 2):
            before = _sum(self._cost(tables[first]), self._cost(tables[second]))
            for one, other in product(tables[first], tables[second]):
                changed = [
                    tuple(sorted({*tables[at]} ^ {one, other}, key=self._rank.__getitem__))
                    for at in (first, second)
                ]
                if _sum(*map(self._cost, changed)) < before:
                    rest = [*tables]
                    rest[first], rest[second] = changed
                    return tuple(rest)
        return ()

    def _options(
        self, left: tuple[Who, ...], sizes: tuple[int, ...]
    ) -> list[tuple[_Cost, tuple[Who, ...]]]:
        """At which tables the first of those who are left could sit, the best first."""
        found = [
            (self._cost((left[0], *others)), (left[0], *others))
            for size in sorted({*sizes}, reverse=True)
            for others in combinations(left[1 : _NEAR.get(size, _NEAR_ELSE)], size - 1)
        ]
        return sorted(found, key=lambda each: each[0])

    def _cost_of(self, table: tuple[Who, ...]) -> _Cost:
        pairs = [*combinations(table, 2)]
        again = sum(self._met[frozenset(pair)] for pair in pairs)
        apart = sum((self._points[one] - self._points[other]) ** 2 for one, other in pairs)
        return again, self.seated(table)[0], apart

    def _seated(self, table: tuple[Who, ...]) -> tuple[int, tuple[Who, ...]]:
        """How far from even the best seats for these people are, and who sits where then."""
        weights = [self._weights(who, len(table)) for who in table]
        weight, order = min(
            (sum(weights[at][seat] for seat, at in enumerate(order)), order)
            for order in permutations(range(len(table)))
        )
        return weight // _UNEVEN, tuple(table[at] for at in order)

    def _weights(self, who: Who, seats: int) -> list[int]:
        """For each seat what is against it: how uneven theirs would be, then how often they sat there."""
        sat = [self._sat[who, seat] for seat in range(seats)]
        after = ([*sat[:seat], sat[seat] + 1, *sat[seat + 1 :]] for seat in range(seats))
        uneven = (max(0, max(each) - min(each) - 1) for each in after)
        return [_UNEVEN * weight + sat[seat] for seat, weight in enumerate(uneven)]


def _sum(*costs: _Cost) -> _Cost:
    again, uneven, apart = map(sum, zip(*costs, strict=True))
    return again, uneven, apart

"""Pairing of a round of a tournament, with seats.

The pairing is a function of its arguments, so anybody can verify it. In this order it minimises
uneven seats (by more than one game), repeated meetings, and the distance of opponents in the
standings. For few players the optimum is found. For many the search ends after a number of
tables, and the best solution so far is improved by swapping two players as long as that helps.

At tables of two nobody ever has one seat two times more than the other, unless players withdraw: as
many players owe a game on one seat as on the other. So where two meet who owe the same seat, two
others can swap places with them, and this is improved before all else. Where pairing_lookahead.py can tell, a
round also leaves a way to play all later rounds without repeated meetings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, islice, permutations, product
from typing import NamedTuple, TypeAlias

from hako.multiplayer.tournaments.pairing_lookahead import (
    FAR,
    FIRST,
    NOBODY,
    SECOND,
    Pair,
    RemainingGames,
    Who,
    alternates,
    pairing_lookahead,
)

RULES = 2
"""Version of the pairing rules; raised when players would meet otherwise or on other seats."""

LOOKS = 2000
"""Maximum number of tables that are tried for one choice of byes."""

BYES = 20
"""Maximum number of choices of byes that are tried."""

DEAD_ENDS = 40
"""Number of solutions without continuation after which the search ends."""

_NEAR = {2: 400, 3: 26, 4: 13, 5: 11}
_NEAR_ELSE = 9
"""Number of neighbours in the standings among whom others are sought, by size of table."""

_UNEVEN = 1 << 20
"""Weight of unevenness: more than the rounds that a player can have had one seat."""

_Cost: TypeAlias = tuple[int, int, int]
"""Unevenness of seats, repeated meetings, and distance in points."""


class Round(NamedTuple):
    """Pairing of a round."""

    tables: tuple[tuple[Who, ...], ...]
    """Players of each table in the order of seats."""
    byes: tuple[Who, ...] = ()
    """Players with a bye."""


class _Path(NamedTuple):
    """Complete set of tables that the search found."""

    cost: _Cost
    tables: tuple[tuple[Who, ...], ...]
    """Players of each table in the order of the standings."""
    then: Sequence[Sequence[Pair]] | None = None
    """Continuation in later rounds, if one was sought and found."""


def round_robin(players: Sequence[Who]) -> list[Round]:
    """Round robin at tables of two, by Berger's tables.

    After each round everybody's seats are balanced within one.
    """
    *moving, still = [*players, NOBODY] if len(players) % 2 else players
    turns = range(len(moving))
    return _in_turn(
        [
            [
                (moving[one], still if one == other else moving[other])
                for one, other in ((one, (turn - one) % len(turns)) for one in turns)
                if one <= other
            ]
            for turn in turns
        ],
        {},
    )


def _in_turn(rounds: Iterable[Sequence[Pair]], owed: Mapping[Who, Who]) -> list[Round]:
    """Rounds with balanced seats, from pairs that may have NOBODY."""
    all_pairs = [*rounds]
    byes = [tuple(sum(pair) - NOBODY for pair in pairs if NOBODY in pair) for pairs in all_pairs]
    played = alternates(
        [[pair for pair in pairs if NOBODY not in pair] for pairs in all_pairs], owed
    )
    return [Round((*pairs,), out) for pairs, out in zip(played, byes, strict=True)]


def sizes(count: int, least: int, most: int) -> list[int]:
    """Sizes of tables, largest first, with as few byes as possible and similar sizes."""
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
    more: int = 0,
) -> Round:
    """Pair the next round; `players` are in order of the standings, `before` are the earlier rounds.

    Tables have `least` to `most` seats. Players with fewer byes get the next ones. `more` rounds follow.
    """
    rounds = [*before]
    search = _PairingSearch(
        players, points, [table for paired in rounds for table in paired.tables]
    )
    at_tables = sizes(len(players), least, most)
    byes = Counter(chain.from_iterable(paired.byes for paired in rounds))
    left = search.left(byes, more + 1) if {*at_tables} == {2} else None
    ahead = [] if left is None else pairing_lookahead(left)
    left = left if ahead else None
    candidates: list[tuple[_Path, tuple[Who, ...]]] = []
    for out in islice(_byes(players, byes, len(players) - sum(at_tables)), BYES):
        path = search.tables(players, out, at_tables, left)
        candidates.append((path, out))
        if path.then is not None or (left is None and path.cost[:2] == (0, 0)):
            break
    path, out = min(
        candidates, key=lambda candidate: (candidate[0].then is None, candidate[0].cost[:2])
    )
    if left is None or not ahead:
        return Round(tuple(search.seated(table)[1] for table in path.tables), out)
    if path.then is None:
        return _in_turn(map(search.as_they_stand, ahead), left.owed)[0]
    return _in_turn([_pairs(path.tables, out), *path.then], left.owed)[0]


def _byes(players: Sequence[Who], byes: Mapping[Who, int], count: int) -> Iterator[tuple[Who, ...]]:
    """Choices of players with a bye, the last in the standings first."""
    rank = {player: rank for rank, player in enumerate(players)}
    queue = sorted(players, key=lambda player: (byes.get(player, 0), -rank[player]))
    most = byes.get(queue[count - 1], 0) if count else 0
    sure = [player for player in queue[:count] if byes.get(player, 0) < most]
    alike = [player for player in queue if byes.get(player, 0) == most]
    for others in combinations(alike, count - len(sure)):
        yield (*sure, *others)


def _then(
    left: RemainingGames | None, tables: Iterable[tuple[Who, ...]], out: Iterable[Who]
) -> Sequence[Sequence[Pair]] | None:
    """Continuation after these tables, if `left` asks for one and one is found."""
    after = None if left is None else left.after(_pairs(tables, out))
    return None if after is None else pairing_lookahead(after)


def _pairs(tables: Iterable[tuple[Who, ...]], out: Iterable[Who]) -> list[Pair]:
    return [*((one, other) for one, other in tables), *((player, NOBODY) for player in out)]


class _Node(NamedTuple):
    """Node of the search: some tables are set, other players are free."""

    cost: _Cost
    tables: tuple[tuple[Who, ...], ...]
    free: tuple[Who, ...]
    sizes: tuple[int, ...]
    options: Iterator[tuple[_Cost, tuple[Who, ...]]]


class _PairingSearch:
    """Search for the best tables after earlier rounds."""

    def __init__(
        self,
        players: Sequence[Who],
        points: Mapping[Who, float],
        before: Sequence[tuple[Who, ...]],
    ) -> None:
        self._rank = {player: rank for rank, player in enumerate(players)}
        self._points = {
            player: round(points[player] * 3600) for player in players
        }  # integers, for exact arithmetic
        self._met = Counter(frozenset(pair) for table in before for pair in combinations(table, 2))
        self._sat = Counter((player, seat) for table in before for seat, player in enumerate(table))
        self.seated = cache(self._seated)
        self._cost = cache(self._cost_of)

    def left(self, byes: Mapping[Who, int], rounds: int) -> RemainingGames:
        """Games that are left for so many rounds at tables of two, until all have met once more."""
        everybody = [*self._rank, *([NOBODY] if len(self._rank) % 2 else [])]
        met = {
            pair: byes.get(one, 0) if other == NOBODY else self._met[frozenset(pair)]
            for pair in combinations(everybody, 2)
            for one, other in [pair]
        }
        least = min(met.values())
        strangers: dict[Who, set[Who]] = {player: set() for player in everybody}
        for (one, other), times in met.items():
            if times == least:
                strangers[one].add(other)
                strangers[other].add(one)
        oftener = {player: self._sat[player, 0] - self._sat[player, 1] for player in self._rank}
        owed = {player: SECOND if by > 0 else FIRST for player, by in oftener.items() if by}
        fewest = min(map(len, strangers.values()))
        return RemainingGames(strangers, owed, min(rounds, fewest, FAR // len(everybody)))

    def as_they_stand(self, pairs: Iterable[Pair]) -> list[Pair]:
        """Pairs and players in the order of the standings."""
        rank = {**self._rank, NOBODY: len(self._rank)}
        alike = ((one, other) if rank[one] < rank[other] else (other, one) for one, other in pairs)
        return sorted(alike, key=lambda pair: rank[pair[0]])

    def tables(
        self,
        players: Sequence[Who],
        out: Sequence[Who],
        sizes: Sequence[int],
        left: RemainingGames | None,
    ) -> _Path:
        """Best set of tables that was found for all but the players who are `out`.

        One with a continuation is preferred.
        """
        free = tuple(player for player in players if player not in out)
        branches = [_Node((0, 0, 0), (), free, (*sizes,), self._options(free, sizes))]
        best: _Path | None = None
        bound: _Cost | None = None
        looks = 0
        while branches:
            branch = branches[-1]
            cost, table = next(branch.options, (None, ()))
            total = None if cost is None else _sum(branch.cost, cost)
            if total is None or (bound is not None and total >= bound):
                branches.pop()
                continue
            looks += 1
            if looks > LOOKS and best is not None:
                break
            tables = (*branch.tables, table)
            if free := tuple(player for player in branch.free if player not in table):
                rest = [*branch.sizes]
                rest.remove(len(table))
                branches.append(_Node(total, tables, free, (*rest,), self._options(free, rest)))
                continue
            then = _then(left, tables, out)
            if left is None or then is not None:
                best, bound = _Path(total, tables, then), total
            else:
                best = best or _Path(total, tables)
                looks += LOOKS // DEAD_ENDS
        assert best is not None, "any way is one"
        path = best
        while looks > LOOKS and path.then is None and (better := self._exchanged(path)):
            path = _Path(_sum(*map(self._cost, better)), better, _then(left, better, out))
        return path

    def _exchanged(self, path: _Path) -> tuple[tuple[Who, ...], ...]:
        """Better tables after swapping two players; empty if there are none."""
        for first, second in combinations(range(len(path.tables)), 2) if any(path.cost[:2]) else ():
            one_table, other_table = path.tables[first], path.tables[second]
            before = _sum(self._cost(one_table), self._cost(other_table))
            for one, other in product(one_table, other_table):
                changed = [
                    tuple(sorted({*table} ^ {one, other}, key=self._rank.__getitem__))
                    for table in (one_table, other_table)
                ]
                if _sum(*map(self._cost, changed)) < before:
                    rest = [*path.tables]
                    rest[first], rest[second] = changed
                    return tuple(rest)
        return ()

    def _options(
        self, free: tuple[Who, ...], sizes: Iterable[int]
    ) -> Iterator[tuple[_Cost, tuple[Who, ...]]]:
        """Tables for the first of the free players, best first."""
        options = [
            (self._cost((free[0], *others)), (free[0], *others))
            for size in sorted({*sizes}, reverse=True)
            for others in combinations(free[1 : _NEAR.get(size, _NEAR_ELSE)], size - 1)
        ]
        return iter(sorted(options, key=lambda option: option[0]))

    def _cost_of(self, table: tuple[Who, ...]) -> _Cost:
        pairs = [*combinations(table, 2)]
        again = sum(self._met[frozenset(pair)] for pair in pairs)
        apart = sum((self._points[one] - self._points[other]) ** 2 for one, other in pairs)
        return self.seated(table)[0], again, apart

    def _seated(self, table: tuple[Who, ...]) -> tuple[int, tuple[Who, ...]]:
        """Unevenness of the best seats for these players, and the players in these seats."""
        weights = [self._weights(player, len(table)) for player in table]
        weight, order = min(
            (sum(weights[at][seat] for seat, at in enumerate(order)), order)
            for order in permutations(range(len(table)))
        )
        return weight // _UNEVEN, tuple(table[at] for at in order)

    def _weights(self, player: Who, seats: int) -> list[int]:
        """Cost of each seat for a player: unevenness, then the number of times they had it."""
        sat = [self._sat[player, seat] for seat in range(seats)]
        after = ([*sat[:seat], sat[seat] + 1, *sat[seat + 1 :]] for seat in range(seats))
        uneven = (max(0, max(counts) - min(counts) - 1) for counts in after)
        return [_UNEVEN * weight + sat[seat] for seat, weight in enumerate(uneven)]


def _sum(*costs: _Cost) -> _Cost:
    uneven, again, apart = map(sum, zip(*costs, strict=True))
    return uneven, again, apart

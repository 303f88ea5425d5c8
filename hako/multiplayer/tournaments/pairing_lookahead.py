"""Pairing lookahead at tables of two: later rounds with new opponents and balanced seats.

The games of each player are taken in pairs, with one game of a pair on each seat. So the seats of
one game decide those of the next, along a path or a cycle of games. Whoever walks along it seats each
player second in one game and first in the next. So seats can be balanced in any rounds that are
known beforehand. There is one restriction: two players who owe a game on the same seat cannot be the
two ends of a path, nor meet, since a single game is a path, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

Who: TypeAlias = int
"""Number of a player of a tournament."""

Pair: TypeAlias = tuple[Who, Who]

NOBODY: Who = -1
"""Opponent of players with a bye."""

FIRST: Who = -2
SECOND: Who = -3
"""Ends of the path of a player who owes that seat a game."""

LOOKS = 3000
"""Maximum number of tables that are tried to find all rounds."""

FAR = 500
"""Maximum number of places at tables for the lookahead; the recursion is half as deep."""


class RemainingGames(NamedTuple):
    """Games that are left to play."""

    strangers: Mapping[Who, Set[Who]]
    """Possible opponents of each player; NOBODY is among the players if somebody has a bye."""
    owed: Mapping[Who, Who]
    """FIRST or SECOND, for players who had that seat once less than the other."""
    rounds: int

    def after(self, pairs: Iterable[Pair]) -> RemainingGames | None:
        """Games left after a round; None if its players cannot meet."""
        strangers, owed = (
            {player: {*them} for player, them in self.strangers.items()},
            {**self.owed},
        )
        for one, other in pairs:
            if other not in strangers[one] or not _tie(owed, one, other):
                return None
            strangers[one].discard(other)
            strangers[other].discard(one)
        return RemainingGames(strangers, owed, self.rounds - 1)


def pairing_lookahead(left: RemainingGames) -> list[list[Pair]] | None:
    """Rounds of new opponents with balanced seats; None if none were found."""
    strangers = {player: {*them} for player, them in left.strangers.items()}
    everybody = frozenset(strangers)
    rounds: list[list[Pair]] = []
    looks = 0

    def go_on(free: Set[Who], pairs: tuple[Pair, ...], owed: Mapping[Who, Who]) -> bool:
        """Complete the round and all later ones; returns False if that is impossible."""
        nonlocal looks
        if not free:
            rounds.append([*pairs])
            if len(rounds) == left.rounds or go_on(everybody, (), owed):
                return True
            rounds.pop()
            return False
        can_meet = {player: strangers[player] & free for player in free}
        one = min(free, key=lambda player: (len(can_meet[player]), player))
        for other in sorted(can_meet[one], key=lambda player: (len(can_meet[player]), player)):
            looks += 1
            if looks > LOOKS:
                return False
            then = {**owed}
            if _tie(then, one, other):
                strangers[one].discard(other)
                strangers[other].discard(one)
                if go_on(free - {one, other}, (*pairs, (one, other)), then):
                    return True
                strangers[one].add(other)
                strangers[other].add(one)
        return False

    return rounds if not left.rounds or go_on(everybody, (), left.owed) else None


def _tie(ends: dict[Who, Who], one: Who, other: Who) -> bool:
    """Pair two players if possible. `ends` has the far end of each path with an unmatched game."""
    if NOBODY in {one, other}:
        return True
    near, far = ends.pop(one, one), ends.pop(other, other)
    if near == far:
        return False
    if near != other:  # otherwise the path becomes a cycle
        ends.update({end: opposite for end, opposite in ((near, far), (far, near)) if end >= 0})
    return True


def alternates(rounds: Sequence[Sequence[Pair]], owed: Mapping[Who, Who]) -> list[list[Pair]]:
    """Rounds with balanced seats; a pair keeps its order where both would do.

    None of the pairs has NOBODY.
    """
    games = [*chain.from_iterable(rounds)]
    those_of = defaultdict[Who, list[int]](list)
    for game, pair in enumerate(games):
        for player in pair:
            those_of[player].append(game)
    fellows: dict[tuple[int, Who], int] = {}
    for player, numbers in those_of.items():
        alone = numbers[player in owed :]
        for game, fellow in zip(alone[::2], alone[1::2], strict=False):
            fellows[game, player], fellows[fellow, player] = fellow, game
    first: dict[int, Who] = {}
    must = [
        (numbers[0], player, owed[player] == FIRST)
        for player, numbers in those_of.items()
        if player in owed
    ]
    may = [(game, one, True) for game, (one, _) in enumerate(games)]
    for start in (*must, *may):
        path = [start]
        while path:
            game, player, is_first = path.pop()
            if game not in first:
                pair = games[game]
                first[game] = player if is_first else sum(pair) - player
                path += [
                    (fellows[game, member], member, member != first[game])
                    for member in pair
                    if (game, member) in fellows
                ]
    seated = ((first[game], sum(pair) - first[game]) for game, pair in enumerate(games))
    return [[*islice(seated, len(pairs))] for pairs in rounds]

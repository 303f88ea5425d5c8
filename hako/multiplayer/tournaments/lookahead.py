"""Rounds ahead, at tables of two: who can meet whom they have not met yet, on either seat in turn.

Everybody's games are taken two by two: of two that belong together they sit once on each seat. So
what one game asks goes on to the next, along a path or round a ring of games; whoever walks along
it and is the second in one game, the first in the next, has done all of it. Seats therefore come
out in any rounds that are known beforehand. Only two who owe the same seat a game cannot be at the
two ends of a path; of a path of one game neither, so they cannot meet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

Who: TypeAlias = int
"""Somebody who takes part, by their number."""

Pair: TypeAlias = tuple[Who, Who]

NOBODY: Who = -1
"""Whom those meet who have a bye."""

FIRST: Who = -2
SECOND: Who = -3
"""What is at the end of the path of whoever owes that seat a game."""

LOOKS = 3000
"""So many tables are tried at most to find all rounds."""

FAR = 500
"""So many places at tables are looked ahead at most; the search is half as deep."""


class RemainingGames(NamedTuple):
    """What is left to be played."""

    strangers: Mapping[Who, Set[Who]]
    """Whom everybody can meet yet; NOBODY takes part where somebody has a bye."""
    owed: Mapping[Who, Who]
    """FIRST or SECOND, for those who sat there once less than on the other."""
    rounds: int

    def after(self, pairs: Iterable[Pair]) -> RemainingGames | None:
        """What is left after this round; none where these cannot meet."""
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
    """Rounds in which strangers meet and seats come out; none where none were found."""
    strangers = {player: {*them} for player, them in left.strangers.items()}
    everybody = frozenset(strangers)
    rounds: list[list[Pair]] = []
    looks = 0

    def go_on(free: Set[Who], pairs: tuple[Pair, ...], owed: Mapping[Who, Who]) -> bool:
        """Whether the rest of a round is found, and all that come after it."""
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
    """Let two meet, if they can. `ends` has the far end of the path of everybody who waits for its next game."""
    if NOBODY in {one, other}:
        return True
    near, far = ends.pop(one, one), ends.pop(other, other)
    if near == far:
        return False
    if near != other:  # else it becomes a ring
        ends.update({end: opposite for end, opposite in ((near, far), (far, near)) if end >= 0})
    return True


def alternates(rounds: Sequence[Sequence[Pair]], owed: Mapping[Who, Who]) -> list[list[Pair]]:
    """These rounds with seats that come out; who is named first is the first where it is all one.

    None of them is with NOBODY.
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
    for asked in (*must, *may):
        path = [asked]
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

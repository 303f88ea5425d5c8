"""Rounds ahead: that seats come out in whatever is known beforehand, and that what there is is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hako.multiplayer.tournaments import pairing_lookahead as rounds_module
from hako.multiplayer.tournaments.pairing_lookahead import (
    FIRST,
    NOBODY,
    SECOND,
    Pair,
    RemainingGames,
    alternates,
    pairing_lookahead,
)

PEOPLE = range(6)


@some.composite
def any_rounds(draw: some.DrawFn) -> list[list[Pair]]:
    """Somebody may be missing anywhere, and people may meet again."""
    orders = draw(some.lists(some.permutations(range(7)), max_size=8))
    pairs = [[*zip(order[::2], order[1::2], strict=False)] for order in orders]
    return [pair[draw(some.integers(0, 2)) :] for pair in pairs]


@given(any_rounds(), some.integers(0, 8))
def test_seats_come_out_in_any_rounds_that_are_known(rounds: list[list[Pair]], played: int) -> None:
    """Also in those that are left of them, when some are played."""
    seated = alternates(rounds, {})
    assert [[{*pair} for pair in item] for item in seated] == [
        [{*p} for p in item] for item in rounds
    ]
    owed = check_turns(seated[:played], {})
    check_turns(alternates(rounds[played:], owed), owed)


def check_turns(rounds: Sequence[Sequence[Pair]], owed: Mapping[int, int]) -> dict[int, int]:
    """Nobody has one seat twice oftener than the other after any; who owes one then."""
    oftener = Counter({person: 1 if seat == SECOND else -1 for person, seat in owed.items()})
    for pairs in rounds:
        for one, other in pairs:
            oftener[one] += 1
            oftener[other] -= 1
        assert all(abs(by) <= 1 for by in oftener.values())
    return {user: SECOND if by > 0 else FIRST for user, by in oftener.items() if by}


def all_pairs(left: RemainingGames) -> Iterator[list[Pair]]:
    """All ways to play the next round, whatever seats say."""

    def meet(free: tuple[int, ...]) -> Iterator[list[Pair]]:
        if not free:
            yield []
        for other in free[1:]:
            if other in left.strangers[free[0]]:
                rest = tuple(seat for seat in free[1:] if seat != other)
                yield from ([(free[0], other), *more] for more in meet(rest))

    yield from meet(tuple(left.strangers))


def is_there(left: RemainingGames) -> bool:
    """True if all can be played, with seats given out round by round."""
    if not left.rounds:
        return True
    for pairs in all_pairs(left):
        played = [pair for pair in pairs if NOBODY not in pair]
        for turned in range(2 ** len(played)):
            seated = [pair[::-1] if turned >> at & 1 else pair for at, pair in enumerate(played)]
            owed = {**left.owed}
            if all(_sit(owed, one, FIRST) and _sit(owed, two, SECOND) for one, two in seated):
                strangers = {
                    seat: {*them} - {other for pair in pairs if seat in pair for other in pair}
                    for seat, them in left.strangers.items()
                }
                if is_there(RemainingGames(strangers, owed, left.rounds - 1)):
                    return True
    return False


def _sit(owed: dict[int, int], user: int, seat: int) -> bool:
    if (due := owed.pop(user, None)) is None:
        owed[user] = FIRST + SECOND - seat
    return due in {None, seat}


@some.composite
def anything_left(draw: some.DrawFn) -> RemainingGames:
    people = [*range(4), NOBODY] if draw(some.booleans()) else [*PEOPLE]
    people = [*people, *([4] if NOBODY in people else [])]
    pairs = [pair for pair in combinations(people, 2) if draw(some.integers(0, 3))]
    strangers: dict[int, Set[int]] = {
        person: {other for pair in pairs if person in pair for other in pair if other != person}
        for person in people
    }
    seats = some.sampled_from([FIRST, SECOND, None])
    owed = {user: seat for user in people if user != NOBODY and (seat := draw(seats)) is not None}
    return RemainingGames(strangers, owed, draw(some.integers(0, 3)))


@given(anything_left())
def test_a_way_is_found_where_there_is_one_and_it_is_one(left: RemainingGames) -> None:
    results = pairing_lookahead(left)
    assert (results is not None) == is_there(left)
    if results is None:
        return
    assert len(results) == left.rounds
    met = Counter(frozenset(pair) for item in results for pair in item)
    assert max(met.values(), default=0) <= 1
    then: RemainingGames | None = left
    for pairs in results:
        assert sorted(seat for pair in pairs for seat in pair) == sorted(left.strangers)
        assert then is not None
        then = then.after(pairs)
    assert then is not None
    seated = alternates(
        [[pair_2 for pair_2 in one if NOBODY not in pair_2] for one in results], left.owed
    )
    check_turns(seated, left.owed)


@pytest.mark.parametrize("pair", [(0, 1), (2, 3)])
def test_two_cannot_meet_again_or_where_they_owe_the_same_seat(pair: Pair) -> None:
    left = RemainingGames(
        {0: {2, 3}, 1: {2, 3}, 2: {0, 1, 3}, 3: {0, 1, 2}}, {2: FIRST, 3: FIRST}, 1
    )
    assert left.after([pair]) is None
    assert left.after([(0, 2), (1, 3)]) is not None


def test_after_a_ring_of_games_nobody_in_it_owes_anything() -> None:
    left: RemainingGames | None = RemainingGames(
        {seat: {*range(4)} - {seat} for seat in range(4)}, {}, 3
    )
    for pairs, waiting in ([(0, 1), (2, 3)], {0, 1, 2, 3}), ([(0, 2), (1, 3)], set[int]()):
        assert left is not None
        left = left.after(pairs)
        assert left is not None
        assert {*left.owed} == waiting


def test_it_is_not_looked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    strangers = {seat: {*PEOPLE} - {seat} for seat in PEOPLE}
    assert pairing_lookahead(RemainingGames(strangers, {}, 5))
    monkeypatch.setattr(rounds_module, "LOOKS", 14)
    assert pairing_lookahead(RemainingGames(strangers, {}, 5)) is None

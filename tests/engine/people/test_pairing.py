"""Pairing: round robin and Swiss, held to what everybody may expect of them, and to all other ways."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hako.engine.people.pairing import Round, robin, sizes, swiss


def meetings(rounds: Sequence[Round]) -> Counter[tuple[int, ...]]:
    return Counter(
        tuple(sorted(pair))
        for each in rounds
        for table in each.tables
        for pair in combinations(table, 2)
    )


def check_whole(each: Round, players: Sequence[int]) -> None:
    """Everybody is once at a table, or has a bye."""
    assert sorted([*each.byes, *(who for table in each.tables for who in table)]) == [*players]


def unevenness(rounds: Sequence[Round], players: Sequence[int], seats: int) -> int:
    """How much oftener somebody sat on one seat than on another."""
    sat = Counter(
        (who, seat) for each in rounds for table in each.tables for seat, who in enumerate(table)
    )
    counts = [[sat[who, seat] for seat in range(seats)] for who in players]
    return max(max(each) - min(each) for each in counts)


def tournament(count: int, rounds: int, least: int, most: int, seed: int) -> list[Round]:
    """All rounds of one in which chance says who wins."""
    chance, before = random.Random(seed), list[Round]()
    points = dict.fromkeys(range(count), 0.0)
    for _ in range(rounds):
        ranked = sorted(points, key=lambda who: -points[who])
        before.append(swiss(ranked, points, before, least, most))
        check_whole(before[-1], range(count))
        for table in before[-1].tables:
            for place, who in enumerate(chance.sample(table, len(table))):
                points[who] += place / (len(table) - 1)
        for who in before[-1].byes:
            points[who] += 1
    return before


@pytest.mark.parametrize("count", range(2, 18))
def test_in_a_round_robin_everybody_meets_everybody_once_and_seats_are_even(count: int) -> None:
    rounds = robin(range(count))
    for each in rounds:
        check_whole(each, range(count))
    assert meetings(rounds) == Counter(combinations(range(count), 2))
    assert Counter(who for each in rounds for who in each.byes) == dict.fromkeys(
        range(count) if count % 2 else (), 1
    )
    assert unevenness(rounds, range(count), 2) <= 1


@given(some.integers(2, 60), some.integers(2, 6), some.integers(0, 4))
def test_tables_are_alike_and_byes_are_few(count: int, least: int, more: int) -> None:
    found, most = sizes(count, least, least + more), least + more
    assert all(least <= each <= most for each in found)
    assert not found or max(found) - min(found) <= 1
    for fewer in range(count - sum(found)):
        seated = count - fewer
        assert not any(least * n <= seated <= most * n for n in range(1, seated + 1))


@given(some.integers(2, 20), some.integers(0, 99), some.data())
def test_nobody_meets_again_while_that_can_be_and_byes_go_round(
    count: int, seed: int, data: some.DataObject
) -> None:
    """Whoever met fewer than half of the others: by Dirac, there is a way."""
    number = data.draw(some.integers(1, max(1, (count - 1) // 2)))
    rounds = tournament(count, number, 2, 2, seed)
    assert max(meetings(rounds).values()) == 1
    had = Counter(who for each in rounds for who in each.byes)
    assert max(had.values(), default=0) <= 1
    assert unevenness(rounds, range(count), 2) <= 1 + (number > count // 3)


def ways(players: tuple[int, ...], at: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to sit at tables of so many seats."""
    if not at:
        yield []
        return
    for size in {*at}:
        rest = [*at]
        rest.remove(size)
        for others in combinations(players[1:], size - 1):
            table = (players[0], *others)
            left = tuple(who for who in players if who not in table)
            yield from ([table, *more] for more in ways(left, tuple(rest)))


@given(
    some.sampled_from(
        [(4, 2, 2), (6, 2, 2), (8, 2, 2), (6, 2, 3), (7, 3, 4), (9, 3, 3), (9, 3, 4)]
    ),
    some.integers(1, 8),
    some.integers(0, 999),
)
def test_no_other_way_has_fewer_meet_again(
    shape: tuple[int, int, int], number: int, seed: int
) -> None:
    """All others are tried."""
    count, least, most = shape
    *before, last = tournament(count, number, least, most, seed)
    met = meetings(before)

    def again(tables: Sequence[tuple[int, ...]]) -> int:
        pairs = (pair for table in tables for pair in combinations(sorted(table), 2))
        return sum(met[pair] for pair in pairs)

    least_again = min(map(again, ways(tuple(range(count)), tuple(sizes(count, least, most)))))
    assert again(last.tables) == least_again


@pytest.mark.parametrize(("count", "least", "most"), [(16, 3, 4), (15, 3, 3), (12, 2, 4)])
def test_at_larger_tables_seats_go_round(count: int, least: int, most: int) -> None:
    rounds = tournament(count, 3, least, most, 7)
    assert unevenness(rounds, range(count), most) <= 1


def test_nobody_has_a_second_bye_before_all_had_one_where_several_have_one_at_once() -> None:
    had = Counter(who for each in tournament(7, 4, 5, 5, 1) for who in each.byes)
    assert sorted(had.values()) == [1, 1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize("first", [2, 3])
def test_those_who_stand_alike_are_at_one_table_be_it_the_larger_or_not(first: int) -> None:
    found = swiss(range(5), {who: 2.0 * (who < first) for who in range(5)}, [], 2, 3)
    assert {frozenset(each) for each in found.tables} == {
        frozenset(range(first)),
        frozenset(range(first, 5)),
    }


def test_whoever_stands_alike_meets() -> None:
    """The four that won meet, and of five the last has nobody to meet."""
    points = {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0, 4: 0.0, 5: 0.0, 6: 0.0}
    first = Round(((0, 4), (5, 1), (2, 6)), (3,))
    second = swiss([*points], points, [first], 2, 2)
    assert {tuple(sorted(each)) for each in second.tables} == {(0, 1), (2, 3), (4, 5)}
    assert second.byes == (6,)

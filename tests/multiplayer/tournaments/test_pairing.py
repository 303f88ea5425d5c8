"""Pairing: round robin and Swiss, held to what everybody may expect of them, and to all other ways."""

from __future__ import annotations

import inspect
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hako.multiplayer.tournaments import pairing
from hako.multiplayer.tournaments.pairing import Round, round_robin, sizes, swiss


def meetings(rounds: Sequence[Round]) -> Counter[tuple[int, ...]]:
    return Counter(
        tuple(sorted(pair))
        for item in rounds
        for table in item.tables
        for pair in combinations(table, 2)
    )


def check_whole(item: Round, players: Sequence[int]) -> None:
    """Everybody is once at a table, or has a bye."""
    assert sorted([*item.byes, *(seat for table in item.tables for seat in table)]) == [*players]


def unevenness(rounds: Sequence[Round], players: Sequence[int], seats: int) -> int:
    """Greatest difference between the games of a player on two seats, after any of these rounds."""
    sat = {player: [0] * seats for player in players}
    most = 0
    for item in rounds:
        for table in item.tables:
            for seat, user in enumerate(table):
                sat[user][seat] += 1
        most = max(most, *(max(numbers) - min(numbers) for numbers in sat.values()))
    return most


Result: TypeAlias = Callable[[random.Random, tuple[int, ...]], Sequence[int]]
"""Places of a table from the last one up to the first."""


def by_chance(chance: random.Random, table: tuple[int, ...]) -> Sequence[int]:
    return chance.sample(table, len(table))


def by_number(_: random.Random, table: tuple[int, ...]) -> Sequence[int]:
    return sorted(table)


def by_seat(_: random.Random, table: tuple[int, ...]) -> Sequence[int]:
    return table


def tournament(
    count: int, rounds: int, least: int, most: int, seed: int, result: Result = by_chance
) -> list[Round]:
    """All rounds of one."""
    chance, before = random.Random(seed), list[Round]()
    points = dict.fromkeys(range(count), 0.0)
    for number in range(1, rounds + 1):
        ranked = sorted(points, key=lambda seat: -points[seat])
        before.append(swiss(ranked, points, before, least, most, rounds - number))
        check_whole(before[-1], range(count))
        for table in before[-1].tables:
            for place, bye in enumerate(result(chance, table)):
                points[bye] += place / (len(table) - 1)
        for bye in before[-1].byes:
            points[bye] += 1
    return before


@pytest.mark.parametrize("count", range(2, 18))
def test_in_a_round_robin_everybody_meets_everybody_once_and_seats_are_even(count: int) -> None:
    rounds = round_robin(range(count))
    for item in rounds:
        check_whole(item, range(count))
    assert meetings(rounds) == Counter(combinations(range(count), 2))
    assert Counter(bye for one in rounds for bye in one.byes) == dict.fromkeys(
        range(count) if count % 2 else (), 1
    )
    assert unevenness(rounds, range(count), 2) <= 1


@pytest.mark.parametrize("result", [by_chance, by_number, by_seat])
@pytest.mark.parametrize("count", range(2, 13))
def test_at_tables_of_two_seats_are_even_after_every_round_and_all_meet_before_any_meet_again(
    count: int, result: Result
) -> None:
    """In as many rounds as everybody needs to meet everybody, and in more; byes go round alike."""
    needed = count - 1 + count % 2
    everybody: dict[tuple[int, ...], int] = dict.fromkeys(combinations(range(count), 2), 0)
    for number in range(1, needed + 4):
        rounds = tournament(count, number, 2, 2, number, result)
        assert unevenness(rounds, range(count), 2) <= 1
        met = {**everybody, **meetings(rounds)}
        assert max(met.values()) - min(met.values()) <= 1
        had = Counter(bye for item in rounds for bye in item.byes)
        assert max(had.values(), default=0) <= -(-number // needed)


@given(some.integers(14, 40), some.integers(1, 9), some.integers(0, 99))
def test_seats_are_even_where_only_a_few_ways_are_tried(count: int, number: int, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "LOOKS", 1)
        patch.setattr(pairing, "FAR", 0)
        rounds = tournament(count, number, 2, 2, seed)
    assert unevenness(rounds, range(count), 2) <= 1


@some.composite
def histories(draw: some.DrawFn) -> list[Round]:
    """Rounds of eight as they may come about where others withdrew: anybody has met anybody."""
    return [
        Round(tuple(zip(order[::2], order[1::2], strict=True))[draw(some.integers(0, 3)) :])
        for order in draw(some.lists(some.permutations(range(8)), max_size=6))
    ]


@given(histories(), some.integers(0, 3), some.sampled_from([1, pairing.LOOKS]))
def test_no_more_people_than_must_have_a_seat_oftener_when_some_withdrew(
    before: list[Round], more: int, looks: int
) -> None:
    """Players who owe one seat a game meet each other where they are more than all others, only then."""
    oftener = Counter(user for item in before for user, _ in item.tables)
    oftener.subtract(person for item_2 in before for _, person in item_2.tables)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing, "LOOKS", looks)
        result = swiss(range(8), dict.fromkeys(range(8), 0.0), before, 2, 2, more)
    owe = Counter((oftener[seat] > 0) - (oftener[seat] < 0) for seat in range(8))
    alike = sum(oftener[one] * oftener[other] > 0 for one, other in result.tables)
    assert alike == max(0, owe[1] - 4, owe[-1] - 4)
    for one, other in result.tables:
        assert oftener[one] * oftener[other] > 0 or oftener[one] <= 0 <= oftener[other]


def test_a_search_is_not_as_deep_as_there_are_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else two thousand people could not take part."""
    monkeypatch.setattr(pairing, "FAR", 200)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)
    try:
        check_whole(swiss(range(300), dict.fromkeys(range(300), 0.0), [], 2, 2, 9), range(300))
    finally:
        sys.setrecursionlimit(limit)


@given(some.integers(2, 60), some.integers(2, 6), some.integers(0, 4))
def test_tables_are_alike_and_byes_are_few(count: int, least: int, more: int) -> None:
    numbers, most = sizes(count, least, least + more), least + more
    assert all(least <= number <= most for number in numbers)
    assert not numbers or max(numbers) - min(numbers) <= 1
    for fewer in range(count - sum(numbers)):
        seated = count - fewer
        assert not any(least * n <= seated <= most * n for n in range(1, seated + 1))


@given(some.integers(2, 20), some.integers(0, 99), some.data())
def test_nobody_meets_again_while_that_can_be_and_byes_go_round(
    count: int, seed: int, data: some.DataObject
) -> None:
    """While each has met fewer than half of the others, there is a way, by Dirac."""
    number = data.draw(some.integers(1, max(1, (count - 1) // 2)))
    rounds = tournament(count, number, 2, 2, seed)
    assert max(meetings(rounds).values()) == 1
    had = Counter(bye for item in rounds for bye in item.byes)
    assert max(had.values(), default=0) <= 1
    assert unevenness(rounds, range(count), 2) <= 1


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
            left = tuple(player for player in players if player not in table)
            yield from ([table, *more] for more in ways(left, tuple(rest)))


@given(
    some.sampled_from(
        [
            *((count, 2, 2) for count in range(2, 10)),
            *((6, 2, 3), (7, 3, 3), (7, 3, 4), (8, 4, 4), (9, 3, 3), (9, 3, 4)),
        ]
    ),
    some.integers(1, 10),
    some.integers(0, 999),
)
def test_no_other_way_has_seats_more_even_then_fewer_meet_again(
    shape: tuple[int, int, int], number: int, seed: int
) -> None:
    """All others are tried, with whoever had fewest byes out, too."""
    count, least, most = shape
    *before, last = tournament(count, number, least, most, seed)
    met, sat = meetings(before), Counter[tuple[int, int]]()
    sat.update((w, at) for item in before for table in item.tables for at, w in enumerate(table))
    byes = Counter(bye for one in before for bye in one.byes)

    def again(tables: Sequence[tuple[int, ...]]) -> int:
        return sum(met[pair] for table in tables for pair in combinations(sorted(table), 2))

    def uneven(user: int, seat: int, seats: int) -> int:
        numbers = [sat[user, number_2] + (number_2 == seat) for number_2 in range(seats)]
        return max(0, max(numbers) - min(numbers) - 1)

    def seated(table: tuple[int, ...]) -> int:
        return sum(uneven(person, seat, len(table)) for seat, person in enumerate(table))

    @cache
    def best_seated(table: tuple[int, ...]) -> int:
        return min(map(seated, permutations(table)))

    outs = [*combinations(range(count), len(last.byes))]
    fewest = min(sum(byes[name] for name in out) for out in outs)
    at_tables = tuple(sizes(count, least, most))
    best = min(
        (sum(map(best_seated, tables)), again(tables))
        for out in outs
        if sum(byes[seat_2] for seat_2 in out) == fewest
        for tables in ways(tuple(seat_3 for seat_3 in range(count) if seat_3 not in out), at_tables)
    )
    assert (sum(map(seated, last.tables)), again(last.tables)) == best


@pytest.mark.parametrize(
    ("count", "least", "most", "number"),
    [(12, 2, 4, 3), (16, 3, 4, 3)]
    + [(count, 3, 3, 9) for count in range(3, 14)]
    + [(count, 4, 4, 9) for count in range(4, 13)]
    + [(count, 5, 5, 6) for count in range(5, 12)],
)
def test_at_larger_tables_seats_go_round(count: int, least: int, most: int, number: int) -> None:
    """Also where somebody has a bye; where tables differ nobody can say how often a seat is due."""
    rounds = tournament(count, number, least, most, 7)
    assert unevenness(rounds, range(count), most) <= 1


def test_nobody_has_a_second_bye_before_all_had_one_where_several_have_one_at_once() -> None:
    had = Counter(bye for item in tournament(7, 4, 5, 5, 1) for bye in item.byes)
    assert sorted(had.values()) == [1, 1, 1, 1, 1, 1, 2]


@pytest.mark.parametrize("first", [2, 3])
def test_those_who_stand_alike_are_at_one_table_be_it_the_larger_or_not(first: int) -> None:
    result = swiss(range(5), {seat: 2.0 * (seat < first) for seat in range(5)}, [], 2, 3)
    assert {frozenset(table) for table in result.tables} == {
        frozenset(range(first)),
        frozenset(range(first, 5)),
    }


def test_whoever_stands_alike_meets() -> None:
    """The four that won meet, and of five the last has nobody to meet."""
    points = {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0, 4: 0.0, 5: 0.0, 6: 0.0}
    first = Round(((0, 4), (5, 1), (2, 6)), (3,))
    second = swiss([*points], points, [first], 2, 2)
    assert {tuple(sorted(table)) for table in second.tables} == {(0, 1), (2, 3), (4, 5)}
    assert second.byes == (6,)

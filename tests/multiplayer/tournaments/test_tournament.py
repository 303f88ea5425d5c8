"""A cup folded from its lines: what standings are, and that both they and pairings follow."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.multiplayer.tournaments.draw import commitment
from hako.multiplayer.tournaments.log_lines import (
    PlayerEntered,
    PlayerForfeited,
    PlayerWithdrew,
    RoundPaired,
    TableScored,
    TournamentAnnounced,
    TournamentFinished,
    TournamentKind,
    TournamentLine,
    TournamentStarted,
)
from hako.multiplayer.tournaments.pairing import RULES
from hako.multiplayer.tournaments.tournament import Tournament, placement_points, verified

SECRET = "5e" * 32
BOUND = commitment(bytes.fromhex(SECRET))


def announced(
    kind: TournamentKind = "swiss", least: int = 2, most: int = 2, rounds: int = 0
) -> Tournament:
    return Tournament(
        TournamentAnnounced("it", 1, kind, "game", least, most, BOUND, SECRET, rounds)
    )


def begun(cup: Tournament, count: int) -> Tournament:
    for seat in range(count):
        cup.note(PlayerEntered("it", f"P{seat}", f"key {seat}"))
    cup.note(TournamentStarted("it", 2, cup.rounds_to_play()))
    return cup


def pair(cup: Tournament) -> None:
    tables, byes = cup.pairing()
    cup.note(RoundPaired("it", len(cup.rounds) + 1, tables, byes, rules=RULES))


def played(cup: Tournament, seed: int, rounds: int = 99) -> Tournament:
    """By chance; now and then somebody withdraws or does not come."""
    chance = random.Random(seed)
    while cup.awaits_pairing and rounds:
        pair(cup)
        rounds -= 1
        for number, table in [*cup.open_tables()]:
            if chance.random() < 0.1:
                cup.note(PlayerForfeited("it", len(cup.rounds), number, chance.choice(table)))
            places = [chance.randint(1, len(table)) for _ in table]
            ranked = tuple(1 + sum(other < place for other in places) for place in places)
            cup.note(TableScored("it", len(cup.rounds), number, ranked))
        if chance.random() < 0.1 and len(cup.active()) > cup.about.least:
            cup.note(PlayerWithdrew("it", chance.choice(cup.active())))
    return cup


def as_told(cup: Tournament) -> list[TournamentLine]:
    """Out of the house and in again."""
    return msgspec.json.decode(msgspec.json.encode(cup.public_lines()), type=list[TournamentLine])


def any_tournament(
    kind: TournamentKind, sizes: tuple[int, int], more: int, seed: int
) -> Tournament:
    least, most = sizes if kind == "swiss" else (2, 2)
    return played(begun(announced(kind, least, most, 3), 4 + more), seed)


CUPS = some.builds(
    any_tournament,
    some.sampled_from(["swiss", "robin"]),
    some.sampled_from([(2, 2), (2, 3), (3, 4), (3, 5)]),
    some.integers(0, 7),
    some.integers(0, 999),
)


@given(CUPS)
def test_what_everybody_is_told_is_enough_to_reckon_it_again(cup: Tournament) -> None:
    lines = as_told(cup)
    assert verified(lines).standings() == cup.standings()
    assert not any(line.key for line in lines if isinstance(line, PlayerEntered))


@given(CUPS)
def test_all_that_is_won_is_lost_by_others(cup: Tournament) -> None:
    """A table of so many gives half as many points; who did not come gets none."""
    standings = cup.standings()
    tables = sum(len(table) for paired in cup.rounds for table in paired.tables)
    byes = sum(len(item.byes) for item in cup.rounds) * (cup.about.kind == "swiss")
    lost = Fraction(0)
    for number, table, seat in cup.absent:
        people = cup.rounds[number - 1].tables[table - 1]
        lost += placement_points(cup.scored[number, table].places)[people.index(seat)]
    assert (
        sum(tournament_standing.points for tournament_standing in standings)
        == Fraction(tables, 2) + byes - lost
    )
    assert [standing.place for standing in standings] == [*range(1, len(cup.players) + 1)]


@given(CUPS, some.data())
def test_another_pairing_is_told(cup: Tournament, data: some.DataObject) -> None:
    lines = as_told(cup)
    at = data.draw(
        some.sampled_from([n for n, it in enumerate(lines) if isinstance(it, RoundPaired)])
    )
    paired = lines[at]
    assert isinstance(paired, RoundPaired)
    first, *others = paired.tables
    lines[at] = replace(paired, tables=(first[::-1], *others))
    with pytest.raises(Failure, match="other pairings"):
        verified(lines)


@given(CUPS)
def test_rounds_that_were_paired_by_other_rules_are_taken_as_they_are(cup: Tournament) -> None:
    """A cup that had begun under them goes on."""
    lines = as_told(cup)
    for at, line in enumerate(lines):
        if isinstance(line, RoundPaired) and line.round == 1:
            first, *others = line.tables
            assert len({*first}) == len(first)
            lines[at] = replace(line, tables=(first[::-1], *others), rules=1)
            break
    begun = verified(lines[: at + 1])
    assert begun.rounds[0].tables[0] == first[::-1]
    for number, table in [*begun.open_tables()]:
        begun.note(TableScored("it", 1, number, (1,) * len(table)))
    if begun.awaits_pairing:
        pair(begun)
    assert verified(as_told(begun)).standings() == begun.standings()


def test_other_lots_and_what_cannot_come_is_told() -> None:
    cup = played(begun(announced(rounds=2), 5), 1)
    first, *others = as_told(cup)
    assert isinstance(first, TournamentAnnounced)
    with pytest.raises(Failure, match="line 7: the lots"):
        verified([replace(first, secret="00" * 32), *others])
    with pytest.raises(Failure, match="not the beginning of a tournament"):
        verified(others)
    for line in (
        PlayerEntered("it", "Late", "late"),
        TableScored("it", 2, 9, (1, 2)),
        TableScored("it", 2, 1, ()),
    ):
        with pytest.raises(Failure, match="line"):
            verified([first, *others[:-1], line])


def test_no_secret_is_told_before_its_time() -> None:
    cup = announced()
    assert SECRET not in str(cup.public_lines())
    begun(cup, 4)
    assert SECRET in str(cup.public_lines())
    cup.note(RoundPaired("it", 1, *cup.pairing(), secret="11" * 32))
    assert "11" * 32 not in str(cup.public_lines())
    for number, _ in [*cup.open_tables()]:
        cup.note(TableScored("it", 1, number, (1, 2)))
    assert "11" * 32 in str(cup.public_lines())


def scored(
    cup: Tournament, rounds: Sequence[tuple[tuple[int, ...], ...]]
) -> dict[str, list[float]]:
    """The first one named at a table won; points by then, and opponents."""
    for number, tables in enumerate(rounds, 1):
        byes = {*range(len(cup.players))} - {seat for table in tables for seat in table}
        cup.note(RoundPaired("it", number, tables, (*byes,)))
        for table, people in enumerate(tables, 1):
            cup.note(TableScored("it", number, table, tuple(range(1, len(people) + 1))))
    return {
        f"P{standing.player}": [*map(float, (standing.points, standing.opponents))]
        for standing in cup.standings()
    }


def test_the_same_points_are_told_apart_by_those_whom_one_met() -> None:
    """P1 and P2 have one point each of two; P1 lost to the one who won, P2 to P1."""
    cup = begun(announced(rounds=2), 4)
    values = scored(cup, [((0, 1), (2, 3)), ((0, 2), (1, 3))])
    assert values == {"P0": [2, 2], "P1": [1, 2], "P2": [1, 2], "P3": [0, 2]}
    cup = begun(announced(rounds=2), 5)
    assert [*scored(cup, [((0, 1), (2, 3)), ((0, 4), (1, 2))])] == ["P0", "P1", "P2", "P4", "P3"]


@pytest.mark.parametrize("people", [(0, 1, 2, 3), (1, 0, 3, 2)])
def test_who_is_alike_in_that_is_told_apart_by_what_they_did_against_each_other(
    people: tuple[int, ...],
) -> None:
    """Whatever lots say."""
    one, two, three, four = people
    cup = begun(announced(rounds=3), 4)
    rounds = [((0, 1), (2, 3)), ((1, 2), (3, 0)), ((0, 2), (1, 3))]
    scored(cup, [tuple(tuple(people[seat] for seat in table) for table in pair) for pair in rounds])
    standings = cup.standings()
    assert [standing.points for standing in standings] == [2, 2, 1, 1]
    assert [tournament_standing.player for tournament_standing in standings] == [
        one,
        two,
        three,
        four,
    ]
    assert [item.direct for item in standings] == [1, 0, 1, 0]


def test_those_who_won_meet_next() -> None:
    cup = begun(announced(), 8)
    pair(cup)
    for number, _ in [*cup.open_tables()]:  # on both seats
        cup.note(TableScored("it", 1, number, (1, 2) if number % 2 else (2, 1)))
    points, (tables, _) = cup.points(), cup.pairing()
    assert all(points[one] == points[other] for one, other in tables)


@pytest.mark.parametrize("won", [0, 1])
def test_the_bye_is_for_somebody_who_has_least(won: int) -> None:
    """Whatever their lots."""
    cup = begun(announced(), 3)
    pair(cup)
    places = (1 + won, 2 - won)
    cup.note(TableScored("it", 1, 1, places))
    assert cup.pairing().byes == (cup.rounds[0].tables[0][1 - won],)


@pytest.mark.parametrize("won", [(1, 2), (2, 1)])
def test_a_round_leaves_a_way_to_play_those_after_it(won: tuple[int, int]) -> None:
    """Six people in five rounds, so everybody meets everybody."""
    cup = begun(announced(rounds=5), 6)
    while cup.awaits_pairing:
        pair(cup)
        for number, _ in [*cup.open_tables()]:
            cup.note(TableScored("it", len(cup.rounds), number, won))
    assert len({frozenset(table) for paired in cup.rounds for table in paired.tables}) == 15


def test_then_lots_decide() -> None:
    cup = begun(announced(), 6)
    lots = cup.draw()
    assert [standing.player for standing in cup.standings()] == sorted(lots, key=lots.__getitem__)
    assert sorted(lots.values()) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("places", "worth"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (Fraction(1, 2),) * 2),
        ((2, 1, 3), (Fraction(1, 2), 1, 0)),
        ((1, 2, 2, 4), (1, Fraction(1, 2), Fraction(1, 2), 0)),
        ((2, 2, 1, 2), (Fraction(1, 3),) * 2 + (1, Fraction(1, 3))),
    ],
)
def test_a_tie_shares_what_its_places_are_worth(
    places: tuple[int, ...], worth: tuple[Fraction, ...]
) -> None:
    assert tuple(placement_points(places)) == worth


def test_no_round_comes_where_fewer_are_left_than_a_table_takes() -> None:
    cup = begun(announced(least=3, most=3), 3)
    cup.note(PlayerWithdrew("it", 2))
    assert not cup.awaits_pairing
    with pytest.raises(Failure, match="round 1 of it does not come"):
        verified([*as_told(cup), RoundPaired("it", 1, ((0, 1),), rules=RULES)])


def test_nothing_comes_after_the_end_and_nobody_enters_late_or_twice() -> None:
    cup = announced(least=3, most=3)
    cup.note(PlayerEntered("it", "P0", "key 0"))
    with pytest.raises(Failure, match="already"):
        cup.note(PlayerEntered("it", "P0", "key 0"))
    with pytest.raises(Failure, match="already"):
        cup.note(PlayerEntered("it", "P0", "another key"))
    with pytest.raises(Failure, match="at least 3"):
        cup.note(TournamentStarted("it", 2, 1))
    cup.note(PlayerWithdrew("it", 0))
    with pytest.raises(Failure, match="Nobody"):
        cup.note(PlayerWithdrew("it", 0))
    begun(cup, 3)
    with pytest.raises(Failure, match="has begun"):
        cup.note(TournamentStarted("it", 2, 1))
    assert cup.players == (1, 2, 3)
    cup.note(TournamentFinished("it", 3))
    with pytest.raises(Failure, match="is over"):
        cup.note(PlayerWithdrew("it", 1))

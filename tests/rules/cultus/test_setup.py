"""Setting up, for two to four players where not said otherwise."""

from __future__ import annotations

import pytest

from hako.content.cultus import GAME
from hako.content.cultus.actions import LayCard, PlaceCard, PlaceMedal
from hako.content.cultus.state import Town
from hako.content.cultus.steps.setup import PickMedalSpace
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat
from tests.rules.cultus.table import Table, content, new, spots

several = pytest.mark.parametrize("seats", [2, 3, 4])
any_number = pytest.mark.parametrize("seats", [1, 2, 3, 4])

SEEDS = range(12)


def set_up(seats: int, seed: int = 1) -> tuple[Town, list[tuple[Seat, object]]]:
    """A game at its first turn, and who chose what before it: always the first offer."""
    table, chosen = Table(new(seats, seed=seed)), []
    while not table.town.turn.number:
        chosen.append((table.deciding, table.legal[0]))
        table.do(table.legal[0])
    return table.town, chosen


@pytest.mark.rule("cultus.setup.2")
@several
def test_everybody_has_a_pawn_and_a_medal(seats: int) -> None:
    town, _ = set_up(seats)

    assert len(town.pawn_cells()) == seats
    assert sorted(space.medal for space in town.row if space.medal is not None) == [*town.seats]


@pytest.mark.rule("cultus.setup.3", "cultus.solo.4")
@any_number
def test_the_six_income_cards_lie_in_a_random_order(seats: int) -> None:
    rows = {tuple(space.income for space in new(seats, seed=seed).row) for seed in SEEDS}

    assert len(rows) > 1
    for row in rows:
        assert sorted(row) == sorted(content().income)
    assert not any(space.is_gold for space in new(seats).row)


@pytest.mark.rule("cultus.setup.4")
@several
def test_everybody_gets_three_cards_that_nobody_else_sees(seats: int) -> None:
    town = new(seats)

    for viewer in (*town.seats, None):
        hands = [ruler.hand for ruler in view(GAME, town, viewer).rulers]
        for seat, hand in enumerate(hands):
            assert hand == (town.rulers[seat].hand if seat == viewer else (None,) * 3)


@pytest.mark.rule("cultus.setup.5")
@pytest.mark.parametrize(("seats", "left_over"), [(2, 6), (3, 3), (4, 0)])
def test_six_decks_of_six_and_the_rest_is_discarded_unseen(seats: int, left_over: int) -> None:
    town = new(seats)

    assert [len(space.deck) for space in town.row] == [6] * 6
    assert len(town.left_over) == left_over
    for viewer in (*town.seats, None):
        seen = view(GAME, town, viewer)
        assert seen.left_over == (None,) * left_over
        assert all(space.deck == (None,) * 6 for space in seen.row)
    hands = [card for ruler in town.rulers for card in ruler.hand]
    decks = [card for space in town.row for card in space.deck]
    assert sorted(map(str, (*hands, *decks, *town.left_over))) == sorted(content().card)


@pytest.mark.rule("cultus.setup.6")
@several
def test_characters_are_open_and_plans_are_seen_by_their_owners(seats: int) -> None:
    town = new(seats)
    characters, plans = ([*map(key, town.rulers)] for key in (_character, _plan))

    assert len(set(characters)) == len(set(plans)) == seats
    assert set(characters) <= set(content().character)
    assert set(plans) <= set(content().plan)
    for viewer in (*town.seats, None):
        seen = view(GAME, town, viewer)
        assert [*map(_character, seen.rulers)] == characters
        hidden = [plan if seat == viewer else None for seat, plan in enumerate(plans)]
        assert [*map(_plan, seen.rulers)] == hidden


def _character(ruler: object) -> object:
    return getattr(ruler, "character", None)


def _plan(ruler: object) -> object:
    return getattr(ruler, "plan", None)


@pytest.mark.rule("cultus.setup.8", "cultus.solo.8")
@any_number
def test_three_monument_cards_are_open_and_nine_are_a_deck(seats: int) -> None:
    towns = [new(seats, seed=seed) for seed in SEEDS]

    assert len({town.open_monuments for town in towns}) > 1
    for town in towns:
        assert (len(town.open_monuments), len(town.monument_deck)) == (3, 9)
        assert view(GAME, town, 0).monument_deck == (None,) * 9
        assert sorted(map(str, (*town.open_monuments, *town.monument_deck))) == sorted(
            content().monument
        )


@pytest.mark.rule("cultus.setup.9")
@several
def test_anybody_may_be_the_start_player(seats: int) -> None:
    assert {new(seats, seed=seed).start_player for seed in range(40)} == set(range(seats))


@pytest.mark.rule("cultus.setup.10")
@several
def test_medals_are_placed_from_the_last_player_to_the_first(seats: int) -> None:
    town, chosen = set_up(seats, seed=3)

    medals = [(seat, value.income) for seat, value in chosen if isinstance(value, PlaceMedal)]
    assert [seat for seat, _ in medals] == [*reversed(town.in_turn_order())]
    assert len({income for _, income in medals}) == seats


@pytest.mark.rule("cultus.setup.10")
def test_a_medal_goes_on_a_card_without_one() -> None:
    table = Table(new(2))
    first = table.legal
    assert len(first) == 6

    table.do(first[2])

    assert isinstance(table.step, PickMedalSpace)
    assert table.legal == [item for item in first if item != first[2]]


@pytest.mark.rule("cultus.setup.11")
@pytest.mark.parametrize(
    ("seats", "start"),
    [
        (2, ["r1c1", "r8c8"]),
        (3, ["r1c1", "r8c8", "r1c8"]),
        (4, ["r1c1", "r1c8", "r8c8", "r8c1"]),
    ],
)
def test_where_players_start(seats: int, start: list[str]) -> None:
    town, _ = set_up(seats, seed=5)

    pawns = [town.rulers[seat].pawn for seat in town.in_turn_order()]
    assert [spots([pawn]) for pawn in pawns if pawn is not None] == start


@pytest.mark.rule("cultus.setup.12")
@several
def test_everybody_lays_a_card_over_the_start_cell(seats: int) -> None:
    """In turn order; 3 cards times 2 ways; two cards are left."""
    town, chosen = set_up(seats, seed=2)

    cards = [seat for seat, value in chosen if isinstance(value, PlaceCard)]
    ways = [seat for seat, item in chosen if isinstance(item, LayCard)]
    assert cards == ways == [*town.in_turn_order()]
    assert [len(one.hand) for one in town.rulers] == [2] * seats
    assert len(town.laid) == seats
    for ruler in town.rulers:
        assert ruler.pawn is not None
        assert town.icons[ruler.pawn] is not None


@pytest.mark.rule("cultus.setup.12")
def test_in_a_corner_there_are_three_cards_and_two_ways() -> None:
    table = Table(new(2))
    for _ in range(2):
        table.do(table.legal[0])
    hand = table.town.rulers[table.town.start_player].hand
    assert table.legal == [PlaceCard(card) for card in hand]

    table.do(table.legal[0])

    assert table.legal == [LayCard(0, 0), LayCard(0, 180)]

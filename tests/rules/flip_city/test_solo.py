"""Playing alone."""

from __future__ import annotations

import pytest

from hako.content.flip_city.events import DeckReshuffled, GameLost, SupplyShrank
from hako.engine.i18n.lazy_text import LazyText
from tests.rules.flip_city.table import Table, alone, in_alphabet, new


def how(table: Table) -> LazyText:
    """End of the game."""
    return table.result.how


@pytest.mark.rule("flip_city.solo.1")
def test_alone_the_supply_is_four_of_each() -> None:
    city = new(1)

    assert Table(city).supply == "C4 H4 F4 K4"
    assert in_alphabet(city.boards[0].owned()) == "A C F H K R R R R"


@pytest.mark.rule("flip_city.solo.2", "flip_city.end.2")
def test_alone_one_takes_turn_after_turn() -> None:
    table = alone("R C | - | F | $2 0 0/3 2", build=True).end()

    assert (table.city.turn.seat, table.city.turn.number) == (0, 2)
    assert table.options == "play"


@pytest.mark.rule("flip_city.solo.3")
def test_alone_any_pile_that_is_not_empty_can_lose_the_card() -> None:
    table = alone("- | C F | K | $3 0 0/3 1", supply="C4 H0 F1 K2").reshuffle()

    assert table.options == "remove C, remove F, remove K"
    assert table.remove("F", order="F C").supply == "C4 H0 F0 K2"
    assert table.city.removed == ("factory",)


@pytest.mark.rule("flip_city.solo.3")
def test_alone_the_card_is_chosen_before_the_shuffle_is_seen() -> None:
    table = alone("- | C F | K | $3 0 0/3 1").reshuffle()

    assert table.cards(0) == "- | C F | K"
    assert [type(event) for event in table.remove("C", order="F C").told] == [
        SupplyShrank,
        DeckReshuffled,
    ]


@pytest.mark.rule("flip_city.solo.3")
def test_alone_a_reshuffle_at_the_start_of_a_turn_costs_a_card_too() -> None:
    table = alone("- | C F | - | $0 0 0/3 1").reshuffle().remove("C", order="F C")

    assert table.supply == "C3 H4 F4 K4"
    assert table.options == "play"


@pytest.mark.rule("flip_city.solo.3")
def test_alone_the_shuffle_of_the_setup_costs_nothing() -> None:
    assert new(1).supply_left() == 16


@pytest.mark.rule("flip_city.solo.4", "flip_city.win.1")
def test_alone_one_wins_by_the_normal_conditions() -> None:
    by_points = alone("S C | - | S M M | $6 5 0/3 1").play()
    by_cards = alone("F C | - | C F F F F F F F F F F F F F F F F | $33 0 0/3 17").play()

    assert (by_points.city.ending, by_cards.city.ending) == ("points", "cards")
    for won in (by_points, by_cards):
        assert won.result.winners == (0,)


@pytest.mark.rule("flip_city.solo.5")
def test_alone_buying_the_last_card_loses_even_with_actions_left() -> None:
    table = alone("C | - | F F | $9 0 0/3 3", build=True, supply="C0 H0 F0 K1").buy("K")

    assert table.told[-1] == GameLost(0)
    assert table.city.agenda == ()


@pytest.mark.rule("flip_city.solo.5")
def test_alone_developing_the_last_card_loses_too() -> None:
    table = alone("C | - | F F | $9 0 0/3 3", build=True, supply="C1 H0 F0 K0").develop("C")

    assert table.city.ending == "lost"
    assert how(table).key == "solo_lost"


@pytest.mark.rule("flip_city.solo.6")
def test_alone_an_apartment_is_upgraded_out_of_the_game_for_seven_dollars() -> None:
    assert "upgrade A" in alone("C | A | K K F | $7 0 0/3 2", build=True).options
    assert "upgrade A" not in alone("C | A | K K F | $6 0 0/3 2", build=True).options

    table = alone("C | A | K K F | $8 0 0/3 2", build=True).upgrade("A")
    assert table.line == "C | - | K K F | $1 0 0/3 1"
    assert table.city.removed == ("residential_area",)


@pytest.mark.rule("flip_city.solo.7")
@pytest.mark.parametrize(
    ("supply", "left", "rank"),
    [
        ("C4 H3 F0 K0", 7, "metropolis"),
        ("C4 H2 F0 K0", 6, "city"),
        ("C4 H1 F0 K0", 5, "city"),
        ("C4 H0 F0 K0", 4, "town"),
        ("C3 H0 F0 K0", 3, "town"),
        ("C2 H0 F0 K0", 2, "village"),
        ("C0 H0 F0 K1", 1, "village"),
    ],
)
def test_alone_the_score_is_the_supply_left(supply: str, left: int, rank: str) -> None:
    outcome = alone("S C | - | S M M | $6 5 0/3 1", supply=supply).play().result

    assert (outcome.scores, outcome.counted, outcome.turns) == ((left,), "left", 1)
    assert outcome.how == LazyText("solo_won", {"left": left, "turns": 1, "rank": rank})

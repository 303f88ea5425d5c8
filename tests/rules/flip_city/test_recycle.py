"""Recycling."""

from __future__ import annotations

import pytest

from hako.content.flip_city.actions import Recycle
from hako.content.flip_city.events import GameWon
from hako.engine.rules.play import IllegalAction
from tests.rules.flip_city.table import LETTERS, at


@pytest.mark.rule("flip_city.recycle.1")
def test_only_faces_with_a_green_arrow_in_the_own_discard_pile_are_recycled() -> None:
    """Backs but the Apartment; each face is one option, whatever its copies."""
    table = at("C | A C F H K M M O R S T U W | F | $2 0 0/3 2", "H | M S | -")

    assert table.options == ("play, stop, recycle M, recycle U, recycle W, recycle S, recycle T")


@pytest.mark.rule("flip_city.recycle.1")
def test_recycling_costs_nothing_and_any_number_is_allowed() -> None:
    table = at("C | M M M M U U | - | $0 0 0/3 1")
    for letter in "MMMMUU":
        table.recycle(letter)

    assert table.line == "C | C C C C H H | - | $8 0 0/5 1"


@pytest.mark.rule("flip_city.recycle.2")
def test_a_recycled_card_is_flipped_and_stays_in_the_discard_pile() -> None:
    table = at("C R | M U | F | $2 0 0/3 2").recycle("U")

    assert table.line == "C R | H M | F | $2 0 0/4 2"


@pytest.mark.rule("flip_city.recycle.3")
@pytest.mark.parametrize(
    ("moment", "line"),
    [
        ("before the first card", "C F | U | - | $0 0 0/3 1"),
        ("between cards", "C F | U | F | $2 0 0/3 2"),
        ("while a play is forced", "R F | U | F | $2 0 0/3 2"),
        ("while obliged", "C F | U | K | $3 0 0/3 1 obliged"),
        ("with an empty deck", "- | F U | F | $2 0 0/3 2"),
    ],
)
def test_recycling_is_possible_at_every_choice_of_the_play_phase(moment: str, line: str) -> None:
    assert "recycle U" in at(line).options, moment


@pytest.mark.rule("flip_city.recycle.3", "flip_city.card.office")
def test_recycling_is_not_possible_while_an_office_asks() -> None:
    table = at("O C | U | F | $2 0 0/3 2").play()

    assert table.options == "bury, keep"


@pytest.mark.rule("flip_city.recycle.4")
def test_after_the_third_unhappy_icon_it_is_too_late_for_a_church() -> None:
    """The A busts at 3/3, though a Church lies in the discard pile."""
    table = at("A C | U | R R | $2 0 2/3 1").play()

    assert table.cards(0) == "C | A R R U | -"
    assert table.city.turn.seat == 1


@pytest.mark.rule("flip_city.recycle.4")
def test_a_reshuffle_takes_the_churches_away() -> None:
    """Before it the Church could be recycled; then it lies in the deck, and R is forced."""
    table = at("- | R U | A A | $2 0 2/3 1")

    assert table.options == "reshuffle, stop, recycle U"
    assert table.reshuffle(order="R U").options == "play"


@pytest.mark.rule("flip_city.recycle.5")
def test_cards_elsewhere_fronts_and_apartments_are_not_recycled() -> None:
    """Malls lie on the deck, in the city and with a neighbour; A and C in the discard pile."""
    table = at("M F | A C | M | $3 1 0/3 1", "M | M | -")

    assert table.options == "play, stop"
    for letter in "MAC":
        with pytest.raises(IllegalAction):
            table.do(Recycle(LETTERS[letter]))


@pytest.mark.rule("flip_city.recycle.5")
def test_nothing_is_recycled_in_the_build_phase() -> None:
    table = at("C | U | F | $2 0 0/3 2", build=True)

    assert table.options == "end"
    with pytest.raises(IllegalAction):
        table.recycle("U")


@pytest.mark.rule("flip_city.recycle.6", "flip_city.bust.2")
def test_a_recycled_card_stays_front_side_up_after_a_bust() -> None:
    """The Mall becomes a Convenience Store; then the A busts."""
    table = at("A C | M | R R | $2 0 2/3 1").recycle("M").play()

    assert table.cards(0) == "C | A C R R | -"


@pytest.mark.rule(
    "flip_city.recycle.7",
    "flip_city.card.shopping_mall",
    "flip_city.card.church",
    "flip_city.card.power_plant",
    "flip_city.card.station",
    "flip_city.card.trade_center",
)
@pytest.mark.parametrize(
    ("letter", "card", "line"),
    [
        ("M", "shopping_mall", "C | C | F | $4 0 0/3 2"),
        ("U", "church", "C | H | F | $2 0 0/4 2"),
        ("W", "power_plant", "C | F | F | $2 1 0/3 2"),
        ("S", "station", "K C | - | F | $2 0 0/3 2"),
        ("T", "trade_center", "C | O | F | $2 0 0/3 3"),
    ],
)
def test_the_bonuses(letter: str, card: str, line: str) -> None:
    """Mall +$2, Church limit +1, Power Plant +1 point, Station to the deck, Center +1 action."""
    assert at(f"C | {letter} | F | $2 0 0/3 2").recycle(letter).line == line


@pytest.mark.rule("flip_city.recycle.8")
def test_a_recycled_station_is_played_as_a_central_park_this_very_turn() -> None:
    table = at("C | S | F | $2 0 0/3 2").recycle("S").play()

    assert table.line == "C | - | F K | $5 0 0/3 2 obliged"


@pytest.mark.rule("flip_city.recycle.9", "flip_city.play.2")
def test_a_covered_residential_area_does_not_free_from_the_first_card() -> None:
    assert at("R C | S | - | $0 0 0/3 1").recycle("S").options == "play"


@pytest.mark.rule("flip_city.recycle.9")
def test_a_covered_residential_area_forces_again_once_it_is_uncovered() -> None:
    table = at("R C F | S | A | $1 0 1/3 1").recycle("S")

    assert table.options == "play, stop"
    assert table.play().options == "play"
    assert table.seen_deck(0) == "R ? ?"


@pytest.mark.rule("flip_city.recycle.10")
def test_recycling_does_not_fulfil_an_obligation() -> None:
    """With a Station recycled, its Central Park is what has to be played."""
    table = at("C | S | K | $3 0 0/3 1 obliged").recycle("S")

    assert table.line == "K C | - | K | $3 0 0/3 1 obliged"
    assert table.options == "play"


@pytest.mark.rule("flip_city.recycle.10")
@pytest.mark.parametrize("letter", ["M", "U", "W", "T"])
def test_a_bonus_does_not_free_from_an_obligation(letter: str) -> None:
    table = at(f"C | {letter} | K | $3 0 0/3 1 obliged").recycle(letter)

    assert table.city.turn.obliged
    assert table.options == "play"


@pytest.mark.rule("flip_city.recycle.11")
def test_recycled_points_win_before_a_card_is_played() -> None:
    """Eight Power Plants bring 8 points; seven do not."""
    table = at("R C | W W W W W W W W | - | $0 0 0/3 1")
    for _ in range(7):
        table.recycle("W")

    assert table.city.ending is None
    assert table.recycle("W").told[-1] == GameWon(0, "points")

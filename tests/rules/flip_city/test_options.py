"""Modules and options."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.engine.log.header import Player
from hako.engine.log.setup import new_header
from tests.rules.flip_city.table import Table, in_alphabet, new

TWO = (Player("Mia"), Player("Ken"))


@pytest.mark.rule("flip_city.office.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_office_module_adds_ten_offices_to_the_supply(seats: int) -> None:
    city = new(seats, office=True)

    assert Table(city).supply == "C8 H8 F12 K12 O10"
    assert in_alphabet(city.boards[0].owned()) == "A C F H K R R R R"


@pytest.mark.rule("flip_city.office.1")
def test_the_office_module_is_left_out_unless_wanted() -> None:
    assert new_header(GAME, TWO, seed=1).options["office"] == "off"
    assert Table(new(2)).supply == "C8 H8 F12 K12"


@pytest.mark.rule("flip_city.office.1")
def test_the_office_module_needs_two_players() -> None:
    with pytest.raises(ValueError, match="office=on is not available at a table of 1"):
        new_header(GAME, TWO[:1], {"office": "on"}, seed=1)


@pytest.mark.rule("flip_city.option.1")
def test_international_supply_counts() -> None:
    """12 Convenience Stores, 12 Hospitals, 8 Factories, 8 Central Parks."""
    assert Table(new(2, supply="international")).supply == "C12 H12 F8 K8"
    assert new_header(GAME, TWO, seed=1).options["supply"] == "rulebook"


@pytest.mark.rule("flip_city.option.1")
def test_the_international_box_holds_76_cards_too() -> None:
    """20 residential, 16 store, 16 hospital, 12 factory, 12 park."""
    city = new(4, supply="international")
    supply = {pile.face: pile.left for pile in city.supply}
    start = {face: city.boards[0].owned().count(face) * 4 for face in supply}

    assert {face: supply[face] + start[face] for face in supply} == {
        "convenience_store": 16,
        "hospital": 16,
        "factory": 12,
        "central_park": 12,
    }
    assert city.supply_left() + sum(len(board.owned()) for board in city.boards) == 76


@pytest.mark.rule("flip_city.option.1")
def test_the_option_does_not_change_the_solo_supply() -> None:
    """A player alone is not asked about it."""
    assert Table(new(1, supply="international")).supply == "C4 H4 F4 K4"
    supply = next(option for option in GAME.options if option.key == "supply")
    assert supply.allowed(1) == ("rulebook",)
    assert supply.allowed(2) == ("rulebook", "international")


@pytest.mark.rule("flip_city.setup.9")
@pytest.mark.parametrize("seats", [0, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="is for 1 to 4 players"):
        new_header(GAME, TWO[:1] * seats, seed=1)

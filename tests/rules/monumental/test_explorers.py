"""Explorers (4.11)."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import MoveTo
from hako.content.monumental.events.map_pieces import ExplorerMoved
from tests.rules.monumental.table import acting, danish, egyptian


@pytest.mark.rule("monumental.explorer.1")
def test_an_explorer_goes_anywhere_for_1_military_a_tile() -> None:
    """From (2,-1) onto the Water (1,-1), neutral (1,-2), an enemy's (2,-2), and a Capital."""
    table = acting(egyptian("M4"), tiles={(2, -2): "1 S1"}, explorers={0: [(2, -1), (-2, 0)]})

    table.move_explorer("a")
    for place in ((1, -1), (1, -2), (2, -2), (2, -1)):
        table.do(MoveTo(table.at(*place)))

    assert table.supply() == "-"
    assert table.realm().explorers[0].place == table.at(2, -1)
    capital = acting(egyptian("M1"), explorers={0: [(-2, 0), (3, 0)]}).move_explorer("a")
    assert capital.can("to -3:0")


@pytest.mark.rule("monumental.explorer.1")
def test_explorers_do_not_control() -> None:
    table = acting(egyptian("M9"), explorers={0: [(1, 0), (1, 0)]})

    assert table.tile(1, 0).owner is None
    assert not table.can("conquer 0:0")


@pytest.mark.rule("monumental.explorer.2")
def test_an_unmarked_explorer_takes_the_token_of_its_tile() -> None:
    """A Production token from (2,0); Books from (3,-1)."""
    table = acting(explorers={0: [(2, 0), (3, -1)]}).plays("move_explorer a, take_token")
    assert (table.supply(), table.tile(2, 0).resource) == ("PT1", None)
    assert table.realm().explorers[0].marked
    table.plays("pass, move_explorer b, take_token")
    assert table.supply() == "PT1 books"


@pytest.mark.rule("monumental.free.2")
def test_a_market_token_can_be_used_in_the_turn_in_which_an_explorer_takes_it() -> None:
    """Books: 2 Science."""
    table = acting(explorers={0: [(3, -1), (3, 0)]})

    assert table.plays("move_explorer a, take_token, spend books").supply() == "S2"


@pytest.mark.rule("monumental.explorer.3")
def test_it_may_act_before_between_and_after_and_still_move_on() -> None:
    table = acting(egyptian("M2"), explorers={0: [(2, 0), (3, 0)]})

    table.plays("move_explorer a, take_token, to 1:0")
    assert (table.can("take_token"), table.can("stop")) == (False, True)
    table.plays("stop, pass")

    assert table.can("move_explorer a"), "in a later turn, too"


@pytest.mark.rule("monumental.explorer.4")
def test_a_move_of_no_tiles_needs_a_token() -> None:
    """Without Military: only the Explorer that stands on a token can do something."""
    table = acting(explorers={0: [(2, 0), (2, 1)]})

    assert table.offers("move_explorer") == ["a"]
    table.move_explorer("a")
    assert table.offered == "take_token", "it cannot stop before it did something"


@pytest.mark.rule("monumental.explorer.5", "monumental.explorer.3")
def test_an_effect_moves_an_explorer_without_military_token_included() -> None:
    """Longship Yard: up to 2 tiles."""
    table = acting(danish(city="longship_yard* - -"), egyptian(), explorers={0: [(3, 0), (3, 0)]})

    table.plays("use longship_yard, move_explorer a, to 2:0, take_token, to 1:0")

    assert table.happened(ExplorerMoved) == [ExplorerMoved(0, "a", table.at(1, 0), {})]
    assert (table.supply(), table.seat) == ("PT1", 1), "two tiles are all"
    assert table.realm().explorers[0].marked


@pytest.mark.rule("monumental.explorer.6")
def test_tokens_taken_are_not_replaced() -> None:
    table = acting(explorers={0: [(2, 0), (3, 0)]}).plays("move_explorer a, take_token, pass, pass")

    assert table.world.round == 2
    assert table.tile(2, 0).resource is None

"""Options: what a table of so many seats can choose, and how a wrong choice is refused."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.engine.log.header import Player
from hako.engine.log.setup import new_header, rematch_header
from hako.engine.rules.game import Option
from tests.toys.sealed_bids import GAME

SCENARIO = Option("scenario", ("random", "desert", "duel"), only_with={"duel": (2, 4)})


def test_values_made_for_certain_numbers_of_seats_are_offered_to_those_alone() -> None:
    assert SCENARIO.allowed(2) == ("random", "desert", "duel")
    assert SCENARIO.allowed(3) == ("random", "desert")
    assert SCENARIO.allowed(4) == ("random", "desert", "duel")


def test_below_the_least_number_of_seats_only_the_default_is_offered() -> None:
    module = Option("module", ("off", "on"), min_seats=3)

    assert module.allowed(2) == ("off",)
    assert module.allowed(3) == ("off", "on")


def test_a_value_for_other_tables_is_refused_with_those_that_fit() -> None:
    """The great house of the toy auction needs three."""
    two = (Player("Ann"), Player("Ben"))

    with pytest.raises(ValueError, match="house=great is not available at a table of 2") as caught:
        new_header(GAME, two, {"house": "great"}, seed=1)

    assert str(caught.value).endswith("With 2 it must be one of: small.")


def test_a_rematch_leaves_out_what_such_a_table_is_not_asked_for_any_more() -> None:
    two = (Player("Ann"), Player("Ben"))
    before = new_header(GAME, two, {"rounds": "5"}, seed=1)
    old = replace(before, options={**before.options, "house": "great"})

    assert rematch_header(GAME, old, two).options == {"rounds": "5", "house": "small"}

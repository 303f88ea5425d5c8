"""Cards that an owner of the box corrects in a file, without any code."""

from __future__ import annotations

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.cards import Cards
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Setup
from hako.engine.rules.play import begin
from tests.rules.monumental.bearer import QUIET, offered, ready
from tests.rules.monumental.table import acting, egyptian
from tests.rules.tables import corrected


def test_a_game_is_played_with_the_corrected_cost() -> None:
    content = corrected(GAME, card=[{"id": "temple", "cost": 2}])
    table = acting(egyptian("P2"), display="temple").given(content=content)

    assert table.acquire("temple").supply() == "-"


@pytest.mark.rule("monumental.gen.3")
def test_a_text_of_several_operations_is_carried_out_in_order_as_far_as_possible() -> None:
    """Draw 1, gain 1 Culture if a Province was conquered, gain a basic resource."""
    action = [
        {"op": "draw", "n": 1},
        {"op": "gain", "if": "conquered", "gain": {"culture": 1}},
        {"op": "gain", "gain": {"basic": 1}},
    ]
    content = corrected(GAME, card=[{"id": "heraldry", "action": action}])
    table = ready("heraldry", deck="mine").given(content=content)
    without_deck = ready("heraldry", conquered=True).given(content=content)

    table.plays("use heraldry, take S1")
    without_deck.plays("use heraldry, take S1")

    assert table.supply() == "S1 G1"
    assert without_deck.supply() == "S1 C1"


def test_an_operation_can_stand_on_any_card() -> None:
    """A Warlord who draws 2 cards, and a Hero who archives for Gold."""
    content = corrected(
        GAME,
        warlord=[{"id": "ramses_ii", "trigger": [{"op": "draw", "n": 2}]}],
        hero=[{"id": "cleopatra", "action": [{"op": "archive", "n": 1, "gain": {"gold": 3}}]}],
    )
    own = egyptian("M1", QUIET, deck="mine forum")
    table = acting(own, tiles={(2, 0): "bare"}).given(content=content)
    hero = ready("cleopatra", city="fort" + QUIET[1:]).given(content=content)

    table.plays("conquer 2:0, send_warlord 3:0")
    hero.plays("use cleopatra, archive 0 fort")

    assert table.supply() == "G1 C1"
    assert hero.supply() == "G3"
    assert not offered(ready("cleopatra").given(content=content), "cleopatra")


def test_a_new_card_comes_into_the_deck() -> None:
    """A sixth Building of Era I: five of six are drawn for the deck."""
    bath = {
        "id": "bath",
        "kind": "building",
        "era": "classical",
        "set": "base",
        "cost": 3,
        "name": {"en": "Bath", "ja": "浴場"},
        "text": {"en": "Activate: 1 Culture.", "ja": "発動：文化1。"},
        "activate": {"culture": 1},
    }
    content = corrected(GAME, card=[bath])
    deals = [dealt(content, seed) for seed in range(20)]

    assert 0 < sum("bath" in cards for cards in deals) < len(deals)


def dealt(content: Cards, seed: int) -> set[str | None]:
    """The cards of Era I that are in the game, once the table is laid."""
    options = {option.key: option.default for option in GAME.options}
    world, _ = begin(GAME.new(Setup(2, options, content)), Chance(seed, 0))
    return {*world.layers[0].cards, *world.displayed()}

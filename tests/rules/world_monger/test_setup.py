"""Contents of the box, and the set-up of a table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from hako.content.world_monger import GAME
from hako.content.world_monger.actions import PickCivilization
from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.state import World
from hako.engine.content.rulebook import parse
from hako.engine.rules.chance import Chance
from tests.rules.world_monger.table import Table, at, cards, investing, names, new

STARTS = {
    "egypt": "pyramid chariot",
    "hittites": "ironworks chariot",
    "celts": "druid ironworks",
    "macedonia": "expedition phalanx",
    "greece": "city phalanx",
    "rome": "legion city",
    "carthage": "merchant_ship war_elephant",
    "india": "war_elephant monk",
    "han": "official monk",
    "babylonia": "law_code observatory",
    "maya": "altar observatory",
    "nazca": "geoglyph altar",
    "persia": "royal_road cavalry",
    "huns": "cavalry shrine_maiden",
    "yamato": "rice_paddy shrine_maiden",
}
"""The two cultures of each starting deck, the feature culture first where it is one of them."""


def placed(world: World) -> tuple[str, ...]:
    return tuple(civilization.id for civilization in world.civilizations)


# ------------------------------------------------------------ components


@pytest.mark.rule("world_monger.comp.1")
def test_there_are_eight_shares_of_each_of_fifteen_civilizations() -> None:
    """15 times 8 is 120; seven of them in the deck, one the randomizer."""
    assert len(cards().civilizations) * cards().share.copies == 120
    assert len(cards().civilizations) == 15
    assert [civilization.start_deck[SHARE] for civilization in cards().civilizations] == [7] * 15


@pytest.mark.rule("world_monger.comp.2", "world_monger.develop.2", "world_monger.card.legion")
def test_there_are_forty_villagers_and_eight_of_each_of_twenty_kinds() -> None:
    """A Villager is a culture card, too: an Altar takes it for one."""
    copies = {card.id: card.copies for card in cards().cultures}

    assert copies.pop("villager") == 40
    assert list(copies.values()) == [8] * 20


@pytest.mark.rule("world_monger.comp.3", "world_monger.setup.10")
def test_the_bank_pays_whatever_is_asked() -> None:
    """500 coins would lie ready; 70 Shares at 9 are 630."""
    table = investing(0, egypt="S V V chariot pyramid | - | - | 70 0 0 0").sell("egypt", 70)

    assert table.coins[0] == 15 + 630


@pytest.mark.rule("world_monger.comp.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_seven_shares_of_each_civilization_are_in_the_game(seats: int) -> None:
    """8 less the randomizer."""
    for civilization in new(seats).civilizations:
        assert civilization.owned().count(SHARE) == 7
        assert sum(civilization.shares) == 0


@pytest.mark.rule("world_monger.comp.5")
def test_every_civilization_names_its_starting_deck_and_its_feature_culture() -> None:
    for civilization in cards().civilizations:
        assert set(civilization.start_deck) == {SHARE, "villager", *names(STARTS[civilization.id])}
        assert civilization.feature_culture in names(STARTS[civilization.id])
    features = [card.feature_culture for card in cards().civilizations]
    assert len(set(features)) == 15


@pytest.mark.rule("world_monger.comp.6")
def test_the_cards_are_those_of_the_table_in_the_rulebook() -> None:
    """Value, dividend icon and end value of every card, as the rulebook prints them."""
    printed = _printed()

    for card in cards().card.values():
        value, icon, end_value = printed[card.name.en]
        end = f"1 for every {card.cards_per_end_value} cards"
        assert value.startswith(str(card.value)), card.id
        assert (icon == "●") == card.dividend, card.id
        assert end_value == (end if card.cards_per_end_value else str(card.end_value)), card.id
        if card.constant is not None and card.constant.card == card.id:
            assert value.endswith(str(card.constant.value)), card.id


def _printed() -> dict[str, tuple[str, str, str]]:
    text = parse((GAME.folder / "rules.en.md").read_text("utf-8")).sections[-1].text
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return {row[0].strip(): (row[1].strip(), row[2].strip(), row[3].strip()) for row in rows}


@pytest.mark.rule("world_monger.comp.7")
def test_a_share_adds_nothing_and_does_nothing() -> None:
    share = cards().share

    assert (share.value, share.end_value, share.dividend, share.use) == (0, 0, False, ())
    assert at(egypt="S S S S S").price("egypt") == 2


@pytest.mark.rule("world_monger.comp.8", "world_monger.price.2")
def test_the_base_price_is_added_even_to_nothing() -> None:
    assert at(egypt="-").price("egypt") == 2
    assert at(egypt="- | V V").price("egypt") == 2


# ------------------------------------------------------------ civilizations


@pytest.mark.rule("world_monger.setup.1", "world_monger.variant.1", "world_monger.variant.2")
@pytest.mark.rule("world_monger.variant.4")
def test_the_number_of_civilizations_depends_on_the_two_to_six_players() -> None:
    civilizations = {seats: len(new(seats).civilizations) for seats in GAME.seats}

    assert civilizations == {2: 3, 3: 4, 4: 4, 5: 5, 6: 5}


@pytest.mark.rule("world_monger.setup.2", "world_monger.setup.3")
def test_random_civilizations_are_all_different_and_come_in_any_order() -> None:
    drawn = [placed(new(4, seed=seed)) for seed in range(60)]

    assert all(len(set(civilizations)) == 4 for civilizations in drawn)
    assert {civilizations[0] for civilizations in drawn} == set(STARTS)
    assert {civilizations[3] for civilizations in drawn} == set(STARTS)


@pytest.mark.rule("world_monger.setup.3")
def test_nothing_of_other_civilizations_is_in_the_game() -> None:
    world = new(4, civilizations="first_game")

    everything = {card for civilization in world.civilizations for card in civilization.owned()}
    assert everything == {
        "share",
        "villager",
        *names("pyramid chariot city phalanx cavalry shrine_maiden merchant_ship war_elephant"),
    }


@pytest.mark.rule("world_monger.setup.4", "world_monger.variant.3")
@pytest.mark.parametrize(
    ("scenario", "civilizations"),
    [
        ("first_game", ("egypt", "greece", "huns", "carthage")),
        ("alexander", ("macedonia", "egypt", "persia", "india")),
        ("ooparts", ("babylonia", "nazca", "maya", "celts")),
        ("eastern_world", ("han", "india", "huns", "yamato")),
    ],
)
def test_a_scenario_lies_from_top_to_bottom(scenario: str, civilizations: tuple[str, ...]) -> None:
    assert placed(new(3, civilizations=scenario)) == civilizations


@pytest.mark.rule("world_monger.setup.4")
def test_scenarios_are_for_three_or_four_players() -> None:
    (option,) = (option for option in GAME.options if option.key == "civilizations")

    assert "first_game" in option.allowed(3)
    assert "first_game" in option.allowed(4)
    assert option.allowed(2) == option.allowed(5) == ("random", "chosen")


@pytest.mark.rule("world_monger.setup.4")
def test_the_table_may_pick_its_civilizations() -> None:
    """With 2 players three, all different, in the order picked; the first seat says which."""
    table = Table(new(2, civilizations="chosen"))

    for name in ("yamato", "egypt", "rome"):
        assert table.seat == 0
        table.do(PickCivilization(name), chance=Chance(1, 1))

    assert placed(table.world) == ("yamato", "egypt", "rome")
    assert table.world.round == 1


@pytest.mark.rule("world_monger.setup.4")
def test_a_civilization_that_was_picked_is_not_offered_again() -> None:
    table = Table(new(5, civilizations="chosen")).do(PickCivilization("egypt"))

    assert len(table.options) == 14
    assert PickCivilization("egypt") not in table.options


# ------------------------------------------------------------ decks, supply, players


@pytest.mark.rule("world_monger.setup.5")
@pytest.mark.parametrize("name", STARTS)
def test_a_starting_deck_has_seven_shares_six_villagers_and_two_cultures(name: str) -> None:
    deck = Counter(cards().civilization[name].start_deck)

    assert deck == {SHARE: 7, "villager": 6} | dict.fromkeys(names(STARTS[name]), 1)
    assert deck.total() == 15


@pytest.mark.rule("world_monger.setup.5")
def test_starting_decks_are_shuffled() -> None:
    decks = {
        Table(new(4, seed=seed, civilizations="first_game")).deck("carthage") for seed in range(20)
    }

    assert len(decks) == 20


@pytest.mark.rule("world_monger.setup.6")
def test_what_a_civilization_discards_goes_to_its_own_discard_pile() -> None:
    table = investing(0, egypt="V | V | V | 2", rome="V | V | V | 2").sell("rome", 2)

    assert table.discard("rome") == "V S S"
    assert table.discard("egypt") == "V"


@pytest.mark.rule("world_monger.setup.7")
def test_any_four_civilizations_have_six_to_eight_kinds() -> None:
    """There are 1,365 sets of four: 100 have 6 kinds, 580 have 7, and 685 have 8."""
    kinds = Counter(
        len({kind for name in four for kind in names(STARTS[name])})
        for four in combinations(STARTS, 4)
    )

    assert kinds == {6: 100, 7: 580, 8: 685}


@pytest.mark.rule("world_monger.setup.7", "world_monger.setup.8")
def test_six_or_seven_of_each_kind_of_this_game_are_left() -> None:
    """Chains of three civilizations share two kinds; nothing is in more than two decks."""
    for seats, seed in product((5, 6), range(20)):
        world = new(seats, seed=seed)
        starting = {card for civilization in world.civilizations for card in civilization.owned()}
        left = {pile.card: pile.left for pile in world.supply}
        assert left.keys() == starting - {SHARE}
        assert {left[card] for card in left if card != "villager"} <= {6, 7}


@pytest.mark.rule("world_monger.setup.9")
@pytest.mark.parametrize(("seats", "left"), [(2, 22), (3, 16), (4, 16), (5, 10), (6, 10)])
def test_the_villagers_left_depend_on_the_number_of_civilizations(seats: int, left: int) -> None:
    """40 less 6 for each civilization."""
    assert new(seats).left("villager") == left


@pytest.mark.rule("world_monger.setup.11")
@pytest.mark.parametrize("seats", [2, 6])
def test_everyone_begins_with_fifteen_coins_and_no_shares(seats: int) -> None:
    world = new(seats)

    assert world.coins == (15,) * seats
    assert all(not any(civilization.shares) for civilization in world.civilizations)


@pytest.mark.rule("world_monger.setup.12")
def test_the_start_player_is_drawn_or_named() -> None:
    (option,) = (option for option in GAME.options if option.key == "start_player")

    assert option.allowed(3) == ("random", "1", "2", "3")
    assert {new(3, seed=seed).start_player for seed in range(30)} == {0, 1, 2}
    assert {new(3, seed=seed, start_player="3").start_player for seed in range(10)} == {2}


@pytest.mark.rule("world_monger.setup.6", "world_monger.civ.2")
def test_the_first_round_begins_with_five_cards_and_no_discards() -> None:
    world = new(4)

    assert world.round == 1
    for civilization in world.civilizations:
        assert (len(civilization.deck), len(civilization.area), len(civilization.discard)) == (
            10,
            5,
            0,
        )

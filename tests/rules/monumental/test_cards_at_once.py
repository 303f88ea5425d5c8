"""Immediate effects of cards: completed Wonders, bonuses, Warlords, tokens."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import (
    CompleteSection,
    DevelopPolicy,
    TakeOption,
    UseMarketToken,
)
from tests.rules.monumental.bearer import QUIET
from tests.rules.monumental.table import Table, acting, cards, egyptian, realm

# ------------------------------------------------------------ completed Wonders


def completing(wonder: str, **more: str) -> Table:
    """A table at which a player completes a Wonder that lacks its last section."""
    sections = cards().card[wonder].sections
    own = egyptian(
        f"P{sections[-1]}",
        city=more.pop("city", QUIET),
        deck=more.pop("deck", "work_camp work_camp work_camp work_camp"),
        building=f"{wonder} {len(sections) - 1}",
    )
    return acting(own, tiles={(2, 0): "0 S1"}).do(CompleteSection(wonder))


@pytest.mark.parametrize(
    ("wonder", "gained"),
    [
        ("pyramids_of_giza", "PT3"),
        ("colossus_of_rhodes", "M4"),
        ("hanging_gardens", "C2"),
        ("petra", "G3"),
        ("hagia_sophia", "C2"),
        ("notre_dame", "G2 C1"),
        ("great_wall", "M5"),
        ("machu_picchu", "G1 PT3"),
        ("forbidden_city", "G2 C2"),
        ("taj_mahal", "C2"),
        ("st_peters_basilica", "C2"),
        ("himeji_castle", "M6"),
        ("statue_of_liberty", "C4"),
        ("panama_canal", "G5"),
        ("sydney_opera_house", "C3"),
        ("hoover_dam", "P6"),
    ],
)
@pytest.mark.rule("monumental.wonder.4", "monumental.free.1")
def test_a_completed_wonder_gains(wonder: str, gained: str) -> None:
    assert completing(wonder).supply() == gained


@pytest.mark.parametrize(
    ("wonder", "drawn"),
    [("great_library", 2), ("chichen_itza", 3), ("international_space_station", 3)],
)
@pytest.mark.rule("monumental.wonder.4", "monumental.city.5")
def test_a_completed_wonder_draws_cards_before_it_goes_on_the_deck(wonder: str, drawn: int) -> None:
    table = completing(wonder)

    assert table.realm().drawn == ("work_camp",) * drawn
    assert table.supply() == f"P{drawn}"
    assert table.deck() == " ".join([wonder, *["work_camp"] * (4 - drawn)])


@pytest.mark.rule("monumental.wonder.4", "monumental.op.archive")
def test_a_completed_colosseum_archives_up_to_2_cards() -> None:
    table = completing("colosseum", city="fort mine forum* / - - - / - - -")

    assert table.offered == "archive 0 fort, archive 1 mine, stop"
    table.plays("archive 0 fort, archive 1 mine")
    assert table.realm().archived == ("fort", "mine")
    assert table.supply() == "-"


@pytest.mark.rule("monumental.gen.3")
def test_a_completed_colosseum_need_not_archive() -> None:
    table = completing("colosseum", city="fort mine forum* / - - - / - - -").stop()

    assert table.realm().archived == ()
    assert table.deck().startswith("colosseum")


@pytest.mark.parametrize("wonder", ["angkor_wat", "eiffel_tower"])
@pytest.mark.rule("monumental.wonder.4", "monumental.op.activate")
def test_a_completed_wonder_activates_up_to_2_slots(wonder: str) -> None:
    table = completing(wonder, city="fort mine forum / - - - / - - -")

    table.plays("wake 0 fort, wake 2 forum")

    assert table.city() == "fort* mine forum* - - - - - -"
    assert table.supply() == "M1 C1"


def test_every_wonder_is_completed_here() -> None:
    tested = {
        *("pyramids_of_giza", "colossus_of_rhodes", "hanging_gardens", "petra", "hagia_sophia"),
        *("notre_dame", "great_wall", "machu_picchu", "forbidden_city", "taj_mahal"),
        *("st_peters_basilica", "himeji_castle", "statue_of_liberty", "panama_canal"),
        *("sydney_opera_house", "hoover_dam", "great_library", "chichen_itza"),
        *("international_space_station", "colosseum", "angkor_wat", "eiffel_tower"),
    }

    assert tested == {card.id for card in cards().cards if card.completion}


# ------------------------------------------------------------ bonuses of Policies


def developing(policy: str, **more: str) -> Table:
    """A table at which a player develops a first Policy."""
    [civilization] = [item.id for item in cards().civilizations if policy in item.policies]
    own = realm(civilization, "C1", more.pop("city", QUIET), deck="work_camp work_camp work_camp")
    return acting(own, tiles={(2, 0): "0 S1"}).do(DevelopPolicy(policy))


BONUSES = {
    "mandate_of_heaven": "G1",
    "silk_road": "G1",
    "imperial_examinations": "S1",
    "grand_canal": "P1",
    "viking_raids": "M1",
    "danegeld": "G1",
    "thing_assembly": "PT1",
    "divine_kingship": "P1",
    "gift_of_the_nile": "PT1",
    "royal_scribes": "S1",
    "book_of_the_dead": "G1",
    "great_works": "P1",
    "democracy": "S1",
    "olympic_games": "G1",
    "phalanx": "M1",
    "schools_of_thought": "S2",
    "shogunate": "M1",
    "tea_ceremony": "G1",
    "zen": "S1",
    "castle_towns": "PT1",
    "legalism": "M1",
}


@pytest.mark.parametrize(("policy", "gained"), BONUSES.items())
@pytest.mark.rule("monumental.policy.2", "monumental.free.1")
def test_a_developed_policy_gains_its_bonus(policy: str, gained: str) -> None:
    assert developing(policy).supply() == gained


@pytest.mark.rule("monumental.policy.2", "monumental.op.draw")
def test_the_bonus_of_sagas_draws_a_card() -> None:
    assert developing("sagas").realm().drawn == ("work_camp",)


@pytest.mark.parametrize("policy", ["sea_kings", "colonies"])
@pytest.mark.rule("monumental.policy.2", "monumental.op.move_explorer")
def test_the_bonus_moves_an_explorer_up_to_2_tiles_or_none(policy: str) -> None:
    table = developing(policy)

    assert table.offered == "move_explorer a, move_explorer b, stop"
    table.plays("move_explorer b, to 2:0, to 1:0")
    assert table.realm().explorers[1].place == table.at(1, 0)


@pytest.mark.rule("monumental.policy.2", "monumental.op.move_units")
def test_the_bonus_of_way_of_the_sword_moves_one_unit() -> None:
    table = developing("way_of_the_sword").plays("pick soldier 3:0, to 2:0")

    assert table.tile(2, 0).soldiers == 2
    assert table.seat == 1


def test_every_bonus_is_tested_here() -> None:
    others = {"sagas", "sea_kings", "colonies", "way_of_the_sword"}

    assert BONUSES.keys() | others == cards().policy.keys()


# ------------------------------------------------------------ Warlords


@pytest.mark.parametrize(
    ("civilization", "gained"),
    [
        ("chinese", "C1"),
        ("danish", "M2"),
        ("egyptian", "P2"),
        ("greek", "G2"),
        ("japanese", "S2"),
    ],
)
@pytest.mark.rule("monumental.conquer.9", "monumental.effect.3")
def test_a_warlord_who_conquers_brings_its_benefit(civilization: str, gained: str) -> None:
    table = acting(realm(civilization, "M1"), tiles={(2, 0): "bare"})

    table.plays("conquer 2:0, send_warlord 3:0")

    assert table.supply() == gained
    assert len(table.realm().marked) == 1


# ------------------------------------------------------------ Exploration tokens


TOKENS = {
    "barbarian_workers": ("G1", "PT1"),
    "barbarian_shamans": ("G1", "S2"),
    "barbarian_warriors": ("G1", "M1"),
    "barbarian_artists": ("G2", "C1"),
    "free_town_builders": ("G1 C1", "P4"),
    "free_town_scholars": ("G1 C1", "S4"),
    "free_town_mercenaries": ("G1 C1", "M4"),
}


def turning_up(token: str) -> Table:
    """A table at which a player has conquered a Province with that token."""
    own = egyptian("M1", QUIET, deck="mine")
    return acting(own, tokens={(2, 0): token}).plays("conquer 2:0, send 3:0*1")


@pytest.mark.parametrize(("token", "gains"), TOKENS.items())
@pytest.mark.rule("monumental.conquer.8", "monumental.free.1")
def test_an_exploration_token_offers_two_gains(token: str, gains: tuple[str, str]) -> None:
    options = [TakeOption(f"{token}.1"), TakeOption(f"{token}.2")]

    assert turning_up(token).options == options
    assert [turning_up(token).do(option).supply() for option in options] == list(gains)


@pytest.mark.rule("monumental.conquer.8", "monumental.op.move_explorer")
def test_barbarian_guides_give_a_gold_or_move_an_explorer_up_to_2_tiles() -> None:
    gold = turning_up("barbarian_guides").option("barbarian_guides.1")
    table = turning_up("barbarian_guides").option("barbarian_guides.2")

    table.plays("move_explorer a, to 2:0, to 1:0")

    assert gold.supply() == "G1"
    assert table.realm().explorers[0].place == table.at(1, 0)


@pytest.mark.rule("monumental.conquer.8", "monumental.op.draw")
def test_barbarian_refugees_give_a_gold_or_a_card() -> None:
    gold = turning_up("barbarian_refugees").option("barbarian_refugees.1")
    card = turning_up("barbarian_refugees").option("barbarian_refugees.2")

    assert gold.supply() == "G1"
    assert card.realm().drawn == ("mine",)


def test_every_exploration_token_is_tested_here() -> None:
    assert TOKENS.keys() | {"barbarian_guides", "barbarian_refugees"} == cards().exploration.keys()


# ------------------------------------------------------------ Market tokens


@pytest.mark.parametrize(
    ("market", "gained"), [("arms", "M2"), ("books", "S2"), ("spices", "G2"), ("silk", "C1")]
)
@pytest.mark.rule("monumental.free.2")
def test_a_market_token_is_discarded_for_its_gain(market: str, gained: str) -> None:
    """It goes back to the general supply, which held 5 at this table."""
    table = acting(egyptian(market)).do(UseMarketToken(market))

    assert table.supply() == gained
    assert {pile.id: pile.left for pile in table.world.market}[market] == 6

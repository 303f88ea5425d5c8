"""The solo game (4.16)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content.monumental import GAME
from hako.content.monumental.actions import EndTurn
from hako.content.monumental.cards.card_types import Level
from hako.content.monumental.cards.land import Hex
from hako.content.monumental.events.acquisitions import WonderTokenLeftAtCapital
from hako.content.monumental.events.automa import AutomaCardTurnedUp, AutomaShuffled
from hako.content.monumental.events.display import DisplayDiscarded
from hako.content.monumental.events.map_pieces import ProvinceConquered
from hako.content.monumental.events.rounds import LastRoundAnnounced
from hako.content.monumental.face_down_stacks import Stack
from hako.content.monumental.map_queries import defence
from hako.content.monumental.realm import Realm
from hako.content.monumental.state import AUTOMA, Automa, Lair, Tile
from hako.content.monumental.steps.monsters import MonstersAttack
from hako.content.monumental.steps.rounds import EndRound, EndWholeTurn, WholeTurn
from hako.content.monumental.steps.solo import TurnUpAutomaCard, reach
from hako.content.monumental.steps.turn import TakeTurn
from hako.engine.rules.game import view
from tests.rules.monumental.table import Table, at, cards, danish, egyptian, greek, new

# On Quiet Pastures (2) the Automa's Capital lies at (-3, 0). Around it are the Meadows
# (-2, -1), (-2, 0) and (-3, 1). The map's rows go down from r = -2.

HOME: Hex = (-3, 0)


def turning_up(
    *automa_cards: str,
    own: Realm | None = None,
    automa: Realm | None = None,
    display: str = "aqueduct temple writing school barracks petra",
    deck: str = "steam_power electricity aviation computers eiffel_tower hoover_dam",
    level: Level = "normal",
    **table: Any,
) -> Table:
    """The Automa turns these cards up, one after the other; then seat 0 has a turn."""
    turns = [TurnUpAutomaCard() for _ in automa_cards]
    laid = at(
        WholeTurn(0),
        *turns,
        realms=(own or egyptian(), automa or danish(city="")),
        mode="classic",
        display=display,
        deck=deck,
        automa=Automa(level, Stack(automa_cards)),
        **table,
    )
    laid.given(players=1)
    return laid.go()


# ------------------------------------------------------------ setup


@pytest.mark.rule("monumental.solo.1", "monumental.setup.11", "monumental.setup.15")
def test_alone_one_plays_classic_mode_on_a_map_for_two_with_one_row_of_6() -> None:
    world = new(1)

    assert world.mode == "classic"
    assert world.land.players == 2
    assert [len(row) for row in world.display] == [6]
    assert world.start_player == 0
    assert world.realms[0].supply.gold == 0


@pytest.mark.rule("monumental.solo.1")
def test_the_automa_has_another_civilization_of_which_it_uses_only_the_pieces() -> None:
    drawn = {tuple(realm.civilization for realm in new(1, seed=seed).realms) for seed in range(20)}
    automa = new(1).realms[AUTOMA]
    home = new(1).tile(new(1).capital(AUTOMA))

    assert all(text != line for text, line in drawn)
    assert len(drawn) > 5
    assert automa.city_cards() == []
    assert home == Tile(owner=AUTOMA, soldiers=9, warlord=True)


@pytest.mark.rule("monumental.solo.2", "monumental.setup.2")
def test_there_are_20_automa_cards() -> None:
    automa = new(1).automa
    assert automa is not None

    assert Counter(automa.deck.all()) == {
        "build": 6,
        "research": 6,
        "expand": 3,
        "attack": 2,
        "culture": 2,
        "trade": 1,
    }


@pytest.mark.rule("monumental.secret.4")
def test_the_order_of_automa_cards_is_hidden() -> None:
    automa = view(GAME, new(1), 0).automa
    assert automa is not None

    assert set(automa.deck.cards) == {None}


# ------------------------------------------------------------ its turn


@pytest.mark.parametrize(("level", "count"), [("easy", 1), ("normal", 2), ("hard", 3)])
@pytest.mark.rule("monumental.solo.2")
def test_after_each_turn_the_automa_turns_up_1_2_or_3_cards(level: str, count: int) -> None:
    table = Table(new(1, automa=level))

    table.do(table.options[0], EndTurn())

    assert len(table.happened(AutomaCardTurnedUp)) == count
    assert table.seat == 0


@pytest.mark.rule("monumental.solo.2")
def test_the_automa_cards_are_shuffled_again_when_they_run_out() -> None:
    table = turning_up("culture", "culture")
    assert table.world.automa == Automa("normal", Stack(), ("culture", "culture"))

    again = turning_up().given(agenda=(WholeTurn(0), TurnUpAutomaCard())).go("trade")

    assert len(again.happened(AutomaShuffled)) == 1
    assert [event.card for event in again.happened(AutomaCardTurnedUp)] == ["trade"]


@pytest.mark.rule("monumental.solo.3")
def test_the_display_slides_and_is_filled_after_each_automa_card() -> None:
    """Petra is taken from the right end, then Writing."""
    table = turning_up("build", "research")

    assert table.display == "electricity steam_power aqueduct temple school barracks"


@pytest.mark.rule("monumental.solo.3", "monumental.end.2")
def test_filling_after_an_automa_card_can_announce_the_last_round() -> None:
    table = turning_up("build", deck="steam_power", number=7)

    assert table.happened(LastRoundAnnounced) == [LastRoundAnnounced(8)]


@pytest.mark.rule("monumental.solo.3", "monumental.classic.4")
def test_what_the_automa_took_does_not_count_for_the_players_replenishment() -> None:
    """The player takes nothing, so the rightmost card is discarded, as in classic mode."""
    table = turning_up("build")
    table.given(agenda=(EndRound(), EndWholeTurn(0), TakeTurn(0, acted=False))).end()

    assert table.happened(DisplayDiscarded)[0] == DisplayDiscarded(("barracks",))


@pytest.mark.rule("monumental.end.3", "monumental.solo.3")
def test_in_the_last_round_the_display_is_not_filled() -> None:
    assert turning_up("build", last_round=1).display == "aqueduct temple writing school barracks"


# ------------------------------------------------------------ the display


@pytest.mark.rule("monumental.solo.4", "monumental.wonder.5")
def test_build_takes_the_rightmost_wonder_for_its_best_province_without_a_token() -> None:
    """The Mountain with 1 Soldier (4) comes before the Meadow with 2 (3)."""
    held = {(-1, -1): "1 S1", (-2, 0): "1 S2", (-1, 0): "1 S4 colosseum"}

    table = turning_up("build", display="petra temple great_library school", tiles=held)

    assert table.realm(AUTOMA).wonders == ("great_library",)
    assert table.tile(-1, -1).wonder == "great_library"
    assert table.scores[AUTOMA].architecture == 5


@pytest.mark.rule("monumental.solo.4")
def test_of_equal_provinces_the_token_goes_to_the_one_furthest_up_then_left() -> None:
    """Meadows at (-2, -1), (-2, 0) and (0, -1): the upper row first, its left one first."""
    held = {(-2, 0): "1 S1", (0, -1): "1 S1", (-2, -1): "1 S1"}

    assert turning_up("build", tiles=held).tile(-2, -1).wonder == "petra"


@pytest.mark.rule("monumental.solo.4", "monumental.wonder.5")
def test_without_a_province_the_token_stays_at_the_capital() -> None:
    table = turning_up("build")

    assert table.realm(AUTOMA).wonders == ("petra",)
    assert table.happened(WonderTokenLeftAtCapital) == [WonderTokenLeftAtCapital(AUTOMA, "petra")]


@pytest.mark.parametrize(
    ("display", "gone"),
    [("writing temple currency school irrigation", "school"), ("writing irrigation", "irrigation")],
)
@pytest.mark.rule("monumental.solo.4")
def test_without_a_wonder_build_removes_a_building_or_else_the_rightmost_card(
    display: str, gone: str
) -> None:
    table = turning_up("build", display=display)

    assert table.world.removed == (gone,)
    assert table.realm(AUTOMA).wonders == ()


@pytest.mark.rule("monumental.solo.4", "monumental.score.2")
def test_research_takes_the_rightmost_knowledge() -> None:
    table = turning_up("research", display="irrigation writing petra school")

    assert table.realm(AUTOMA).knowledge == ("writing",)
    assert table.scores[AUTOMA].science == 2


@pytest.mark.rule("monumental.solo.4")
def test_research_without_a_knowledge_discards_the_rightmost_card() -> None:
    assert turning_up("research", display="petra temple").world.removed == ("temple",)


@pytest.mark.rule("monumental.solo.4")
def test_trade_removes_the_token_nearest_to_its_capital_and_the_rightmost_card() -> None:
    """Beside its Capital lie a Production token at (-2, 0) and Books at (-3, 1), further down."""
    table = turning_up("trade")

    assert table.tile(-2, 0).resource is None
    assert table.tile(-3, 1).resource == "books"
    assert table.world.removed == ("petra",)
    assert table.supply(AUTOMA) == "-"


@pytest.mark.rule("monumental.solo.4")
def test_what_is_not_there_is_left_out() -> None:
    """No token on the map, and no card in the display."""
    bare = dict.fromkeys((tile.hex for tile in cards().map["pastures_2"].tiles), "bare")

    no_token = turning_up("trade", tiles=bare)
    no_card = turning_up("trade", "build", "research", display="", deck="")

    assert no_token.world.removed == ("petra",)
    assert no_card.world.removed == ()
    assert no_card.tile(-2, 0).resource is None


# ------------------------------------------------------------ the map


@pytest.mark.parametrize(
    ("display", "wanted"),
    [
        ("steam_power school", 3),
        ("school university", 4),
        ("school bank", 4),
        ("school steam_power", 5),
        ("", 5),
    ],
)
@pytest.mark.rule("monumental.solo.5")
def test_its_reach_follows_the_era_of_the_rightmost_card(display: str, wanted: int) -> None:
    assert reach(turning_up(display=display, deck="").world) == wanted


@pytest.mark.rule("monumental.solo.5")
def test_expand_takes_the_two_weakest_neutral_provinces_with_one_soldier_each() -> None:
    """Three Meadows of Defence 1 lie beside its Capital; (-3, 1) is furthest down."""
    table = turning_up("expand")

    for place in [(-2, -1), (-2, 0)]:
        tile = table.tile(*place)
        assert tile == replace(tile, owner=AUTOMA, soldiers=1, warlord=False, site=None)
    assert table.tile(*HOME).soldiers == 7
    assert table.realm(AUTOMA).supply == danish().supply


@pytest.mark.rule("monumental.solo.5")
def test_of_equal_provinces_expand_takes_the_nearest_and_then_the_one_furthest_up() -> None:
    """A Soldier at home, three Meadows beside it: the one at (-2, -1) is furthest up."""
    table = turning_up("expand", tiles={HOME: "1 S1", (0, 0): "1 S8"})

    assert table.tile(-2, -1).owner == AUTOMA
    assert (table.tile(-2, 0).owner, table.tile(-3, 1).owner) == (None, None)
    assert table.tile(*HOME).soldiers == 0


@pytest.mark.rule("monumental.solo.5")
def test_expand_goes_on_from_what_it_took_and_attacks_when_nothing_neutral_is_left() -> None:
    """Era I reaches 3: the only Meadow that is neutral, then the player's with 2 Soldiers."""
    tiles = {(-2, 0): "0 S2", (-3, 1): "0 S3", (-1, -1): "0 S3"}

    table = turning_up("expand", display="school", deck="", tiles=tiles)

    at_hex = table.world.land.at
    assert [event.place for event in table.happened(ProvinceConquered)] == [
        at_hex(-2, -1),
        at_hex(-2, 0),
    ]


@pytest.mark.parametrize("token", ["barbarian_artists", "hydra"])
@pytest.mark.rule("monumental.solo.5")
def test_the_exploration_token_there_is_discarded_even_a_monster(token: str) -> None:
    table = turning_up("expand", tokens={(-2, -1): token})

    assert table.tile(-2, -1).site is None
    assert table.world.lairs == ()
    assert table.supply(AUTOMA) == "-"


@pytest.mark.rule("monumental.solo.5")
def test_attack_takes_a_province_of_the_player_within_reach() -> None:
    """Era I reaches 3: the Meadow with 2 Soldiers, not the neutral one beside it."""
    table = turning_up("attack", display="school", deck="", tiles={(-2, 0): "0 S2"})

    assert (table.tile(-2, 0).owner, table.tile(-2, 0).soldiers) == (AUTOMA, 1)
    assert table.tile(3, 0).soldiers == 9


@pytest.mark.rule("monumental.solo.5")
def test_attack_expands_when_no_province_of_the_player_is_within_reach() -> None:
    table = turning_up("attack", display="school", deck="", tiles={(-2, 0): "0 S3"})

    assert table.tile(-2, 0).owner == 0
    assert table.tile(-2, -1).owner == AUTOMA


@pytest.mark.rule("monumental.solo.5")
def test_expand_attacks_when_no_neutral_province_is_within_reach() -> None:
    tiles = {(-2, -1): "0 S2 O", (-2, 0): "0 S1", (-3, 1): "0 S2"}

    assert turning_up("expand", display="school", deck="", tiles=tiles).tile(-2, 0).owner == AUTOMA


@pytest.mark.rule("monumental.solo.5")
def test_nothing_happens_when_both_are_impossible_or_no_soldier_is_at_home() -> None:
    strong = dict.fromkeys([(-2, -1), (-2, 0), (-3, 1)], "0 S3")
    away = {(-2, 0): "1 S9"}

    assert turning_up("expand", display="school", deck="", tiles=strong).tile(*HOME).soldiers == 9
    assert turning_up("expand", tiles=away).tile(-2, -1).owner is None


@pytest.mark.rule("monumental.solo.6")
def test_culture_brings_6_culture_and_the_first_two_policies_that_are_left() -> None:
    """The Danes' first cost 1 and 2 of 6 Culture, the next 3 and 4 of 9, the last 5 of 8."""
    one, two, three = (turning_up(*["culture"] * times) for times in (1, 2, 3))

    assert one.realm(AUTOMA).policies == ("viking_raids", "danegeld")
    assert one.supply(AUTOMA) == "C3"
    assert two.realm(AUTOMA).policies[2:] == ("thing_assembly", "sea_kings")
    assert two.supply(AUTOMA) == "C2"
    assert (len(three.realm(AUTOMA).policies), three.supply(AUTOMA)) == (5, "C3")


@pytest.mark.rule("monumental.solo.6")
def test_culture_develops_only_what_it_can_pay() -> None:
    """After two Policies the third costs 3 of 6 Culture; the fourth would cost 4."""
    table = turning_up("culture", automa=danish(city="", policies="viking_raids danegeld"))

    assert len(table.realm(AUTOMA).policies) == 3
    assert table.supply(AUTOMA) == "C3"


@pytest.mark.rule("monumental.solo.6", "monumental.map.4")
def test_the_automas_policies_do_not_defend() -> None:
    """A Phalanx gives each Province of a player 1 Defence: Meadow 1, Soldier 1."""
    held, policies = {(-2, 0): "1 S1"}, "phalanx"

    alone = turning_up(automa=greek(city="", policies=policies), tiles=held).world

    assert defence(alone, alone.land.at(-2, 0)) == 2


# ------------------------------------------------------------ the end


@pytest.mark.rule("monumental.solo.7", "monumental.score.6")
def test_one_wins_with_more_vp_and_loses_with_as_many() -> None:
    """Petra is worth 5, and both lead with it; Gold does not break the tie."""
    more = over(egyptian(wonders="petra", knowledge="irrigation"), danish(wonders="colosseum"))
    equal = over(egyptian("G9", wonders="petra"), danish(wonders="colosseum"))

    assert more.result.winners == (0,)
    assert equal.result.winners == ()


def over(own: Realm, automa: Realm) -> Table:
    """The solo game at the end of its last round."""
    return turning_up(own=own, automa=automa, last_round=1).given(agenda=(EndRound(),)).go()


@pytest.mark.rule("monumental.solo.7")
def test_the_automa_hires_no_hero() -> None:
    table = Table(new(1, heroes="on"))

    for _ in range(6):
        table.do(table.options[0])
        while table.step.cites(table.world) != "monumental.city.3" and table.can("end"):
            table.end()

    assert table.realm(AUTOMA).hero is None


@pytest.mark.parametrize(("garrison", "slain"), [("S3", True), ("S1", False)])
@pytest.mark.rule("monumental.solo.7", "monumental.monster.7", "monumental.monster.8")
def test_its_garrisons_fight_monsters_without_reward_or_ravage(garrison: str, slain: bool) -> None:
    """The Nemean Lion has strength 3, a reward of 2 Gold, and takes 1 Gold."""
    lair = Lair("nemean_lion", cards().map["pastures_2"].at(-2, 0), 0)
    table = turning_up(automa=danish("G1"), tiles={(-2, 0): f"1 {garrison}"}, lairs=(lair,))
    table.given(agenda=(WholeTurn(0), MonstersAttack(0))).go()

    assert table.supply(AUTOMA) == "G1"
    assert (table.realm(AUTOMA).monsters == ("nemean_lion",)) == slain
    assert (table.tile(-2, 0).owner == AUTOMA) == slain

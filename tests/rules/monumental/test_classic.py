"""Whole turns in classic mode (4.5)."""

from __future__ import annotations

import pytest

from hako.content.monumental.events.city import ResourcesGained
from hako.content.monumental.events.display import DisplayDiscarded
from hako.content.monumental.events.rounds import RoundBegan
from hako.content.monumental.steps.display import leaving
from hako.content.monumental.steps.rounds import Round
from tests.rules.monumental.table import acting, at, danish, egyptian, greek

ROWS = ("aqueduct temple barracks", "school harbour writing")


@pytest.mark.rule("monumental.classic.1")
def test_players_take_whole_turns_and_the_start_player_stays() -> None:
    table = at(
        Round(1),
        realms=[egyptian(), danish(), greek()],
        mode="classic",
        start_player=1,
        deck="steam_power aviation computers electricity eiffel_tower nuclear_physics",
    ).go()

    order = []
    for _ in range(3):
        order.append(table.seat)
        table.plays("activate 1 1, end")

    assert order == [1, 2, 0]
    assert table.happened(RoundBegan) == [RoundBegan(2)]
    assert (table.world.start_player, table.seat) == (1, 1)


@pytest.mark.rule("monumental.pay.1", "monumental.pay.2")
def test_counters_perish_at_the_end_of_a_whole_turn_and_the_rest_is_kept() -> None:
    table = acting(egyptian("P3 S1 M2 G2 C1 PT1"), mode="classic", display=ROWS).end()

    assert table.supply(0) == "G2 C1 PT1"


@pytest.mark.rule("monumental.classic.2")
def test_a_turn_is_any_number_of_actions_and_then_all_is_tidied_up() -> None:
    table = acting(egyptian("P7", city="fort* - -", deck="mine"), mode="classic", display=ROWS)

    table.plays("acquire_basic workshop, acquire aqueduct")
    assert (table.seat, table.supply(), table.city().split()[0]) == (0, "-", "fort*")
    assert not table.can("pass")
    table.end()

    assert table.city().split()[:3] == ["aqueduct", "workshop", "mine"]
    assert [len(row) for row in table.world.display] == [3, 3]


@pytest.mark.rule("monumental.classic.2")
def test_only_the_turn_player_has_an_activated_city() -> None:
    table = at(Round(1), mode="classic", display=ROWS).go().activate(1, 1)

    assert (table.seat, table.city(0).count("*"), table.city(1).count("*")) == (0, 5, 0)


@pytest.mark.rule("monumental.classic.3")
def test_texts_explorers_and_the_warlord_work_once_a_turn() -> None:
    realm = egyptian("M9", city="warrior_priest_altar* - -", conquered=True)
    tiles = {(2, 0): "0 S1 W production"}
    table = acting(
        realm, mode="classic", display=ROWS, tiles=tiles, explorers={0: [(2, 0), (3, 0)]}
    )

    table.use("warrior_priest_altar")
    assert not table.can("use warrior_priest_altar")
    table.plays("move_explorer a, take_token, to 1:0")
    assert not table.can("take_token")
    table.plays("stop, conquer 3:-1, send_warlord 2:0")
    assert ResourcesGained(0, "ramses_ii", {"production": 2}) in table.told
    table.plays("option barbarian_workers.1, move_army, pick soldier 3:0, to 3:-1")
    table.plays("conquer 2:1, send_warlord 3:-1")
    assert table.happened(ResourcesGained) == []


@pytest.mark.rule("monumental.classic.4")
def test_one_row_loses_a_card_only_if_none_was_taken() -> None:
    row = "aqueduct temple barracks school harbour writing"
    realms = egyptian("P5"), danish(), greek()
    table = acting(*realms, mode="classic", display=row).plays("acquire temple, end")
    assert table.happened(DisplayDiscarded) == []
    assert table.display == "steam_power aqueduct barracks school harbour writing"


@pytest.mark.rule("monumental.classic.5")
def test_with_an_empty_deck_no_more_cards_are_discarded() -> None:
    table = acting(mode="classic", display=ROWS, deck="", last_round=9).end()

    assert table.happened(DisplayDiscarded) == []
    assert table.display == " / ".join(ROWS)


@pytest.mark.rule("monumental.classic.5")
def test_the_card_that_empties_the_deck_spares_the_lower_row() -> None:
    """The last card fills the upper row: nothing leaves the lower one any more."""
    table = acting(mode="classic", display=ROWS, deck="aviation")
    assert leaving(table.world) == ("barracks",)

    table.end()

    assert table.display == "aviation aqueduct temple / school harbour writing"

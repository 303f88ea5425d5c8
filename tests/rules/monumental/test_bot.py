"""The bot: what it looks for in a position (section 11)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hako.content.monumental import GAME
from hako.content.monumental.actions import (
    ActivateCity,
    CompleteSection,
    Conquer,
    DevelopPolicy,
    MoveExplorer,
)
from hako.content.monumental.steps.city import Activate
from hako.content.monumental.time_left import rounds_left
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.observation import Observation
from hako.engine.rules.chance import Chance
from tests.rules.monumental.table import Table, acting, at, chinese, egyptian, new, realm

LONG = "steam_power " * 9
"""A Development deck that lasts for some rounds."""

GUARDED = {(2, 0): "0 S2", **dict.fromkeys([(3, -1), (2, 1), (1, 0), (2, -1)], "1 S2")}
"""Two Soldiers hold each Province around the Egyptians: 1 Military conquers none."""


def test_it_activates_the_row_and_column_that_yield_most() -> None:
    city = "fort fort fort / mine forum mine / fort work_camp fort"
    chosen = at(Activate(0), realms=[egyptian(city=city)]).greedy()

    assert isinstance(chosen, ActivateCity)
    assert chosen.row == 2


def test_it_passes_when_nothing_useful_is_left() -> None:
    """No counters, and no Explorer on a token."""
    assert acting(egyptian("G0")).would("pass")


def test_it_uses_a_text_effect_that_only_gains() -> None:
    """Grand Canal makes 2 Production, and only with them something can be built."""
    assert acting(chinese("P2", policies="grand_canal")).would("use grand_canal")


def test_it_develops_a_policy_when_culture_suffices() -> None:
    assert isinstance(acting(egyptian("C1")).greedy(), DevelopPolicy)


def test_it_takes_a_meadow_for_one_military_with_its_warlord() -> None:
    """Ramses II's 2 Production make the 4 that the Aqueduct costs."""
    table = acting(egyptian("M1 P2"), display="aqueduct", deck=LONG)

    chosen = table.greedy()
    assert isinstance(chosen, Conquer)
    table.do(chosen)
    assert table.would("send_warlord 3:0")


def test_it_buys_knowledge_that_it_can_pay() -> None:
    assert acting(egyptian("S8"), display="electricity writing").would("acquire electricity")


def test_it_takes_the_better_benefit_of_a_token() -> None:
    """Workers: a Gold pays more than a Production token."""
    table = acting(egyptian("M1"), tokens={(2, 0): "barbarian_workers"})
    table.plays("conquer 2:0, send_warlord 3:0")

    assert table.would("option barbarian_workers.1")


@pytest.mark.parametrize("mode", ["sequential", "classic"])
def test_it_counts_the_rounds_that_are_left(mode: str) -> None:
    world = new(4, mode=mode)

    assert 4 <= rounds_left(world, 0) <= 8
    assert rounds_left(Table(world).seen(), 0) == rounds_left(world, 0)


def test_the_game_is_as_long_before_the_end_of_a_round_as_after_it() -> None:
    """monumental.seq.11, end.1: two cards leave the display, and three more rounds come."""
    table = acting(deck=LONG)
    before = table.world
    table.plays("pass, pass")

    assert table.world.round == before.round + 1
    assert rounds_left(table.world, 0) == rounds_left(before, 0)


def test_it_buys_before_it_does_what_brings_nothing() -> None:
    """The Aqueduct costs 4; a fifth Production is no reason to wait."""
    assert acting(egyptian("P5"), display="aqueduct", deck=LONG).would("acquire aqueduct")


def test_it_sends_no_explorer_where_nothing_lies() -> None:
    table = acting(egyptian("M1"), tiles=GUARDED)
    bare = tuple(replace(tile, resource=None) for tile in table.world.tiles)

    assert Table(replace(table.world, tiles=bare)).would("pass")


def test_it_walks_no_explorer_to_put_off_its_pass() -> None:
    """explorer.2: no token lies on the map. A Fort that Democracy activates conquers nothing."""
    own = egyptian("M1", policies="democracy", city="fort fort fort / fort fort fort")
    away = {0: [(2, 0), (2, 0)]}
    table = acting(own, tiles=GUARDED, explorers=away, deck=LONG)
    bare = tuple(replace(tile, resource=None) for tile in table.world.tiles)
    seen = Observation(GAME, 0, Table(replace(table.world, tiles=bare)).seen(0))

    chosen = [greedy_bot(seen, Chance(seed, 1)) for seed in range(5)]

    assert not any(isinstance(action, MoveExplorer) for action in chosen)


@pytest.mark.parametrize(("production", "begins"), [(7, False), (14, True)])
def test_in_the_last_round_it_begins_a_wonder_only_to_complete_it(
    production: int, begins: bool
) -> None:
    """wonder.3: under construction it gives nothing. Taj Mahal has two sections of 7."""
    table = acting(egyptian(f"P{production}"), display="taj_mahal", last_round=1)

    assert isinstance(table.greedy(), CompleteSection) == begins


def test_it_archives_what_is_poorer_than_the_rest_of_its_city() -> None:
    """Barracks make 3 Military and a Fort makes 1: without it, Barracks come up more often."""
    city = "pyrotechnics+barracks* fort barracks / " + "barracks " * 6
    table = acting(chinese(city=city, deck="barracks " * 4), deck=LONG)

    assert table.would("use pyrotechnics")
    assert table.use("pyrotechnics").would("archive 1 fort")


def test_it_turns_a_counter_into_what_it_lacks_and_nothing_back() -> None:
    """Philosophy makes 2 Science and 1 Production the 3 Science that Irrigation costs."""
    own = realm("greek", "P1 S2", "philosophy* - - / - - - / - - -")
    table = acting(own, display="irrigation")

    assert table.would("use philosophy")
    table.use("philosophy")
    assert table.would("convert production science")

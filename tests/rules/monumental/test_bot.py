"""The bot: what it looks for in a position (section 11)."""

from __future__ import annotations

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.actions import (
    AcquireCard,
    ActivateCity,
    Conquer,
    ConvertCounter,
    DevelopPolicy,
    MonumentalAction,
    Pass,
    SendWarlord,
    TakeOption,
    UseEffect,
)
from hako.content.monumental.outlook import rounds_left
from hako.content.monumental.steps.city import Activate
from hako.engine.bot import Observation, greedy_bot
from hako.engine.chance import Chance
from tests.rules.monumental.table import Table, acting, at, chinese, danish, egyptian, new, realm


def choice(table: Table) -> MonumentalAction:
    """What a greedy bot does."""
    seen = table.seen(table.seat)
    chosen: MonumentalAction = greedy_bot(Observation(GAME, table.seat, seen), Chance(1, 1))
    return chosen


def test_it_activates_the_row_and_column_that_yield_most() -> None:
    city = "fort fort fort / mine forum mine / fort work_camp fort"
    table = at(Activate(0), realms=[egyptian(city=city), danish()])

    chosen = choice(table)

    assert isinstance(chosen, ActivateCity)
    assert chosen.row == 2


def test_it_passes_when_nothing_useful_is_left() -> None:
    """No counters, and no Explorer on a token."""
    assert choice(acting(egyptian("G0"), danish())) == Pass()


def test_it_uses_a_text_effect_that_only_gains() -> None:
    """Grand Canal makes 2 Production, and only with them something can be built."""
    table = acting(chinese("P2", policies="grand_canal"), danish())

    assert choice(table) == UseEffect("grand_canal")


def test_it_develops_a_policy_when_culture_suffices() -> None:
    assert isinstance(choice(acting(egyptian("C1"), danish())), DevelopPolicy)


def test_it_takes_a_meadow_for_one_military_with_its_warlord() -> None:
    table = acting(egyptian("M1"), danish())

    chosen = choice(table)
    assert isinstance(chosen, Conquer)
    table.do(chosen)
    assert choice(table) == SendWarlord(table.world.capital(0))


def test_it_buys_knowledge_that_it_can_pay() -> None:
    table = acting(egyptian("S8"), danish(), display="electricity writing")

    assert choice(table) == AcquireCard("electricity")


def test_it_takes_the_better_benefit_of_a_token() -> None:
    """Workers: a Gold pays more than a Production token."""
    table = acting(egyptian("M1"), danish(), tokens={(2, 0): "barbarian_workers"})
    table.do(Conquer(table.at(2, 0)), SendWarlord(table.world.capital(0)))

    assert choice(table) == TakeOption("barbarian_workers.1")


@pytest.mark.parametrize("mode", ["sequential", "classic"])
def test_it_counts_the_rounds_that_are_left(mode: str) -> None:
    world = new(4, mode=mode)

    assert 4 <= rounds_left(world) <= 8
    assert rounds_left(Table(world).seen()) == rounds_left(world)


def test_it_turns_a_counter_into_what_it_lacks_and_nothing_back() -> None:
    """Philosophy makes 2 Science and 1 Production the 3 Science that Irrigation costs."""
    own = realm("greek", "P1 S2", "philosophy* - - / - - - / - - -")
    table = acting(own, danish(), display="irrigation")

    assert choice(table) == UseEffect("philosophy")
    table.do(UseEffect("philosophy"))
    assert choice(table) == ConvertCounter("production", "science")

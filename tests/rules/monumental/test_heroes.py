"""The Heroes module (4.15)."""

from __future__ import annotations

from typing import Any

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.actions import HireHero, Pass
from hako.content.monumental.map_queries import defence
from hako.engine.rules.game import view
from tests.rules.monumental.bearer import bearer, ready
from tests.rules.monumental.table import Table, acting, cards, danish, egyptian, new
from tests.rules.tables import by_clause

# ------------------------------------------------------------ setup and hiring


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.rule("monumental.hero.1", "monumental.setup.16")
def test_two_more_heroes_than_players_lie_in_the_row(seats: int) -> None:
    world = new(seats, heroes="on")

    assert len(world.heroes) == seats + 2
    assert set(world.heroes) | set(world.heroes_aside.all()) == cards().hero.keys()


@pytest.mark.rule("monumental.hero.1")
def test_without_the_module_there_is_no_hero() -> None:
    assert new(2).heroes == ()


@pytest.mark.parametrize(
    ("hero", "cost"),
    [
        ("leonidas", 2),
        ("cleopatra", 3),
        ("julius_caesar", 3),
        ("joan_of_arc", 2),
        ("marco_polo", 2),
        ("leonardo_da_vinci", 3),
        ("archimedes", 3),
        ("genghis_khan", 3),
        ("hypatia", 3),
        ("imhotep", 4),
        ("wu_zetian", 4),
        ("tomoe_gozen", 2),
    ],
)
@pytest.mark.rule("monumental.hero.2")
def test_a_hero_is_hired_for_its_gold(hero: str, cost: int) -> None:
    poor = acting(egyptian(f"P9 G{cost - 1}"), heroes=(hero,))
    table = acting(egyptian(f"G{cost}"), heroes=(hero,)).do(HireHero(hero))

    assert HireHero(hero) not in poor.options
    assert table.realm().hero == hero
    assert table.supply() == "-"
    assert table.world.heroes == ()
    assert table.seat == 1


@pytest.mark.rule("monumental.hero.3")
def test_a_player_controls_only_one_hero_at_a_time() -> None:
    assert acting(bearer("cleopatra", "G9"), danish("G9"), heroes=("hypatia",)).offers("hire") == []


# ------------------------------------------------------------ while controlled


@pytest.mark.rule("monumental.hero.4", "monumental.seq.6")
def test_a_heros_action_is_used_once_a_round_with_a_marker() -> None:
    table = ready("cleopatra").use("cleopatra")

    assert table.supply() == "G1"
    table.pass_()
    assert table.seat == 0
    assert not table.can("use cleopatra")


@pytest.mark.rule("monumental.hero.4", "monumental.op.defence")
def test_joan_of_arc_adds_1_to_the_defence_of_each_own_province() -> None:
    """A Meadow with a Soldier: 1 + 1 + 1. The enemy's Meadow keeps its 2."""
    table = acting(bearer("joan_of_arc"), tiles={(2, 0): "0 S1", (-2, 0): "1 S1"})

    assert defence(table.world, table.at(2, 0)) == 3
    assert defence(table.world, table.at(-2, 0)) == 2


@pytest.mark.rule("monumental.op.defence", "monumental.policy.3", "monumental.map.4")
def test_phalanx_adds_1_to_the_defence_while_it_is_active() -> None:
    active = acting(egyptian(policies="phalanx"), tiles={(2, 0): "0 S1"})
    covered = acting(egyptian(policies="phalanx democracy"), tiles={(2, 0): "0 S1"})

    assert defence(active.world, active.at(2, 0)) == 3
    assert defence(covered.world, covered.at(2, 0)) == 2


# ------------------------------------------------------------ returning, sequential mode


def returned() -> Table:
    """Cleopatra was returned by seat 0; both players have Gold left."""
    own = bearer("cleopatra", "G9 M1")
    return acting(own, danish("G9 M1"), heroes=("hypatia",)).send_back("cleopatra")


@pytest.mark.rule("monumental.hero.5", "monumental.hero.6")
def test_returning_a_hero_carries_out_its_effect_and_lays_it_aside() -> None:
    table = returned()

    assert table.supply() == "M1 G9 C2"
    assert (table.realm().hero, table.realm().hero_returned) == ("cleopatra", True)
    assert table.world.heroes == ("hypatia",)
    assert table.seat == 1


@pytest.mark.rule("monumental.hero.5")
def test_a_hero_may_be_returned_in_the_round_in_which_its_action_was_used() -> None:
    assert ready("cleopatra").plays("use cleopatra, pass, send_back cleopatra").supply() == "G1 C2"


@pytest.mark.rule("monumental.hero.6")
def test_a_returned_hero_acts_no_more_and_bars_hiring_this_round() -> None:
    table = returned().pass_()

    assert table.seat == 0
    assert not any((table.offers("hire"), table.offers("send_back"), table.offers("use")))


@pytest.mark.rule("monumental.hero.6")
def test_what_holds_always_ends_when_the_hero_is_returned() -> None:
    table = acting(bearer("joan_of_arc", "M1"), danish("M1"), tiles={(2, 0): "0 S1"})

    table.send_back("joan_of_arc")
    while table.seat == 0:
        table.do(table.options[-1])

    assert defence(table.world, table.at(2, 0)) == 2


@pytest.mark.rule("monumental.hero.7", "monumental.seq.10")
def test_returned_heroes_go_back_to_the_row_in_the_display_refill() -> None:
    table = returned().plays("pass, pass")

    assert table.world.round == 2
    assert table.realm().hero is None
    assert table.world.heroes == ("hypatia", "cleopatra")


@pytest.mark.rule("monumental.hero.7")
def test_a_hero_whose_action_was_used_stays_and_can_act_again_next_round() -> None:
    table = ready("cleopatra").plays("use cleopatra, pass, pass")

    assert table.world.round == 2
    assert (table.realm().hero, table.realm().marked) == ("cleopatra", ())


@pytest.mark.rule("monumental.hero.7")
def test_a_hero_returned_last_round_can_be_returned_again_by_who_hires_it() -> None:
    table = returned().plays("pass, pass, activate 1 1, activate 1 1")
    while not table.can("hire cleopatra") or table.seat != 0:
        table.do(Pass() if table.seat == 1 else table.options[0])
    table.hire("cleopatra")

    assert table.can("send_back cleopatra")


# ------------------------------------------------------------ classic mode


@pytest.mark.rule("monumental.hero.8", "monumental.classic.3")
def test_in_classic_mode_a_returned_hero_is_in_the_row_at_once_but_stays_used() -> None:
    """Hired again in the same turn, Cleopatra can neither act nor be returned."""
    table = acting(bearer("cleopatra", "G9"), mode="classic", display=("petra", "school"))

    table.plays("use cleopatra, send_back cleopatra")
    assert table.world.heroes == ("cleopatra",)
    table.hire("cleopatra")

    assert table.supply() == "G7 C2"
    assert not table.offers("send_back")
    assert not table.offers("use")


@pytest.mark.rule("monumental.hero.8")
def test_in_classic_mode_a_hero_hired_again_can_be_returned_on_the_next_turn() -> None:
    table = acting(bearer("cleopatra", "G9"), mode="classic", display=("petra", "school"))

    table.plays("send_back cleopatra, hire cleopatra, end")

    assert table.realm().heroes_returned == ()
    assert table.realm().hero == "cleopatra"


# ------------------------------------------------------------ each Hero's return


@by_clause(
    "hero how moves after",
    ("hero.5 op.gain", "julius_caesar", {}, "", "M5"),
    ("hero.5 op.gain", "marco_polo", {}, "take_market silk, take_market arms", "silk arms"),
    # three cards are drawn, and up to two slots activated
    ("hero.5 op.draw", "hypatia", {"deck": "mine fort forum mine"}, "", "M1 G1 C1"),
    (
        "hero.5 op.activate",
        "imhotep",
        {"city": "mine fort forum / - - -"},
        "wake 0 mine, wake 1 fort",
        "M1 G1",
    ),
)
def test_what_a_hero_brings_when_returned(
    hero: str, how: dict[str, Any], moves: str, after: str
) -> None:
    assert ready(hero, **how).send_back(hero).plays(moves).supply() == after


@pytest.mark.rule("monumental.hero.5", "monumental.op.complete_section")
def test_leonardo_da_vinci_completes_a_section_for_5_less_when_returned() -> None:
    """The first section of Petra costs 4, so it is free; of the Great Wall it would cost 1."""
    table = ready("leonardo_da_vinci", display="great_wall petra").send_back("leonardo_da_vinci")

    construction = table.realm().construction
    assert construction is not None
    assert construction.card == "petra"
    assert table.supply() == "-"


@pytest.mark.rule("monumental.hero.5", "monumental.gen.3")
def test_a_hero_whose_return_would_do_nothing_cannot_be_returned() -> None:
    assert not ready("hypatia").can("send_back hypatia")


# ------------------------------------------------------------ secrets


@pytest.mark.rule("monumental.secret.4")
def test_the_heroes_left_out_are_in_no_order() -> None:
    seen = view(GAME, new(2, heroes="on"), 0)

    assert set(seen.heroes_aside.cards) == {None}

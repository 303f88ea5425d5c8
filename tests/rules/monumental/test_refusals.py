"""Why a turn action is not offered: each reason, told before anybody asks."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import (
    AcquireBasic,
    AcquireCard,
    BuildOutpost,
    CompleteSection,
    Conquer,
    DevelopPolicy,
    HireHero,
    MakeProgress,
    MoveArmy,
    MoveExplorer,
    ReturnHero,
    TurnAction,
    UseEffect,
)
from hako.content.monumental.state import Pile
from hako.content.monumental.steps.turn import TakeTurn
from hako.engine.words.note import Note
from tests.rules.monumental.bearer import QUIET, bearer, ready
from tests.rules.monumental.table import Table, acting, egyptian


def why_not(table: Table, action: TurnAction) -> Note | None:
    """Why an action is not offered; nothing is said of what is."""
    step = table.step
    assert isinstance(step, TakeTurn)
    refused = dict(step.refused(table.world))
    assert not refused.keys() & {*table.options}
    return refused.get(action)


@pytest.mark.rule("monumental.pay.3", "monumental.acquire.1")
def test_a_card_that_is_too_dear_says_its_cost_and_what_can_be_paid() -> None:
    """The Temple costs 5 Production, Writing 4 Science; 2 counters, a token and 1 Gold pay 4."""
    table = acting(egyptian("P2 PT1 G1"), display="temple writing petra")

    assert why_not(table, AcquireCard("temple")) == Note(
        "too_dear", {"cost": {"production": 5}, "means": 4}
    )
    assert why_not(table, AcquireCard("writing")) == Note(
        "too_dear", {"cost": {"science": 4}, "means": 1}
    )
    assert why_not(table, AcquireBasic("workshop")) is None


@pytest.mark.rule("monumental.acquire.2")
def test_a_pile_that_is_used_up_says_so() -> None:
    table = acting(egyptian("P9")).given(basics=(Pile("workshop", 0),))

    assert why_not(table, AcquireBasic("workshop")) == Note("pile_empty")


@pytest.mark.rule("monumental.wonder.1", "monumental.wonder.2")
def test_a_section_is_too_dear_or_has_to_wait_for_another_wonder() -> None:
    """The second section of Petra costs 4; the Colosseum cannot be begun meanwhile."""
    first = acting(egyptian("P3"), display="colosseum")
    second = acting(egyptian("P3", building="petra 1"), display="colosseum")

    dear = Note("too_dear", {"cost": {"production": 4}, "means": 3})
    assert why_not(first, CompleteSection("colosseum")) == dear
    assert why_not(second, CompleteSection("petra")) == dear
    assert why_not(second, CompleteSection("colosseum")) == Note("building", {"card": "petra"})


@pytest.mark.rule("monumental.policy.1")
def test_a_policy_says_how_much_culture_it_takes() -> None:
    table = acting(egyptian("C1", policies="great_works"))

    note = Note("culture_lacks", {"cost": 2, "culture": 1})
    assert why_not(table, DevelopPolicy("royal_scribes")) == note


@pytest.mark.rule("monumental.conquer.2")
def test_a_province_says_its_defence_if_only_military_lacks() -> None:
    """Two of the three units that a Meadow with 3 Soldiers takes; 9 and an Outpost are too many."""
    table = acting(egyptian("M2"), tiles={(2, 0): "1 S3", (2, 1): "1 S6 W O"})

    note = Note("military_lacks", {"defence": 4, "units": 2})
    assert why_not(table, Conquer(table.at(2, 0))) == note
    too_strong = Note("units_lack", {"defence": 12})
    assert why_not(table, Conquer(table.at(2, 1))) == too_strong


@pytest.mark.rule("monumental.conquer.1")
def test_a_province_beside_no_own_tile_says_so() -> None:
    table = acting(egyptian("M2"))

    assert why_not(table, Conquer(table.at(-2, 0))) == Note("not_near")


@pytest.mark.rule("monumental.outpost.1")
def test_an_outpost_lacks_soldiers_or_stands_there_or_is_used_up() -> None:
    tiles = {(2, 0): "0 S2", (2, 1): "0 S3 O", (3, -1): "0 S3"}
    table = acting(tiles=tiles)
    none_left = acting(egyptian(outposts=0), tiles=tiles)

    few = Note("soldiers_lack", {"soldiers": 2, "needed": 3})
    assert why_not(table, BuildOutpost(table.at(2, 0))) == few
    assert why_not(table, BuildOutpost(table.at(2, 1))) == Note("outpost_there")
    assert why_not(table, BuildOutpost(table.at(3, -1))) is None
    assert why_not(none_left, BuildOutpost(table.at(3, -1))) == Note("outposts_lack")


@pytest.mark.rule("monumental.move.1", "monumental.move.2", "monumental.explorer.1")
def test_the_army_and_explorers_lack_military_or_a_way() -> None:
    """Nobody can leave where nobody would stay, and no other tile is Egypt's."""
    poor = acting(tiles={(2, 0): "0 S2"})
    alone = acting(egyptian("M2"))

    dear = Note("too_dear", {"cost": {"military": 1}, "means": 0})
    assert why_not(poor, MoveArmy()) == dear
    assert why_not(poor, MoveExplorer("a")) == dear
    assert why_not(alone, MoveArmy()) == Note("no_unit_moves")
    assert why_not(alone, MoveExplorer("a")) is None


@pytest.mark.rule("monumental.gen.3", "monumental.pay.3")
def test_an_effect_that_cannot_be_paid_does_not_say_that_it_changes_nothing() -> None:
    """This Building turns 2 Gold into Culture: without Gold it is unpaid, and not idle."""
    table = acting(egyptian("", "theatre* - - / - - - / - - -"))

    assert why_not(table, UseEffect("theatre")) == Note("unpaid")


@pytest.mark.rule("monumental.classic.2", "monumental.seq.3")
@pytest.mark.parametrize(("mode", "clause"), [("classic", "classic.2"), ("sequential", "seq.3")])
def test_a_turn_cites_the_clause_of_its_mode(mode: str, clause: str) -> None:
    table = acting(mode=mode)

    assert table.step.cites(table.world) == f"monumental.{clause}"


@pytest.mark.rule("monumental.seq.6", "monumental.effect.2", "monumental.gen.3")
def test_an_effect_was_used_or_lacks_its_condition_or_would_do_nothing() -> None:
    city = "warrior_priest_altar* odeon* writing* / petra* - - / - - -"
    table = acting(egyptian("", city, marked="petra"))

    assert why_not(table, UseEffect("petra")) == Note("used")
    assert why_not(table, UseEffect("warrior_priest_altar")) == Note("no_conquest")
    assert why_not(table, UseEffect("odeon")) == Note("no_knowledge")
    assert why_not(table, UseEffect("writing")) == Note("idle")


@pytest.mark.rule("monumental.science.1")
def test_progress_lacks_science_or_a_card() -> None:
    poor = acting(egyptian("S2", QUIET, deck="fort"))
    bare = acting(egyptian("S3", QUIET))

    dear = Note("too_dear", {"cost": {"science": 3}, "means": 2})
    assert why_not(poor, MakeProgress()) == dear
    assert why_not(bare, MakeProgress()) == Note("no_card")


@pytest.mark.rule("monumental.hero.2", "monumental.hero.3", "monumental.hero.5")
def test_a_hero_is_too_dear_or_one_too_many_or_would_return_for_nothing() -> None:
    poor = acting(egyptian("G2"), heroes=("hypatia",))
    second = ready("hypatia", "G9", heroes=("cleopatra",))

    note = Note("gold_lacks", {"cost": 3, "gold": 2})
    assert why_not(poor, HireHero("hypatia")) == note
    assert why_not(second, HireHero("cleopatra")) == Note("one_hero", {"hero": "hypatia"})
    assert why_not(second, ReturnHero("hypatia")) == Note("idle")


@pytest.mark.rule("monumental.hero.8")
def test_in_classic_mode_a_hero_hired_again_was_returned_already() -> None:
    table = acting(bearer("cleopatra", "G9"), mode="classic", display=("petra", "school"))

    table.plays("send_back cleopatra, hire cleopatra")

    assert why_not(table, ReturnHero("cleopatra")) == Note("used")


@pytest.mark.rule("monumental.free.4")
def test_after_the_turn_action_nothing_is_refused_because_of_its_price() -> None:
    assert TakeTurn(0, acted=True).refused(acting(egyptian("silk")).world) == ()

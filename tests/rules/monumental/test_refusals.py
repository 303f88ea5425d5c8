"""Reasons why a turn action is not offered, each told before anybody asks."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from hako.content.monumental import GAME, actions
from hako.content.monumental.cards.effects import Effect
from hako.content.monumental.cards.land import Hex
from hako.content.monumental.state import Pile
from hako.content.monumental.steps.turn import TakeTurn
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.transcript.sentences import texts_of
from tests.rules.monumental.bearer import QUIET, bearer, ready
from tests.rules.monumental.table import Table, acting, egyptian
from tests.tui.tables import new_table


def why_not(table: Table, action: actions.TurnAction) -> LazyText | None:
    """Reason why an action is not offered; empty for a legal one."""
    step = table.step
    assert isinstance(step, TakeTurn)
    refused = dict(step.refused(table.world))
    assert not refused.keys() & {*table.options}
    return refused.get(action)


@pytest.mark.rule("monumental.pay.3", "monumental.acquire.1")
def test_a_card_that_is_too_dear_says_its_cost_and_what_can_be_paid() -> None:
    """The Temple costs 5 Production, Writing 4 Science; 2 counters, a token and 1 Gold pay 4."""
    table = acting(egyptian("P2 PT1 G1"), display="temple writing petra")

    assert why_not(table, actions.AcquireCard("temple")) == LazyText(
        "too_dear", {"cost": {"production": 5}, "means": 4}
    )
    assert why_not(table, actions.AcquireCard("writing")) == LazyText(
        "too_dear", {"cost": {"science": 4}, "means": 1}
    )
    assert why_not(table, actions.AcquireBasic("workshop")) is None


@pytest.mark.rule("monumental.acquire.2")
def test_a_pile_that_is_used_up_says_so() -> None:
    table = acting(egyptian("P9")).given(basics=(Pile("workshop", 0),))

    assert why_not(table, actions.AcquireBasic("workshop")) == LazyText("pile_empty")


@pytest.mark.rule("monumental.wonder.1", "monumental.wonder.2")
def test_a_section_is_too_dear_or_has_to_wait_for_another_wonder() -> None:
    """The second section of Petra costs 4; the Colosseum cannot be begun meanwhile."""
    first = acting(egyptian("P3"), display="colosseum")
    second = acting(egyptian("P3", building="petra 1"), display="colosseum")

    dear = LazyText("too_dear", {"cost": {"production": 4}, "means": 3})
    assert why_not(first, actions.CompleteSection("colosseum")) == dear
    assert why_not(second, actions.CompleteSection("petra")) == dear
    assert why_not(second, actions.CompleteSection("colosseum")) == LazyText(
        "building", {"card": "petra"}
    )


@pytest.mark.rule("monumental.policy.1")
def test_a_policy_says_how_much_culture_it_takes() -> None:
    table = acting(egyptian("C1", policies="great_works"))

    note = LazyText("culture_lacks", {"cost": 2, "culture": 1})
    assert why_not(table, actions.DevelopPolicy("royal_scribes")) == note


@pytest.mark.rule("monumental.conquer.2")
def test_a_province_says_its_defence_if_only_military_lacks() -> None:
    """Two of the three units that a Meadow with 3 Soldiers takes; 9 and an Outpost are too many."""
    table = acting(egyptian("M2"), tiles={(2, 0): "1 S3", (2, 1): "1 S6 W O"})

    note = LazyText("military_lacks", {"defence": 4, "units": 2})
    assert why_not(table, actions.Conquer(table.at(2, 0))) == note
    too_strong = LazyText("units_lack", {"defence": 12, "strength": 11})
    assert why_not(table, actions.Conquer(table.at(2, 1))) == too_strong


@pytest.mark.rule("monumental.conquer.1", "monumental.conquer.4")
def test_units_that_would_suffice_have_no_way_or_have_to_stay() -> None:
    """For a Defence of 7, the 8 of E2 have no way; for one of 3, each of three Soldiers stays."""
    cut_off = acting(tiles={(2, -1): "1 S5", (3, -1): "0 S1", (-2, 2): "0 S6 W"})
    alone = {(3, -1): "0 S1", (2, 0): "0 S1", (1, 0): "0 S1", (-2, 2): "0 S6 W"}
    stay = acting(egyptian("M9"), tiles={(2, -1): "1 S1", **alone})

    note = LazyText("units_cut_off", {"defence": 7, "strength": 2})
    assert why_not(cut_off, actions.Conquer(cut_off.at(2, -1))) == note
    note = LazyText("units_stay_back", {"defence": 3, "strength": 0})
    assert why_not(stay, actions.Conquer(stay.at(2, -1))) == note


@pytest.mark.rule("monumental.pay.7")
def test_neutral_military_is_said_to_be_for_neutral_provinces_where_it_is_had() -> None:
    table = acting(egyptian("N5"), tiles={(2, 0): "1 S1", (2, 1): "0 S2"})

    enemy = LazyText("neutral_lacks", {"defence": 2, "units": 0})
    assert why_not(table, actions.Conquer(table.at(2, 0))) == enemy
    dear = LazyText("too_dear_neutral", {"cost": {"military": 1}, "means": 0})
    assert why_not(table, actions.MoveExplorer("a")) == dear


@pytest.mark.rule("monumental.conquer.1")
def test_a_province_beside_no_own_tile_says_so() -> None:
    table = acting(egyptian("M2"))

    assert why_not(table, actions.Conquer(table.at(-2, 0))) == LazyText("not_near")


@pytest.mark.rule("monumental.outpost.1")
def test_an_outpost_lacks_soldiers_or_stands_there_or_is_used_up() -> None:
    tiles = {(2, 0): "0 S2", (2, 1): "0 S3 O", (3, -1): "0 S3"}
    table = acting(tiles=tiles)
    none_left = acting(egyptian(outposts=0), tiles=tiles)

    few = LazyText("soldiers_lack", {"soldiers": 2, "needed": 3})
    assert why_not(table, actions.BuildOutpost(table.at(2, 0))) == few
    assert why_not(table, actions.BuildOutpost(table.at(2, 1))) == LazyText("outpost_there")
    assert why_not(table, actions.BuildOutpost(table.at(3, -1))) is None
    assert why_not(none_left, actions.BuildOutpost(table.at(3, -1))) == LazyText("outposts_lack")


@pytest.mark.rule("monumental.move.1", "monumental.move.2", "monumental.explorer.1")
def test_the_army_and_explorers_lack_military_or_a_way() -> None:
    """Nobody can leave where nobody would stay, and no other tile is Egypt's."""
    poor = acting(tiles={(2, 0): "0 S2"})
    alone = acting(egyptian("M2"))

    dear = LazyText("too_dear", {"cost": {"military": 1}, "means": 0})
    assert why_not(poor, actions.MoveArmy()) == dear
    assert why_not(poor, actions.MoveExplorer("a")) == dear
    assert why_not(alone, actions.MoveArmy()) == LazyText("one_tile")
    assert why_not(alone, actions.MoveExplorer("a")) is None


ONE_EACH = {
    **dict.fromkeys(((2, 0), (1, 0), (3, -1), (2, -1), (2, 1), (1, 1), (0, 1)), "0 S1"),
    **dict.fromkeys(((3, -2), (2, -2)), "0 S1"),
    (0, 2): "0 W",
}
"""All ten units of seat 0, each alone in a Province."""


@pytest.mark.rule("monumental.move.1", "monumental.move.2")
@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ({(-2, 2): "0 S2"}, "tiles_apart"),
        ({(2, 0): "0 S1", (1, 0): "0 S1", (-2, 2): "0 S7 W"}, "apart_or_stay"),
        (ONE_EACH, "units_stay"),
    ],
)
def test_an_army_that_cannot_move_says_whether_it_lacks_a_way_or_has_to_stay(
    tiles: dict[Hex, str], why: str
) -> None:
    """Tiles that lie apart; one unit in each of ten Provinces; some of this and of that."""
    assert why_not(acting(egyptian("M2"), tiles=tiles), actions.MoveArmy()) == LazyText(why)


@pytest.mark.rule("monumental.gen.3", "monumental.pay.3")
def test_an_effect_that_cannot_be_paid_does_not_say_that_it_changes_nothing() -> None:
    """This Building turns 2 Gold into Culture: without Gold it is unpaid, and not idle."""
    table = acting(egyptian("", "theatre* - - / - - - / - - -"))

    assert why_not(table, actions.UseEffect("theatre")) == LazyText("unpaid")


@pytest.mark.rule("monumental.classic.2", "monumental.seq.3")
@pytest.mark.parametrize(("mode", "clause"), [("classic", "classic.2"), ("sequential", "seq.3")])
def test_a_turn_cites_the_clause_of_its_mode(mode: str, clause: str) -> None:
    table = acting(mode=mode)

    assert table.step.cites(table.world) == f"monumental.{clause}"


@pytest.mark.rule("monumental.seq.6", "monumental.effect.2", "monumental.gen.3")
def test_an_effect_was_used_or_lacks_its_condition_or_would_do_nothing() -> None:
    city = "warrior_priest_altar* odeon* writing* / petra* - - / - - -"
    table = acting(egyptian("", city, marked="petra"))

    assert why_not(table, actions.UseEffect("petra")) == LazyText("used")
    assert why_not(table, actions.UseEffect("warrior_priest_altar")) == LazyText("no_conquest")
    assert why_not(table, actions.UseEffect("odeon")) == LazyText("no_knowledge")
    assert why_not(table, actions.UseEffect("writing")) == LazyText("idle.draw")


@pytest.mark.rule("monumental.science.1")
def test_progress_lacks_science_or_a_card() -> None:
    poor = acting(egyptian("S2", QUIET, deck="fort"))
    bare = acting(egyptian("S3", QUIET))

    dear = LazyText("too_dear", {"cost": {"science": 3}, "means": 2})
    assert why_not(poor, actions.MakeProgress()) == dear
    assert why_not(bare, actions.MakeProgress()) == LazyText("no_card")


@pytest.mark.rule("monumental.hero.2", "monumental.hero.3", "monumental.hero.5")
def test_a_hero_is_too_dear_or_one_too_many_or_would_return_for_nothing() -> None:
    poor = acting(egyptian("G2"), heroes=("hypatia",))
    second = ready("hypatia", "G9", heroes=("cleopatra",))

    note = LazyText("gold_lacks", {"cost": 3, "gold": 2})
    assert why_not(poor, actions.HireHero("hypatia")) == note
    assert why_not(second, actions.HireHero("cleopatra")) == LazyText(
        "one_hero", {"hero": "hypatia"}
    )
    assert why_not(second, actions.ReturnHero("hypatia")) == LazyText("idle.draw")


@pytest.mark.rule("monumental.hero.8")
def test_in_classic_mode_a_hero_hired_again_was_returned_already() -> None:
    table = acting(bearer("cleopatra", "G9"), mode="classic", display=("petra", "school"))

    table.plays("send_back cleopatra, hire cleopatra")

    assert why_not(table, actions.ReturnHero("cleopatra")) == LazyText("returned_before")


@pytest.mark.rule("monumental.hero.6")
def test_a_hero_who_was_returned_is_still_in_the_way_of_another() -> None:
    table = ready("cleopatra", "G9", heroes=("hypatia",), deck="fort")

    table.plays("send_back cleopatra").given(agenda=(TakeTurn(0, acted=False),))

    assert why_not(table, actions.HireHero("hypatia")) == LazyText(
        "hero_aside", {"hero": "cleopatra"}
    )


@pytest.mark.rule("monumental.classic.3")
def test_in_classic_mode_an_effect_is_used_once_a_turn() -> None:
    table = acting(egyptian("", "petra* - - / - - - / - - -", marked="petra"), mode="classic")

    assert why_not(table, actions.UseEffect("petra")) == LazyText("used_classic")


@pytest.mark.rule("monumental.gen.3")
@pytest.mark.parametrize(
    ("source", "table", "why"),
    [
        ("philosophy", {}, LazyText("idle.convert")),
        ("pyrotechnics", {}, LazyText("idle.archive")),
        ("electricity", {}, LazyText("idle.activate")),
        ("great_library", {}, LazyText("idle.copy")),
        ("heraldry", {"tiles": {(2, 0): "0 S1"}}, LazyText("idle.gain_per")),
        ("silk_road", {"supply": "G1", "market": ()}, LazyText("idle.exchange")),
        ("silk_road", {}, LazyText("unpaid")),
        ("masonry", {"supply": "P9", "display": "school"}, LazyText("idle.complete_section")),
        ("schools_of_thought", {"supply": "S9", "display": "school"}, LazyText("idle.acquire")),
        ("castle", {}, LazyText("one_tile")),
        (
            "fortress_building",
            {"tiles": {(2, 0): "0 S1"}},
            LazyText("idle.build_outpost", {"needed": 2}),
        ),
        ("fortress_building", {"outposts": 0}, LazyText("outposts_lack")),
    ],
)
def test_an_effect_that_would_change_nothing_says_what_it_lacks(
    source: str, table: dict[str, Any], why: LazyText
) -> None:
    """Each kind of effect its own; what cannot be paid and what moves units as elsewhere."""
    assert why_not(ready(source, **table), actions.UseEffect(source)) == why


@pytest.mark.rule("monumental.op.conquer")
def test_a_conquest_for_less_has_no_such_province_beside_or_none_that_is_weak_enough() -> None:
    """All three beside the Capital are somebody's; no unit may leave for another one."""
    others = dict.fromkeys(((3, -1), (2, 0), (2, 1)), "1 S1")

    none = ready("way_of_the_sword", "M9", tiles=others)
    strong = ready("viking_raids", "M9", tiles=ONE_EACH)

    assert why_not(none, actions.UseEffect("way_of_the_sword")) == LazyText("idle.conquer")
    assert why_not(strong, actions.UseEffect("viking_raids")) == LazyText("idle.too_strong")


@pytest.mark.rule("monumental.op.steal", "monumental.op.destroy")
@pytest.mark.parametrize(
    ("hero", "why"), [("wu_zetian", "idle.steal"), ("genghis_khan", "idle.destroy")]
)
def test_a_hero_whose_return_would_do_nothing_to_others_says_so(hero: str, why: str) -> None:
    assert why_not(ready(hero), actions.ReturnHero(hero)) == LazyText(why)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_effect_can_say_why_it_would_change_nothing(language: Language) -> None:
    """But those that say it as the army and Outposts do."""
    texts = texts_of(new_table(GAME, "Ann", "Ben"), language)
    kinds = {kind.__struct_config__.tag for kind in get_args(Effect)} - {"move_units"}

    assert kinds | {"too_strong"} == {*texts.under("note.idle")}


@pytest.mark.rule("monumental.free.4")
def test_after_the_turn_action_nothing_is_refused_because_of_its_price() -> None:
    assert TakeTurn(0, acted=True).refused(acting(egyptian("silk")).world) == ()

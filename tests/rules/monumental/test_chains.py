"""Chains of effects, each carried out in one turn."""

from __future__ import annotations

import pytest

from hako.content.monumental.events.city import ResourcesGained
from tests.rules.monumental.bearer import QUIET, bearer, ready
from tests.rules.monumental.table import acting, danish, egyptian, greek, japanese


@pytest.mark.rule("monumental.free.1", "monumental.free.3", "monumental.city.6")
def test_a_conquest_draws_a_card_that_draws_a_card() -> None:
    """Ramses II brings 2 Production; Refugees draw Writing; Writing, free now, draws the Mine."""
    table = acting(
        egyptian("M1", QUIET, deck="writing mine fort"), tokens={(2, 0): "barbarian_refugees"}
    )

    table.plays("conquer 2:0, send_warlord 3:0, option barbarian_refugees.2")

    assert table.offered == "use writing, end"
    table.use("writing")
    assert table.supply() == "P2 G1"
    assert table.realm().marked == ("ramses_ii", "writing")
    assert table.seat == 1


@pytest.mark.rule("monumental.free.3", "monumental.effect.4", "monumental.conquer.5")
def test_progress_draws_a_conquest_that_moves_an_explorer_to_a_market() -> None:
    """Metal Casting is drawn: 1 Military, and a conquest for 1 less as a free action.

    Siegfried brings 2 Military, the Guides move an Explorer to the Arms of (1, 0), and the
    Arms are used at once: all on the turn of one Scientific Progress.
    """
    table = acting(
        danish("S3", QUIET, deck="metal_casting"), egyptian(), tokens={(2, 0): "barbarian_guides"}
    )

    table.plays("progress, use metal_casting, conquer 2:0, send_warlord 3:0")
    assert table.supply() == "M3"
    table.plays("option barbarian_guides.2, move_explorer b")
    table.plays("to 2:0, to 1:0, take_token, spend arms")

    assert table.supply() == "M5"
    assert table.seat == 1


@pytest.mark.rule("monumental.wonder.4", "monumental.city.6", "monumental.city.9")
def test_a_wonder_draws_writing_which_draws_the_wonder_which_copies_a_knowledge() -> None:
    """The Great Library goes on the deck before Writing, drawn by it, can be used."""
    table = acting(
        egyptian(
            "P4",
            "- irrigation+fort - / - - - / - - -",
            deck="writing mine forum",
            building="great_library 1",
        ),
        tiles={(2, 0): "0 S1", (2, 1): "0 S1"},
    )

    table.plays("complete great_library, place_token 2:0")
    assert table.offered == "use writing, end"
    table.use("writing")
    assert table.realm().drawn == ("writing", "mine", "great_library")
    table.use("great_library")

    assert table.supply() == "P2 S2 G1"
    assert table.seat == 1


@pytest.mark.rule("monumental.policy.2", "monumental.policy.4")
def test_bonuses_come_oldest_first_each_finished_before_the_next() -> None:
    """Colonies move an Explorer, Democracy brings Science, Olympic Games bring Gold."""
    table = acting(greek("C3", policies="colonies democracy")).develop("olympic_games")

    assert table.supply() == "-"
    table.stop()
    assert table.supply() == "S1 G1"
    assert [event.source for event in table.happened(ResourcesGained)] == [
        "democracy",
        "olympic_games",
    ]


@pytest.mark.rule("monumental.policy.2", "monumental.op.move_units")
def test_a_bonus_that_moves_a_unit_comes_before_the_next_bonus() -> None:
    table = acting(japanese("C2", policies="way_of_the_sword"), tiles={(2, 0): "0 S1"})

    table.develop("shogunate")
    assert table.supply() == "-"
    table.plays("pick warlord 3:0, to 2:0")

    assert table.supply() == "M1"
    assert table.tile(2, 0).warlord


@pytest.mark.rule("monumental.city.4", "monumental.wonder.4")
def test_what_angkor_wat_activates_is_used_on_a_later_turn() -> None:
    """The University brings 3 Science at once; its draw is another turn action."""
    table = acting(
        egyptian("P6", "university - - / - - - / - - -", deck="fort", building="angkor_wat 1")
    )

    table.plays("complete angkor_wat, wake 0 university")
    assert table.supply() == "S3"
    assert table.seat == 1
    table.pass_()

    assert table.can("use university")


@pytest.mark.rule("monumental.hero.5", "monumental.city.6")
def test_cards_drawn_by_a_returned_hero_are_used_before_the_turn_ends() -> None:
    """Hypatia draws University, Writing and the Mine; both texts are free on this turn."""
    table = ready("hypatia", deck="university writing mine fort forum").send_back("hypatia")
    assert table.offered == "use university, use writing, end"
    table.plays("use writing, use university")

    assert table.realm().drawn == ("university", "writing", "mine", "fort", "forum")
    assert table.supply() == "S3 M1 G1 C1"
    assert table.realm().hero_returned


@pytest.mark.rule("monumental.effect.2", "monumental.op.acquire")
def test_a_knowledge_acquired_by_an_effect_meets_the_odeons_condition() -> None:
    own = bearer("odeon", "S1", policies="schools_of_thought", civilization="greek")
    table = acting(own, display="irrigation").plays("use schools_of_thought, pass")

    assert table.can("use odeon")
    assert table.use("odeon").supply() == "C1"


@pytest.mark.rule("monumental.effect.2", "monumental.op.conquer")
def test_a_province_conquered_by_an_effect_meets_the_altars_condition() -> None:
    own = bearer("warrior_priest_altar", "", policies="viking_raids")
    table = acting(own, tiles={(2, 0): "bare"})

    table.plays("use viking_raids, conquer 2:0, send 3:0*1, pass")

    assert table.use("warrior_priest_altar").supply() == "C1"


@pytest.mark.rule("monumental.city.9", "monumental.effect.5")
def test_a_copied_exchange_is_made_as_often_as_it_says() -> None:
    """Nuclear Physics copies the Bank: 3 Gold, then up to two exchanges."""
    table = ready("nuclear_physics", city="- bank* - / - - - / - - -")

    table.plays("use nuclear_physics, use_copy bank, take S2, exchange G1, take M2")

    assert table.supply() == "S2 M2 G1"
    assert table.realm().marked == ("nuclear_physics",)


@pytest.mark.rule("monumental.city.9")
def test_a_copied_card_can_still_be_used_itself() -> None:
    """The Theatre yields Science and Culture, and exchanges 2 Gold for Culture, twice."""
    table = ready("nuclear_physics", "G4", city="- theatre* - / - - - / - - -")

    table.plays("use nuclear_physics, use_copy theatre, pass, use theatre")

    assert table.supply() == "S1 C3"


@pytest.mark.rule("monumental.classic.2", "monumental.free.3")
def test_in_classic_mode_a_turn_goes_on_through_all_of_it() -> None:
    """Acquire Writing, draw it, use it, conquer with what it draws."""
    table = acting(
        egyptian("S7", QUIET, deck="barracks"),
        mode="classic",
        display=("writing", "school"),
        tiles={(2, 0): "bare"},
    )

    table.plays("acquire writing, progress, use writing")
    assert table.supply() == "M3"
    table.plays("conquer 2:0, send_warlord 3:0")

    assert table.supply() == "P2 M2"
    assert table.seat == 0

"""The City (4.3)."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import MakeProgress
from hako.content.monumental.events.city import CardDrawn, KnownCardDrawn, SlotsActivated
from hako.content.monumental.steps.city import Activate
from tests.rules.monumental.table import acting, at, chinese, egyptian, greek

CITY = "work_camp library fort / mine irrigation+work_camp forum / fort library work_camp"


@pytest.mark.rule("monumental.city.1", "monumental.city.2")
def test_an_activated_slot_yields_with_its_top_card_and_what_is_attached() -> None:
    """Irrigation under a Work Camp: 2 + 1 Production."""
    table = at(Activate(0), realms=[egyptian(city=CITY)]).activate(2, 2)

    assert "irrigation+work_camp*" in table.city()
    assert table.supply() == "P3 S2 G1 C1"


@pytest.mark.rule("monumental.city.2")
def test_a_slot_is_activated_once_a_round() -> None:
    """Democracy activates one more slot: only those not yet activated are offered."""
    table = acting(greek(city="mine* fort library", policies="democracy")).use("democracy")

    assert table.offers("wake")[:2] == ["1 fort", "2 library"]


@pytest.mark.rule("monumental.city.3")
def test_a_row_and_a_column_are_activated_and_texts_wait() -> None:
    """Nine pairs; the Altar yields nothing at once and is not used; an empty slot gives nothing."""
    city = "warrior_priest_altar - fort / mine fort fort / library fort fort"
    table = at(Activate(0), realms=[egyptian(city=city, conquered=True)])
    assert len(table.options) == 9

    table.activate(1, 1)

    assert table.city().split()[:4] == ["warrior_priest_altar*", "-*", "fort*", "mine*"]
    assert table.city().split()[4:] == ["fort", "fort", "library*", "fort", "fort"]
    assert table.supply() == "S1 M1 G1"
    assert table.realm().marked == ()


@pytest.mark.rule("monumental.city.4")
def test_slots_activated_by_an_effect_use_their_texts_later() -> None:
    """Democracy wakes the Odeon: 1 Science now, its effect is a turn action of its own."""
    realm = greek(city="fort* odeon -", policies="democracy", acquired_knowledge=True)
    table = acting(realm).plays("use democracy, wake 1 odeon")

    assert table.supply() == "S1"
    assert table.happened(SlotsActivated)
    assert table.seat == 1, "the turn is over"
    table.pass_()
    assert table.can("use odeon")


@pytest.mark.rule("monumental.city.5")
def test_a_drawn_card_yields_at_once_and_lies_apart() -> None:
    """Drawn Knowledge stands alone; at the refill drawn cards are discarded."""
    table = acting(egyptian("S6", deck="irrigation fort mine")).progress()
    assert (table.supply(), table.realm().drawn) == ("P2 S3", ("irrigation",))
    table.plays("pass, progress")
    assert (table.supply(), table.realm().drawn) == ("P2 M1", ("irrigation", "fort"))

    table.pass_()

    assert table.realm().drawn == ()
    assert table.discard().split() == ["irrigation", "fort"]


@pytest.mark.rule("monumental.city.6")
def test_the_text_of_a_drawn_card_is_free_on_this_turn_and_a_turn_action_later() -> None:
    later = acting(egyptian("S3", deck="writing fort library")).progress()
    assert later.can("use writing")

    now = acting(egyptian("S3", deck="writing fort library")).plays("progress, use writing")
    assert (now.supply(), now.seat) == ("M1", 1)

    later.plays("end, pass")
    assert later.can("use writing")
    later.use("writing")
    assert not later.can("use writing")


@pytest.mark.rule("monumental.city.7")
def test_an_empty_deck_is_made_of_the_discard_pile() -> None:
    table = acting(egyptian("S3", deck="", discard="fort mine library"))

    table.do(MakeProgress(), order="library mine fort")

    assert (table.realm().drawn, table.deck(), table.discard()) == (
        ("library",),
        "mine fort",
        "-",
    )


@pytest.mark.rule("monumental.city.7")
def test_a_draw_stops_when_there_is_no_card_at_all() -> None:
    """The Great Library draws 2 on completion: a single card is left."""
    table = acting(egyptian("P4", building="great_library 1", deck="fort"))

    table.complete("great_library")

    assert (table.realm().drawn, table.deck()) == (("fort",), "great_library")


@pytest.mark.rule("monumental.city.8")
def test_an_archived_card_is_out_of_the_game_and_its_knowledge_discarded() -> None:
    table = acting(chinese(city="pyrotechnics+mine* irrigation+fort library")).use("pyrotechnics")
    assert not table.can("archive 0 mine"), "activated"

    table.archive(1, "fort")

    assert table.city().split()[:3] == ["pyrotechnics+mine*", "-", "library"]
    assert (table.realm().archived, table.discard()) == (("fort",), "irrigation")


@pytest.mark.rule("monumental.city.10")
def test_a_slot_keeps_what_it_has_when_the_cards_run_out() -> None:
    city = "- - fort / fort fort fort / fort fort fort"
    table = acting(egyptian(city=city, deck="writing")).plays("pass, pass")

    assert table.city().split()[:2] == ["writing+-", "-"]


@pytest.mark.rule("monumental.city.11", "monumental.seq.10")
def test_activated_slots_and_drawn_cards_are_discarded_and_others_stay() -> None:
    city = "irrigation+fort* library mine / fort fort fort / fort fort fort"
    own = egyptian(city=city, deck="workshop", drawn="mine", marked="irrigation")
    table = acting(own).plays("pass, pass")

    assert table.city().split()[:3] == ["workshop", "library", "mine"]
    assert table.discard().split() == ["fort", "irrigation", "mine"]
    assert (table.realm().marked, table.realm().passed) == ((), False)


@pytest.mark.rule("monumental.city.5", "monumental.secret.2")
def test_only_a_card_that_was_known_to_lie_on_top_can_be_foreseen() -> None:
    known = acting(egyptian("S3", deck="castle fort", shown=1))
    hidden = acting(egyptian("S3", deck="castle fort"))

    assert KnownCardDrawn(0, "castle", {"military": 4}, left=1) in known.foreseen("progress")
    assert not any(isinstance(event, CardDrawn) for event in hidden.foreseen("progress"))

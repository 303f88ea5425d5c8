"""Rounds, turns and free actions in sequential mode (4.4, 4.12)."""

from __future__ import annotations

import pytest

from hako.content.monumental.actions import UseMarketToken
from hako.content.monumental.events.display import DisplayDiscarded
from hako.content.monumental.events.rounds import RoundBegan
from hako.content.monumental.steps.display import rounds_at_most
from hako.content.monumental.steps.rounds import Round
from tests.rules.monumental.table import Table, acting, at, chinese, danish, egyptian, greek, new


@pytest.mark.rule("monumental.seq.1", "monumental.seq.2")
def test_a_round_goes_from_activation_over_actions_to_the_refills() -> None:
    """Three players, start player 1: 1, 2, 0 activate, then take turns in that order."""
    table = at(Round(1), realms=[egyptian(), danish(), greek()], start_player=1).go()

    order = []
    for _ in range(3):
        order.append(table.seat)
        table.activate(1, 1)
    assert order == [1, 2, 0]
    assert table.supply(0) == "P3 S1 M1", "everything activated yields at once"
    assert (table.world.phase, table.seat) == ("actions", 1)
    table.plays("pass, pass, pass")
    assert table.happened(RoundBegan) == [RoundBegan(2)]
    assert table.city(0).count("*") == 0
    assert table.world.phase == "activation"


@pytest.mark.rule("monumental.seq.3")
def test_a_turn_is_one_turn_action_and_then_the_next_player_who_has_not_passed() -> None:
    realms = [egyptian("P9"), danish("P9"), greek("P9")]
    table = acting(*realms).acquire_basic("workshop")
    assert table.seat == 1
    table.pass_()
    assert table.seat == 2
    table.acquire_basic("workshop")
    assert table.seat == 0
    table.acquire_basic("laboratory")
    assert table.seat == 2


@pytest.mark.rule("monumental.seq.4", "monumental.free.2")
def test_market_tokens_are_used_before_and_after_the_turn_action() -> None:
    """Arms: 2 Military; Books: 2 Science; Spices: 2 Gold; Silk: 1 Culture."""
    table = acting(egyptian("P3 arms books spices silk silk"))
    left = {pile.id: pile.left for pile in table.world.market}

    table.do(*(UseMarketToken(kind) for kind in ("arms", "books", "spices", "silk")))
    assert table.supply() == "P3 S2 M2 G2 C1 silk"
    assert {pile.id: pile.left for pile in table.world.market} == {
        kind: count + 1 for kind, count in left.items()
    }

    table.plays("acquire_basic workshop, spend silk")
    assert table.supply() == "S2 M2 G2 C2"


@pytest.mark.rule("monumental.seq.5")
def test_the_last_player_goes_on_alone_an_action_at_a_time() -> None:
    table = acting(egyptian("P6")).plays("acquire_basic workshop, pass, acquire_basic workshop")

    assert (table.seat, table.supply()) == (0, "-")


@pytest.mark.rule("monumental.seq.6")
def test_a_marked_card_and_a_marked_explorer_do_nothing_more_this_round() -> None:
    realm = egyptian("M9", city="warrior_priest_altar* - -", conquered=True)
    table = acting(realm, explorers={0: [(2, 0), (2, -1)]}).plays("use warrior_priest_altar, pass")
    assert not table.can("use warrior_priest_altar")
    table.plays("move_explorer a, take_token, to 1:0")

    assert not table.can("take_token"), "marked, though Arms lie there"
    assert table.realm().marked == ("warrior_priest_altar",)
    assert table.realm().explorers[0].marked
    table.plays("stop, pass")
    assert (table.realm().marked, table.realm().explorers[0].marked) == ((), False)


@pytest.mark.rule("monumental.seq.6")
def test_of_two_equal_cards_each_has_a_marker_of_its_own() -> None:
    table = acting(egyptian(city="odeon* odeon* -", acquired_knowledge=True))

    table.plays("use odeon, pass, use odeon")

    assert table.supply() == "C2"
    assert not table.can("use odeon")


@pytest.mark.rule("monumental.seq.7", "monumental.pay.1", "monumental.pay.2")
def test_passing_ends_all_turns_of_the_round_and_discards_counters() -> None:
    table = acting(chinese("P2 S1 M1 N2 G3 C1 PT1 silk"), danish("P6"), greek()).pass_()

    assert table.supply() == "G3 C1 PT1 silk"
    table.plays("acquire_basic workshop, pass")
    assert table.seat == 1, "seat 0 takes no more turns"


@pytest.mark.rule("monumental.seq.7")
def test_passing_is_instead_of_a_turn_action() -> None:
    """After it there is only ending the turn."""
    assert acting(egyptian("P6 silk")).acquire_basic("workshop").offered == "spend silk, end"


@pytest.mark.rule("monumental.seq.8")
def test_who_has_passed_can_be_attacked() -> None:
    assert acting(egyptian("M3"), danish(passed=True), tiles={(2, 0): "1 S1"}).can("conquer 2:0")


@pytest.mark.rule("monumental.seq.9")
def test_the_step_ends_when_all_have_passed() -> None:
    table = acting(egyptian(), danish(), greek()).plays("pass, pass")
    assert table.happened(RoundBegan) == []

    table.pass_()

    assert table.happened(RoundBegan) == [RoundBegan(2)]


@pytest.mark.rule("monumental.seq.11", "monumental.seq.13")
def test_the_rightmost_cards_leave_until_as_many_are_gone_as_there_are_players() -> None:
    """Two players, one card taken: one more leaves; the deck's top card comes in on the right."""
    table = acting(egyptian("P4"), deck="steam_power aviation computers nuclear_physics")

    table.acquire("barracks")
    assert table.display == "aqueduct temple school harbour pyramids_of_giza"
    table.plays("pass, pass")

    assert table.happened(DisplayDiscarded) == [DisplayDiscarded(("pyramids_of_giza",))]
    assert table.display == "aviation steam_power aqueduct temple school harbour"


@pytest.mark.rule("monumental.seq.12")
def test_wonders_begun_are_taken_cards_and_basic_buildings_are_not() -> None:
    """A Wonder and a Building: nothing is discarded. Two Basic buildings: two cards leave."""
    table = acting(egyptian("P8")).plays("complete pyramids_of_giza, pass, acquire aqueduct, pass")
    assert table.happened(DisplayDiscarded) == []

    table = acting(egyptian("P6"))
    table.plays("acquire_basic workshop, pass, acquire_basic workshop, pass")
    assert table.happened(DisplayDiscarded) == [DisplayDiscarded(("pyramids_of_giza", "harbour"))]


@pytest.mark.rule("monumental.seq.13")
def test_the_display_is_filled_as_far_as_the_deck_lasts() -> None:
    table = acting(deck="steam_power").plays("pass, pass")

    assert table.display == "steam_power aqueduct temple barracks school"


@pytest.mark.rule("monumental.seq.14")
def test_the_era_card_goes_to_the_left_neighbour() -> None:
    table = acting(
        egyptian(),
        danish(),
        greek(),
        start_player=2,
        deck="steam_power aviation computers electricity eiffel_tower nuclear_physics",
    )

    table.plays("pass, pass, pass")

    assert (table.world.start_player, table.seat) == (0, 0)


# ------------------------------------------------------------ free actions


@pytest.mark.rule("monumental.free.1", "monumental.effect.3")
def test_what_an_action_plainly_brings_is_gained_at_once() -> None:
    """Token, Warlord, completion, bonus: none of them is an action of its own."""
    conquest = acting(egyptian("M1")).plays("conquer 2:0, send_warlord 3:0")
    assert conquest.supply() == "P2"
    conquest.option("barbarian_workers.1")
    assert (conquest.supply(), conquest.seat) == ("P2 G1", 1)

    wonder = acting(egyptian("P4", building="colossus_of_rhodes 1")).complete("colossus_of_rhodes")
    assert (wonder.supply(), wonder.seat) == ("M4", 1)

    policy = acting(chinese("C1")).develop("mandate_of_heaven")
    assert (policy.supply(), policy.seat) == ("G1", 1)


@pytest.mark.rule("monumental.free.4")
def test_a_turn_ends_by_itself_when_nothing_free_is_left() -> None:
    with_token = acting(egyptian("P3 silk")).acquire_basic("workshop")
    assert with_token.seat == 0
    with_token.spend("silk")
    assert with_token.seat == 1

    without = acting(egyptian("P3"), danish("silk")).acquire_basic("workshop")
    assert without.seat == 1, "its own turn begins"


@pytest.mark.rule("monumental.seq.3")
def test_completing_a_wonder_asks_for_its_token_before_the_turn_ends() -> None:
    table = acting(egyptian("P4", building="petra 1"), tiles={(2, 0): "0 S1", (2, 1): "0 S1"})

    table.complete("petra")

    assert table.offered == "place_token 2:0, place_token 2:1"


@pytest.mark.rule("monumental.seq.1")
def test_a_game_is_a_series_of_rounds() -> None:
    table = Table(new(2))
    while table.world.round < 3:
        table.do(table.options[-1])

    assert table.world.phase == "activation"


@pytest.mark.parametrize(("deck", "left"), [(29, 14), (7, 3), (5, 2), (4, 2)])
@pytest.mark.rule("monumental.end.1")
def test_so_many_rounds_are_left_at_most(deck: int, left: int) -> None:
    """ceil((deck - 3) / players) + 1 for two players, this round included."""
    assert rounds_at_most(acting(deck=" ".join(["temple"] * deck)).world) == left


@pytest.mark.rule("monumental.end.2")
def test_in_classic_mode_each_row_loses_a_card_a_turn_at_least() -> None:
    """Two rows, 6 cards in the deck: on the first turn 2 rounds use them up, then one is left."""
    rows = ("aqueduct temple barracks", "school harbour writing")
    deck = "castle university bank arsenal bank bank"
    first = acting(mode="classic", display=rows, deck=deck)
    second = acting(seat=1, mode="classic", display=rows, deck=deck)
    last = acting(mode="classic", display=rows, deck="", last_round=2)

    assert rounds_at_most(first.world) == 3
    assert rounds_at_most(second.world) == 3
    assert rounds_at_most(last.world) == 2

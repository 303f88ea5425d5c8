"""The worked examples. The examples of the printed rulebook are 1, 5, 6 and 15."""

from __future__ import annotations

import pytest

from hako.content.flip_city import GAME
from hako.content.flip_city.events import GameLost, GameWon, SupplyShrank, TurnBusted
from tests.rules.flip_city.table import alone, at


@pytest.mark.rule("flip_city.card.hospital", "flip_city.play.7")
def test_a_hospital_pays_for_each_unhappy_icon_its_own_included() -> None:
    """Example 1: the first Hospital brings $1 + $1, the second $1 + $2."""
    table = at("H H C | - | - | $0 0 0/3 1")

    assert table.play().line == "H C | - | H | $2 0 1/3 1"
    assert table.play().line == "C | - | H H | $5 0 2/3 1"


@pytest.mark.rule("flip_city.play.5", "flip_city.bust.1", "flip_city.bust.2")
def test_residential_areas_in_a_row_bust_the_opening() -> None:
    """Example 2: F, then three forced R; at 3/3 nothing is built, the city is discarded."""
    table = at("F R R R A C H K R | - | - | $0 0 0/3 1")

    assert table.play().line == "R R R A C H K R | - | F | $2 0 0/3 2"
    assert table.options == "play"
    assert table.play().turn == "$3 0 1/3 2"
    assert table.play().turn == "$4 0 2/3 2"
    table.play()

    assert TurnBusted(0, 3, 3) in table.told
    assert table.cards(0) == "A C H K R | F R R R | -"
    assert table.city.turn.seat == 1


@pytest.mark.rule("flip_city.play.3", "flip_city.play.5")
def test_a_card_that_comes_to_light_may_force_the_next_play() -> None:
    """Example 3: with $2 one may stop; after the Store a Residential Area is on top."""
    table = at("C R H | - | F | $2 0 0/3 2")

    assert table.options == "play, stop"
    assert table.play().line == "R H | - | F C | $3 0 0/3 2"
    assert table.options == "play"


@pytest.mark.rule("flip_city.recycle.3", "flip_city.recycle.4")
def test_a_church_recycled_before_a_forced_card_saves_the_turn() -> None:
    """Example 4: at 2/3 the Church makes it 2/4, so the forced card does not bust."""
    table = at("R C K | M U | H R F | $5 0 2/3 2")

    assert table.options == "play, recycle M, recycle U"
    assert table.recycle("U").line == "R C K | H M | H R F | $5 0 2/4 2"
    assert table.play().line == "C K | H M | H R F R | $6 0 3/4 2"
    assert table.options == "play, stop, recycle M"


@pytest.mark.rule("flip_city.bust.3")
def test_a_bust_takes_precedence_over_a_win() -> None:
    """Example 5: a Power Plant makes 9 points, but 3/3: the next player, no win."""
    table = at("W C | U | S R S A | $2 6 2/3 1").play()

    assert table.city.winner is None
    assert table.cards(0) == "C | A R S S U W | -"
    assert table.city.turn.seat == 1


@pytest.mark.rule("flip_city.bust.3", "flip_city.win.1")
def test_a_raised_limit_turns_that_bust_into_a_win() -> None:
    """Example 5: with the Church recycled first it is 9 points at 3/4."""
    table = at("W C | U | S R S A | $2 6 2/3 1").recycle("U").play()

    assert table.line == "C | H | S R S A W | $4 9 3/4 1"
    assert table.city.winner == 0


@pytest.mark.rule("flip_city.play.8", "flip_city.play.3")
def test_after_the_last_card_one_reshuffles_sees_the_top_card_and_may_still_stop() -> None:
    """Example 6: the city M F C is not shuffled in; then building with $6."""
    table = at("C | F H K R | M F | $5 1 0/3 2").play()

    assert table.line == "- | F H K R | M F C | $6 1 0/3 2"
    assert table.options == "reshuffle, stop"
    assert table.reshuffle(order="K R H F").line == "K R H F | - | M F C | $6 1 0/3 2"
    assert table.seen_deck(0) == "K ? ? ?"
    assert table.options == "play, stop"
    assert "develop C" in table.stop().options


@pytest.mark.rule("flip_city.play.6", "flip_city.card.central_park")
def test_a_central_park_obliges_to_play_one_more_card() -> None:
    """Example 7: K obliges, H fulfils it, but the R that comes to light forces the next."""
    table = at("K H R C | - | C | $1 0 0/3 1")

    assert table.play().line == "H R C | - | C K | $4 0 0/3 1 obliged"
    assert table.options == "play"
    assert table.play().line == "R C | - | C K H | $6 0 1/3 1"
    assert table.options == "play"


@pytest.mark.rule("flip_city.play.10")
def test_a_central_park_as_the_last_card_obliges_to_reshuffle() -> None:
    """Example 8: only reshuffle, then only play; the F fulfils it, the R on top forces."""
    table = at("K | F R | C M | $4 1 0/3 1")

    assert table.play().line == "- | F R | C M K | $7 1 0/3 1 obliged"
    assert table.options == "reshuffle"
    assert table.reshuffle(order="F R").options == "play"
    assert table.play().line == "R | - | C M K F | $9 1 0/3 2"
    assert table.options == "play"


@pytest.mark.rule("flip_city.build.2", "flip_city.build.6", "flip_city.build.5")
def test_what_eight_dollars_can_do() -> None:
    """Example 9: all that $8 pays for, once; the $2 left after M for $6 are lost."""
    table = at("- | H K | M K C R | $8 1 1/3 1", build=True)

    assert table.options == "buy C, buy H, buy F, buy K, develop C, upgrade H, upgrade K, end"
    table.develop("C")

    assert table.cards(0) == "- | C H K K M M R | -"
    assert table.supply == "C7 H8 F12 K12"
    assert table.city.turn.seat == 1
    assert table.turn == "$0 0 0/3 1"


@pytest.mark.rule("flip_city.build.1", "flip_city.build.9")
def test_two_actions_buy_a_hospital_and_upgrade_it() -> None:
    """Example 10: $9 and 2 actions; $4, then $5; the turn ends by itself."""
    table = at("- | R | F M K C | $9 1 0/3 2", build=True)

    assert table.buy("H").line == "- | H R | F M K C | $5 1 0/3 1"
    table.upgrade("H")

    assert table.cards(0) == "- | C F K M R U | -"
    assert table.city.turn.seat == 1


@pytest.mark.rule("flip_city.build.8", "flip_city.card.apartment")
def test_an_upgraded_apartment_goes_to_another_player_as_a_residential_area() -> None:
    """Example 11: for $7 it becomes player 3's R; then the turn ends."""
    table = at("- | A C | M K M | $9 2 0/3 1", "H | -", "F | K", build=True)

    assert table.pass_("A", to=2).cards(0) == "- | C K M M | -"
    assert table.cards(1) == "H | - | -"
    assert table.cards(2) == "F | K R | -"


@pytest.mark.rule("flip_city.recycle.1", "flip_city.recycle.7")
def test_any_number_of_cards_is_recycled_even_when_a_play_is_forced() -> None:
    """Example 12: two Malls bring $4, and the R on top still forbids stopping."""
    table = at("R | K M M S | F | $2 0 0/3 2").recycle("M").recycle("M")

    assert table.line == "R | C C K S | F | $6 0 0/3 2"
    assert table.options == "play, recycle S"


@pytest.mark.rule("flip_city.recycle.8", "flip_city.recycle.9", "flip_city.info.3")
def test_a_recycled_station_covers_a_residential_area() -> None:
    """Example 13: stop is offered again, and all know the two cards on top."""
    table = at("R H C | M S | R A | $2 0 2/3 1")

    assert table.options == "play, recycle M, recycle S"
    assert table.recycle("S").line == "K R H C | M | R A | $2 0 2/3 1"
    assert table.seen_deck(0) == "K R ? ?"
    assert table.options == "play, stop, recycle M"
    table.stop()
    assert table.seen_deck(0) == "K R ? ?"


@pytest.mark.rule("flip_city.win.2", "flip_city.card.convenience_store", "flip_city.card.church")
def test_eighteen_cards_with_a_convenience_store_win() -> None:
    """Example 14: after 17 cards $29, 5 points, 4/6, obliged; the 18th, R, wins at 5/6."""
    table = at("C U U H U F F K M H A R F F C M K R F | - | - | $0 0 0/3 1")
    for _ in range(17):
        table.play()

    assert table.turn == "$29 5 4/6 5 obliged"
    assert table.play().turn == "$30 5 5/6 5"
    assert GameWon(0, "cards") in table.told
    assert table.city.winner == 0


@pytest.mark.rule("flip_city.build.7")
def test_an_empty_pile_is_not_for_sale_and_nothing_else_happens() -> None:
    """Example 15: with $20 only the Hospital pile sells; buying its last card ends nothing."""
    table = at("- | K | C | $20 0 0/3 1", build=True, supply="C0 H1 F0 K0")

    assert table.options == "buy H, develop H, upgrade K, end"
    table.buy("H")

    assert table.city.ending is None
    assert table.city.turn.seat == 1


@pytest.mark.rule("flip_city.recycle.11", "flip_city.win.1")
def test_recycling_can_win_before_a_forced_card() -> None:
    """Example 16: 7 points and a recycled Power Plant make 8, at once."""
    table = at("R C | K W W | S S M | $3 7 0/3 1").recycle("W")

    assert table.told[-1] == GameWon(0, "points")
    assert not table.city.agenda
    assert table.cards(0) == "R C | F K W | S S M"


@pytest.mark.rule("flip_city.solo.3", "flip_city.solo.5")
def test_alone_a_shuffle_costs_a_card_and_the_last_card_the_game() -> None:
    """Example 17: of two Hospitals a shuffle removes one, and buying the other loses."""
    table = alone("- | C H K R | F M | $5 1 0/3 2", supply="C0 H2 F0 K0")

    assert table.reshuffle().options == "remove H"
    assert table.remove("H", order="K C R H").line == "K C R H | - | F M | $5 1 0/3 2"
    assert table.supply == "C0 H1 F0 K0"
    assert table.stop().buy("H").turn == "$1 1 0/3 1"
    assert GameLost(0) in table.told
    assert GAME.outcome(table.city) is not None


@pytest.mark.rule("flip_city.solo.5")
def test_alone_a_shuffle_that_takes_the_last_supply_card_loses_before_the_deal() -> None:
    """Example 17: with one Hospital in the supply the reshuffle itself loses."""
    table = alone("- | C H K R | F M | $5 1 0/3 2", supply="C0 H1 F0 K0").reshuffle().remove("H")

    assert table.told == (SupplyShrank(0, "hospital"), GameLost(0))
    assert table.cards(0) == "- | C H K R | F M"


@pytest.mark.rule("flip_city.solo.6")
def test_alone_an_upgraded_apartment_leaves_the_game() -> None:
    """Example 18: the card is gone; the turn ends with C K M in the discard pile."""
    table = alone("- | A | M K C | $7 1 0/3 1", build=True).upgrade("A")

    assert table.cards(0) == "- | C K M | -"
    assert table.city.removed == ("residential_area",)

"""The play phase."""

from __future__ import annotations

import pytest

from hako.content.flip_city.events import (
    CardPlayed,
    CardUncovered,
    GameWon,
    MoneyGained,
    TurnBusted,
)
from hako.engine.rules.play import IllegalAction
from tests.rules.flip_city.table import at, corrected


@pytest.mark.rule("flip_city.play.1")
def test_the_top_card_moves_to_the_city_with_the_same_side_up() -> None:
    table = at("W F | - | - | $0 0 0/3 1").play()

    assert table.line == "F | - | W | $2 3 1/3 1"


@pytest.mark.rule("flip_city.play.2")
def test_one_cannot_stop_before_the_first_card() -> None:
    table = at("C F | M | - | $0 0 0/3 1")

    assert table.options == "play, recycle M"
    assert table.recycle("M").options == "play"
    with pytest.raises(IllegalAction):
        table.stop()


@pytest.mark.rule("flip_city.play.3")
def test_after_each_card_one_plays_on_or_stops() -> None:
    table = at("C F K A | - | - | $0 0 0/3 1")

    assert table.play().options == "play, stop"
    assert table.play().options == "play, stop"


@pytest.mark.rule("flip_city.play.3")
def test_one_may_stop_without_any_money() -> None:
    """A Church brings none."""
    table = at("U C | - | - | $0 0 0/3 1").play()

    assert table.line == "C | - | U | $0 1 0/4 1"
    assert table.options == "play, stop"


@pytest.mark.rule("flip_city.play.4")
def test_a_played_card_is_not_in_the_discard_pile_during_the_turn() -> None:
    """The Mall and the Hospital of the city are neither recycled nor upgraded."""
    table = at("M H F | - | - | $0 0 0/3 1").plays("play, play")

    assert table.line == "F | - | M H | $5 1 1/3 1"
    assert table.options == "play, stop"
    assert "upgrade" not in table.stop().options


@pytest.mark.rule("flip_city.play.5", "flip_city.card.residential_area")
def test_a_residential_area_on_top_has_to_be_played() -> None:
    table = at("R C | U | F | $2 0 0/3 2")

    assert table.options == "play, recycle U"
    with pytest.raises(IllegalAction) as refused:
        table.stop()
    assert refused.value.reason == table.why_not("stop")


@pytest.mark.rule("flip_city.play.5")
def test_a_residential_area_below_the_top_forces_nothing() -> None:
    assert at("C R | - | F | $2 0 0/3 2").options == "play, stop"


@pytest.mark.rule("flip_city.play.5")
def test_a_residential_area_on_top_does_nothing_in_the_build_phase() -> None:
    table = at("R C | - | F | $2 0 0/3 2", build=True)

    assert table.options == "end"
    assert table.end().city.turn.seat == 1


@pytest.mark.rule("flip_city.play.5")
def test_a_residential_area_on_top_does_nothing_in_the_turn_of_another() -> None:
    assert at("C F | - | F | $2 0 0/3 2", "R R | - | -").options == "play, stop"


@pytest.mark.rule("flip_city.play.6", "flip_city.card.central_park")
def test_an_obligation_ends_with_the_next_card() -> None:
    table = at("K C F | - | - | $0 0 0/3 1").play()

    assert table.options == "play"
    assert table.play().options == "play, stop"


@pytest.mark.rule("flip_city.play.6")
def test_a_second_central_park_obliges_anew() -> None:
    table = at("K K C F | - | - | $0 0 0/3 1").plays("play, play")

    assert table.turn == "$6 0 0/3 1 obliged"
    assert table.options == "play"
    assert table.play().options == "play, stop"


@pytest.mark.rule("flip_city.play.7")
def test_icons_count_before_effects_and_effects_before_the_bust() -> None:
    """A third unhappy icon on a Hospital: its $1, then $3 for 3 icons, then the bust at 3/3."""
    table = at("H C | - | A A | $2 0 2/3 1").play()

    assert table.told[:3] == (
        CardPlayed(0, "hospital"),
        MoneyGained(0, 3),
        TurnBusted(0, 3, 3),
    )


@pytest.mark.rule("flip_city.play.7")
def test_an_effect_that_raises_the_limit_counts_before_the_bust() -> None:
    """Were a Church unhappy, it would make 3/4 of 2/3 and not bust."""
    table = at("U C | - | A A | $2 0 2/3 1", content=corrected("church", unhappy=1)).play()

    assert table.line == "C | - | A A U | $2 1 3/4 1"


@pytest.mark.rule("flip_city.play.7", "flip_city.win.2")
def test_a_win_comes_before_the_obligation() -> None:
    """A Central Park as 18th card wins; nobody is obliged any more."""
    table = at("K C | - | C F F F F F F F F F F F F F F F F | $33 0 0/3 17").play()

    assert table.told == (CardPlayed(0, "central_park"), GameWon(0, "cards"))


@pytest.mark.rule("flip_city.play.7", "flip_city.card.office")
def test_an_office_asks_only_after_bust_and_win_were_checked() -> None:
    """As 18th card it wins without a question; were it unhappy, it would bust without one."""
    won = at("O C | - | C F F F F F F F F F F F F F F F F | $33 0 0/3 17").play()
    bust = at("O C | - | A A | $2 0 2/3 1", content=corrected("office", unhappy=1)).play()

    assert won.city.winner == 0
    assert bust.city.turn.seat == 1


@pytest.mark.rule("flip_city.play.8")
def test_a_reshuffle_keeps_the_sides_and_leaves_the_city_alone() -> None:
    table = at("C | F M U | K | $3 0 0/3 1 obliged").play().reshuffle(order="U M F")

    assert table.line == "U M F | - | K C | $4 0 0/3 1"
    assert table.options == "play, stop"


@pytest.mark.rule("flip_city.play.8")
def test_one_reshuffles_only_when_the_deck_is_empty() -> None:
    with pytest.raises(IllegalAction):
        at("C | F M U | K F | $5 0 0/3 2").reshuffle()


@pytest.mark.rule("flip_city.play.9", "flip_city.play.5")
def test_a_residential_area_that_a_reshuffle_brings_up_has_to_be_played() -> None:
    table = at("- | F R | C | $1 0 0/3 1")

    assert table.options == "reshuffle, stop"
    assert table.reshuffle(order="R F").options == "play"


@pytest.mark.rule("flip_city.play.10")
def test_a_turn_with_an_empty_deck_begins_with_a_reshuffle() -> None:
    table = at("- | C F | - | $0 0 0/3 1")

    assert table.options == "reshuffle"
    assert table.reshuffle(order="F C").options == "play"


@pytest.mark.rule("flip_city.play.10", "flip_city.recycle.8")
def test_a_recycled_station_replaces_the_reshuffle() -> None:
    """With an empty deck its Central Park is the only card of the deck."""
    table = at("- | C S | K | $3 0 0/3 1 obliged")

    assert table.options == "reshuffle, recycle S"
    assert table.recycle("S").line == "K | C | K | $3 0 0/3 1 obliged"
    assert table.options == "play"


@pytest.mark.rule("flip_city.play.11")
def test_an_obligation_lapses_where_there_is_nothing_to_play() -> None:
    """A Central Park as last card with an empty discard pile: stop is all that is left."""
    table = at("K | - | C F | $3 0 0/3 2").play()

    assert table.line == "- | - | C F K | $6 0 0/3 2 obliged"
    assert table.options == "stop"


@pytest.mark.rule("flip_city.play.12", "flip_city.build.8")
def test_cards_that_arrive_before_the_reshuffle_are_shuffled_in() -> None:
    """Seat 0 stops with an empty deck; seat 1 passes an Apartment; the R is shuffled in."""
    table = at("C | F | H | $2 0 1/3 1", "M M M | A").play().stop().end()

    assert table.cards(0) == "- | C F H | -"
    table.plays("play, play, play, stop").pass_("A", to=0)
    assert table.cards(0) == "- | C F H R | -"
    assert table.reshuffle(order="R C F H").line == "R C F H | - | - | $0 0 0/3 1"


@pytest.mark.rule("flip_city.play.12")
def test_stopping_with_an_empty_deck_shuffles_nothing() -> None:
    table = at("C | F | H | $2 0 1/3 1").play().stop()

    assert table.cards(0) == "- | F | H C"
    assert table.told == ()


@pytest.mark.rule("flip_city.play.1", "flip_city.info.2")
def test_the_card_below_comes_to_light_at_once() -> None:
    table = at("C F K | - | H | $2 0 1/3 1")

    assert table.seen_deck(0) == "C ? ?"
    assert CardUncovered(0, "factory") in table.play().told
    assert table.seen_deck(0) == "F ?"

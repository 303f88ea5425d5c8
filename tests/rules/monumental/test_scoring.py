"""The end, scoring, numbers of players (4.13, 4.14)."""

from __future__ import annotations

import pytest

from hako.content.monumental.events.display import DisplayDiscarded, DisplayFilled
from hako.content.monumental.events.rounds import LastRoundAnnounced
from hako.content.monumental.scoring import leading_flags, scores
from tests.rules.monumental.table import Table, acting, danish, egyptian, greek, new

DECK = "steam_power aviation computers electricity eiffel_tower nuclear_physics"


@pytest.mark.rule("monumental.end.1")
def test_three_cards_left_after_a_display_refill_announce_the_last_round() -> None:
    """Two players take nothing: two cards come in. Of 5 cards 3 are left, of 6 four."""
    five = acting(deck=" ".join(DECK.split()[:5])).plays("pass, pass")
    assert five.happened(LastRoundAnnounced) == [LastRoundAnnounced(2)]

    six = acting(deck=DECK).plays("pass, pass")
    assert six.happened(LastRoundAnnounced) == []


@pytest.mark.rule("monumental.end.2")
def test_in_classic_mode_an_empty_deck_announces_one_more_round() -> None:
    """Found on the first turn of round 3: that round is finished, round 4 is the last."""
    row = "aqueduct temple barracks school harbour writing"
    realms = egyptian(), danish(), greek()
    table = acting(*realms, mode="classic", display=row, deck="aviation", number=3).end()

    assert table.happened(LastRoundAnnounced) == [LastRoundAnnounced(4)]


@pytest.mark.rule("monumental.end.3")
def test_in_the_last_round_the_display_stays_and_then_the_game_is_scored() -> None:
    table = acting(number=5, last_round=5).plays("pass, pass")

    assert not table.happened(DisplayDiscarded)
    assert not table.happened(DisplayFilled)
    assert table.outcome is not None
    assert table.world.bonuses == (0, 0)


@pytest.mark.rule("monumental.end.3")
def test_in_the_last_round_of_classic_mode_the_display_stays() -> None:
    rows = ("aqueduct temple barracks", "school harbour writing")
    table = acting(mode="classic", display=rows, number=5, last_round=5).end()

    assert not table.happened(DisplayDiscarded)
    assert not table.happened(DisplayFilled)


@pytest.mark.rule("monumental.end.4")
def test_everybody_can_count_the_cards_of_the_deck() -> None:
    table = Table(new(3))

    assert table.seen().deck_left() == table.world.deck_left() == 35 - 7


# ------------------------------------------------------------ scoring


@pytest.mark.rule("monumental.score.1")
def test_provinces_tokens_and_monsters_score_for_military() -> None:
    """Meadow 1, Forest 1, Mountain 2, Volcano 3, a token 1, the Nemean Lion 2."""
    tiles = {(2, 0): "0 S1", (1, 0): "0 S1", (1, 1): "0 S1 petra", (0, 0): "0 O"}
    table = acting(egyptian(monsters=("nemean_lion",)), tiles=tiles)

    assert table.scores[0].military == 1 + 1 + 2 + 3 + 1 + 2


@pytest.mark.rule("monumental.score.2")
def test_knowledge_scores_wherever_it_is() -> None:
    """Owned: Masonry 1, Writing 2, Compass 4."""
    assert acting(egyptian(knowledge="masonry writing compass")).scores[0].science == 7


@pytest.mark.rule("monumental.score.3")
def test_completed_wonders_score_wherever_they_are() -> None:
    table = acting(egyptian(wonders="colosseum hagia_sophia", archived=("colosseum",)))

    assert table.scores[0].architecture == 13


@pytest.mark.rule("monumental.score.4")
def test_policies_score_by_their_number() -> None:
    policies = "divine_kingship gift_of_the_nile royal_scribes book_of_the_dead great_works"
    points = [
        acting(egyptian(policies=" ".join(policies.split()[:count]))).scores[0].culture
        for count in range(6)
    ]

    assert points == [0, 1, 3, 6, 10, 15]


@pytest.mark.rule("monumental.score.5")
def test_leaders_of_a_category_gain_3_tied_ones_too_and_nobody_for_nothing() -> None:
    table = acting(
        egyptian(policies="great_works", wonders="petra"), danish(policies="sagas"), greek()
    )

    assert [score.bonus for score in table.scores] == [6, 3, 0]


@pytest.mark.rule("monumental.score.6")
def test_gold_then_culture_break_a_tie_and_then_the_victory_is_shared() -> None:
    def winners(*supplies: str) -> tuple[int, ...]:
        realms = [make(supply) for make, supply in zip((egyptian, danish), supplies, strict=True)]
        return acting(*realms, number=5, last_round=5).plays("pass, pass").result.winners

    assert winners("G1", "C9") == (0,)
    assert winners("G1 C1", "G1 C2") == (1,)
    assert winners("G1 C1 PT9", "G1 C1") == (0, 1)


@pytest.mark.rule("monumental.score.6")
def test_most_victory_points_win() -> None:
    table = acting(egyptian("G9"), danish(wonders="petra"), number=5, last_round=5)

    outcome = table.plays("pass, pass").result

    assert (outcome.winners, outcome.scores) == ((1,), (0, 8))


@pytest.mark.rule("monumental.score.7")
def test_what_is_unfinished_or_unspent_scores_nothing() -> None:
    realm = egyptian(
        "G9 C9 PT9 silk", city="castle cathedral mine", building="petra 1", hero="cleopatra"
    )

    assert acting(realm).scores[0].total() == 0


# ------------------------------------------------------------ numbers of players


@pytest.mark.rule("monumental.opt.1")
def test_five_players_have_lost_kingdoms_cards_and_a_fifth_capital() -> None:
    world = new(5)
    cards = [card for layer in world.layers for card in layer.cards] + list(world.displayed())

    assert sum(world.content.card[card or ""].set == "lost_kingdoms" for card in cards) == 12
    assert len(world.land.capitals) == 5
    assert [len(row) for row in world.display] == [9]


@pytest.mark.rule("monumental.score.5")
def test_who_leads_a_category_is_told_for_each_of_them() -> None:
    """Both have a Wonder of 5; only seat 0 has Knowledge, nobody a Policy or a Province."""
    table = acting(egyptian(wonders="petra", knowledge="writing"), danish(wonders="colosseum"))

    assert leading_flags(scores(table.world)) == [
        (False, True, True, False),
        (False, False, True, False),
    ]

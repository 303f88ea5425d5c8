"""Transcripts with boards, and with bots called as they are in the reader's language."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace

from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.multiplayer.tables.table import SharedTable
from hako.tui.bot_text import called
from hako.tui.recordings.transcripts import Format, transcript
from tests.content.test_stories import finished as whole_game
from tests.engine.auction import table
from tests.engine.transcript.games import finished, of_five_rounds
from tests.toys.sealed_bids import House, LayAside, Look

FORMS: tuple[Format, ...] = ("md", "txt", "html")


def laid_aside(which: int) -> History[House]:
    """Ann looked at the top coin and laid one of her own aside."""
    game = table()
    game.play(0, Look())
    coins = sorted(coin for coin in game.state.hands[0] if coin)
    game.play(0, LayAside(coins[which]))
    return game


@pytest.mark.parametrize("form", FORMS)
def test_boards_show_what_the_reader_may_know_and_no_more(form: Format) -> None:
    """The coin that Ann laid aside is the same to Ben and to a spectator, not to her."""
    least, most = laid_aside(0), laid_aside(-1)

    assert all(
        transcript(least, form, "en", eyes) == transcript(most, form, "en", eyes)
        for eyes in (1, None)
    )
    assert transcript(least, form, "en", 0) != transcript(most, form, "en", 0)


def test_the_board_stands_where_all_have_played_and_in_the_end() -> None:
    text = transcript(finished(), "txt", "en", None)

    rounds = [text.index(f"Round {number}") for number in (1, 2, 3)]
    first = text.index("[The table at this point")
    assert (
        rounds[0]
        < first
        < rounds[1]
        < text.index("[The table at this point", rounds[1])
        < rounds[2]
    )
    assert text.count("[The table at the end]") == 1


def test_a_board_where_the_lead_changes_hands_says_so() -> None:
    """Ben gets a point in round 1; Ann 2 points in round 2, and leads to the end."""
    text = transcript(of_five_rounds(), "txt", "en", None)

    assert text.count("has taken the lead") == 1
    turning = text.index("[The table at this point; Ann has taken the lead]")
    assert text.index("Round 2") < turning < text.index("Round 3")


def test_boards_of_a_page_are_drawings_in_folded_parts() -> None:
    page = transcript(finished(), "html", "ja", None)

    assert page.count('<details class="part"') >= 3
    assert page.count('<figure><svg class="cells" xml:space="preserve"') >= 3, "blanks count"
    assert "<figcaption>最後の盤面</figcaption>" in page
    assert "<pre>" not in page


@pytest.mark.parametrize("form", FORMS)
def test_boards_of_monumental_have_the_map_and_the_city_of_every_seat(form: Format) -> None:
    """Nine cards of each City (monumental.setup), and the capitals of both on the map."""
    table = whole_game("monumental", 1)
    text = transcript(table, form, "en", None)
    at_end = text.rindex("<details class" if form == "html" else "The table at the end")
    board = unescape(re.sub(r"<[^>]*>", " ", text[at_end:]))

    assert "Capital" in board
    for realm in table.view(None).realms:
        for slot in realm.city:
            card = next(card for card in table.state.content.cards if card.id == slot.card)
            assert card.brief.text("en")[:6] in board


def test_bots_are_called_in_the_language_of_the_reader() -> None:
    """People keep their names; a name that somebody has is not given to a bot."""
    players = (
        Player("アキ"),
        Player("ソラ", bot="greedy"),
        Player("Random 2", bot="random"),
        Player("ハナ", bot="greedy"),
        Player("Mia"),
    )

    names = [player.name for player in called(players, "en")]

    assert names == ["アキ", "Otto", "Random 2", "ハナ", "Mia"]
    assert called(players, "ja")[2].name == "ランダム 2"


@pytest.mark.parametrize("form", [*FORMS, "json"])
def test_a_seat_that_changes_hands_is_told_where_it_did(form: Format) -> None:
    """A bot plays for Ann after her look at the top coin, and lays one aside."""
    game = SharedTable.new(table().game, table().header)
    game.play(0, Look())
    game.seat(0, replace(game.players[0], bot="greedy", key="ann"))
    game.play(0, LayAside(min(coin for coin in game.state.hands[0] if coin)))

    text = transcript(game, form, "en", None)

    first, handed, second = (
        text.index(kind)
        for kind in ("Ann looks at", "From here on a substitute bot plays for Ann.", "Ann lays")
    )
    assert first < handed < second


def test_a_page_begins_with_the_cover_and_all_forms_have_the_story() -> None:
    """The account of World Monger: 15 coins at the start are a rule."""
    table = whole_game("world_monger", 1)

    page = transcript(table, "html", "en", None)
    assert page.index('<svg class="cover"') < page.index("<h1>")
    for form in FORMS:
        written = transcript(table, form, "en", None)
        assert "Where the coins came from" in written
        assert "15$" in written

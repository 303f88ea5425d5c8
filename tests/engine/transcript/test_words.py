"""Transcripts for readers: Markdown, text and web page."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from hako.content.cultus import GAME as CULTUS
from hako.engine.i18n.languages import Language
from hako.engine.i18n.width import cell_width
from hako.engine.lab.simulate import play_out
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.log_content import content_of
from hako.engine.log.setup import new_header
from hako.engine.rules.model import Viewer
from hako.engine.transcript.html_export import html
from hako.engine.transcript.ranking import standing
from hako.engine.transcript.sentences import texts_of
from hako.engine.transcript.text_export import markdown, text
from hako.engine.transcript.transcript import ChanceCause, Chances, build_transcript
from tests.engine.auction import PLAYERS, table
from tests.engine.transcript.games import english, finished, of_five_rounds, rendered_in, unfinished
from tests.toys.sealed_bids import GAME, House, LayAside, Look, Open

ALL = {"md": markdown, "txt": text, "html": html}


def written(
    game: History[House], form: str = "txt", viewer: Viewer = None, language: Language = "en"
) -> str:
    texts = rendered_in(game, language)
    return ALL[form](build_transcript(game, texts, "Sealed bids", viewer), texts)


def laid_aside() -> History[House]:
    """Ann looked at the top coin and laid her best one aside."""
    game = table()
    game.play(0, Look())
    game.play(0, LayAside(max(coin for coin in game.state.hands[0] if coin)))
    return game


def test_a_part_begins_with_each_round() -> None:
    story = build_transcript(finished(), english(finished()), "", None)

    rounds = [part.heading for part in story.parts]
    assert rounds[0] == ""
    assert [heading[:7] for heading in rounds[1:]] == ["Round 1", "Round 2", "Round 3"]


def test_the_race_tells_the_score_at_the_end_of_each_round() -> None:
    """The prizes are 1, 2, 5, 4 and 3; Ben gets the first and the fourth."""
    game = of_five_rounds()

    ann, ben = build_transcript(game, english(game), "", None).race

    assert ann.scores[:4] == ((1, 0), (2, 2), (3, 7), (4, 7))
    assert ben.scores[:4] == ((1, 1), (2, 1), (3, 1), (4, 5))


def test_the_race_has_a_score_for_each_round() -> None:
    game = finished()
    outcome = game.outcome
    assert outcome is not None

    ann, ben = build_transcript(game, english(game), "", None).race

    assert [turn for turn, _ in ann.scores] == [1, 2, 3]
    assert (ann.scores[-1][1], ben.scores[-1][1]) == outcome.scores


@pytest.mark.parametrize("form", ALL)
def test_a_secret_is_told_to_its_seat_alone(form: str) -> None:
    game = laid_aside()
    coin = max(coin for aside in game.state.aside for coin in aside if coin)

    assert f"Ann lays a {coin} aside" in written(game, form, viewer=0)
    assert f"Ann lays a {coin} aside" not in written(game, form, viewer=1)
    assert "Ann lays a coin aside" in written(game, form, viewer=1)
    assert "Ann lays a coin aside" in written(game, form, viewer=None)


@pytest.mark.parametrize("form", ALL)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_game_is_told_in_both_languages(form: str, language: Language) -> None:
    text = written(finished(), form, language=language)

    assert ("Seed 1." in text) == (language == "en")
    assert ("シード1。" in text) == (language == "ja")


def test_a_game_that_goes_on_says_so_and_for_whom_it_is_told() -> None:
    text = written(unfinished())

    assert "As seen by a watcher; the game is not over." in text
    assert "The game is not over." in text
    assert "As seen by Ben." in written(unfinished(), viewer=1)


def test_only_options_that_are_not_the_usual_ones_are_told() -> None:
    """Three rounds are usual, five are not; a great house is for three players and more."""
    usual = finished()
    five = History.new(GAME, new_header(GAME, usual.players, {"rounds": "5"}, seed=1))
    great = History.new(GAME, new_header(GAME, PLAYERS, {"house": "great"}, seed=1))

    assert not any(
        "Rounds" in line for line in build_transcript(usual, english(usual), "", None).about
    )
    about = build_transcript(five, english(five), "", None).about
    assert "Rounds: five" in about
    assert not any("Auction house" in line for line in about)
    about = build_transcript(great, english(great), "", None).about
    assert "Auction house: great: thirty-two coins" in about


@pytest.mark.parametrize("form", ALL)
def test_the_result_stands_before_all_else_and_a_chart_follows(form: str) -> None:
    game = finished()

    text = written(game, form)

    chart = text.index("<svg" if form == "html" else "┤")
    result = text.index(english(game).lazy_text(game.outcome.how)) if game.outcome else -1
    assert 0 <= result < chart < text.index("Seat 1: Ann") < text.index("Round 1")


@pytest.mark.parametrize("form", ALL)
def test_the_result_tells_where_everybodys_points_came_from(form: str) -> None:
    """Cultus counts what was gained in play, the centre and the plan (cultus.end.4)."""
    header = new_header(CULTUS, [Player(name, bot="random") for name in ("Ann", "Ben")], seed=1)
    game = play_out(CULTUS, header, content_of(CULTUS, header, ""))
    texts = texts_of(game, "en")
    text = ALL[form](build_transcript(game, texts, "Cultus", None), texts)

    for row in standing(CULTUS, game.view(None), texts):
        assert row.text()
        assert texts.term("part", row.text()) in text


def test_choices_that_were_taken_back_are_a_note() -> None:
    game = table()
    game.play(0, Look())
    game.undo()
    game.play(0, Open())

    text = written(game)

    assert "looks at the top coin" not in text
    assert "One choice was undone and is left out." in text


def test_names_are_no_markup() -> None:
    game = finished()
    game.players = (replace(game.players[0], name="<b>*Ann*_|"), game.players[1])

    assert r"\<b\>\*Ann\*\_\|" in written(game, "md")
    assert "&lt;b&gt;*Ann*_|" in written(game, "html")
    assert "<b>*" not in written(game, "html")


@pytest.mark.parametrize("game", [finished(), unfinished(0), unfinished()])
def test_the_page_stands_alone(game: History[House]) -> None:
    page = written(game, "html")

    assert page.startswith("<!doctype html>\n")
    ET.fromstring(page.split("\n", 1)[1])
    assert "://" not in page


@pytest.mark.parametrize("form", ALL)
def test_what_follows_from_a_choice_stands_under_it_with_the_mark_of_its_seat(form: str) -> None:
    """Gains of points stand beside it: whoever gets the prize of a round has that many more."""
    game = finished()
    parts = build_transcript(game, english(game), "", None).parts
    choice = next(
        one for part in parts for one in part.choices if one.gains and len(one.sentences) > 1
    )
    first, following = choice.sentences[:2]
    [(seat, points)] = choice.gains
    before, after = (
        game.game.progress(game.view(None, moment))[1][seat]
        for moment in (game.positions[choice.moment].parent, choice.moment)
    )
    assert points == after - before

    text = written(game, form)
    nested = {"md": f"\n  - {following}", "txt": f"\n  └ {following}", "html": "<ul><li>"}
    assert text.index(first) < text.index(nested[form], text.index(first))
    assert f"+{points}" in text


def test_a_round_is_summed_up_by_its_largest_gain_in_one_line() -> None:
    game = of_five_rounds()

    for part in build_transcript(game, english(game), "", None).parts:
        best = max((choice.gained for choice in part.choices), default=0)
        if part.summary:
            assert best > 0
            assert cell_width(part.summary) <= 70
            assert any(
                choice.sentences[0].startswith(part.summary.removesuffix("…"))
                and "Now:" not in part.summary
                for choice in part.choices
                if choice.gained == best
            )
        else:
            assert best == 0 or len(part.choices) < 3


@pytest.mark.parametrize("form", ALL)
def test_what_turned_a_game_comes_before_its_rounds_and_leads_to_them(form: str) -> None:
    game = finished()
    texts = english(game)
    data = build_transcript(game, texts, "Sealed bids", None)
    moment = data.parts[1].choices[0].moment
    cause = ChanceCause(moment, 2, 0, 62.0, 34.0, "Ann lays a coin aside.")
    points = ((0, 1, (50.0, 50.0)), (moment, 2, (62.0, 38.0)), (moment + 1, 3, (34.0, 66.0)))
    data = replace(data, chances=Chances(points, (cause,), (85.2, None)))

    text = ALL[form](data, texts)

    assert "62" in text
    assert text.index("Ann lays a coin aside.") < text.index("Seat 1: Ann")
    assert "accuracy: Ann 85" in text
    if form == "html":
        assert f'href="#m{moment}"' in text
        assert f'id="m{moment}"' in text
        assert text.count("<polygon") == 2, "an area for each seat"

"""Casts: a film of the board that any player of asciicasts can show."""

from __future__ import annotations

from typing import Any

import msgspec
import pyte
import pytest
from msgspec.structs import replace

from hako.content import load
from hako.content.quo_vadis.events.war import WarDecided
from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.rules.model import Viewer
from hako.engine.rules.play import events
from hako.tui.recordings.asciicast import highlights_of, render_asciicast
from tests.content.test_stories import finished as whole_game
from tests.engine.auction import table
from tests.engine.transcript.games import finished, unfinished
from tests.toys.sealed_bids import LayAside, Look
from tests.tui.tables import new_table


def film(
    game: History[Any],
    viewer: Viewer = None,
    language: Language = "en",
    size: tuple[int, int] = (80, 24),
) -> list[Any]:
    """The lines of the file."""
    lines = render_asciicast(game, language, viewer, size).splitlines()
    return [msgspec.json.decode(line) for line in lines]


def shown(lines: list[Any]) -> list[str]:
    """Screens of a terminal, moment by moment."""
    screen = pyte.Screen(lines[0]["width"], lines[0]["height"])
    terminal = pyte.Stream(screen)
    pictures = []
    for _, _, sent in lines[1:]:
        terminal.feed(sent)
        pictures.append("\n".join(screen.display))
    return pictures


def test_the_film_tells_its_size_title_and_time() -> None:
    header, *_ = film(finished(), size=(160, 50))

    assert header["version"] == 2
    assert (header["width"], header["height"]) == (160, 50)
    assert header["title"] == "Sealed bids"
    assert header["timestamp"] > 1_700_000_000


def test_every_moment_is_shown_one_after_the_other() -> None:
    game = finished()

    _, *changes = film(game)

    assert len(changes) == len(game.path()) + 1
    assert [kind for _, kind, _ in changes] == ["o"] * len(changes)
    times = [seconds for seconds, _, _ in changes]
    assert times == sorted(times)
    assert times[0] == 0


def test_board_and_sentences_are_seen() -> None:
    pictures = shown(film(finished()))

    assert "Sealed bids" in pictures[0]
    assert "Round 1: the prize is" in pictures[0]
    assert "Ann" in pictures[-1]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_no_line_runs_over_its_end(language: Language, size: tuple[int, int]) -> None:
    """A line too long would wrap, and the next one would stand lower than it was put."""
    lines = film(new_table(load("flip_city"), "Ann", "Ben"), language=language, size=size)
    screen = pyte.Screen(size[0] + 20, size[1] + 5)
    pyte.Stream(screen).feed(lines[1][2])

    assert not any(line[size[0] :].strip() for line in screen.display)
    assert not any(line.strip() for line in screen.display[size[1] :])


def test_a_secret_is_shown_to_its_seat_alone() -> None:
    game = table()
    game.play(0, Look())
    game.play(0, LayAside(max(coin for coin in game.state.hands[0] if coin)))
    [coin] = game.state.aside[0]

    assert f"Ann lays a {coin} aside." in shown(film(game, viewer=0))[-2]
    assert "Ann lays a coin aside." in shown(film(game, viewer=1))[-2]
    assert "Ann lays a coin aside." in shown(film(game, viewer=None))[-2]


def test_films_of_games_that_differ_in_secrets_alone_are_the_same() -> None:
    """Cards in the pile and in hands are not for a spectator to see."""
    one, other = unfinished(0), unfinished(0)
    other.header = replace(other.header, created=one.header.created)
    start = other.positions[0]
    hands = other.state.hands[::-1]
    other.positions[0] = replace(start, state=replace(other.state, hands=hands))

    assert hands != one.state.hands
    assert render_asciicast(one, "en", None, (80, 24)) == render_asciicast(
        other, "en", None, (80, 24)
    )


def test_a_short_recording_has_what_mattered_most_and_the_end() -> None:
    """Twenty positions that gained points or that all stop to see, the first, and the last five."""
    table = whole_game("quo_vadis", 1)
    path = table.path()

    chosen = [position.number for position in highlights_of(table)]

    assert chosen == sorted(chosen)
    assert {path[0].number, *(position.number for position in path[-5:])} <= set(chosen)
    wars = [
        position.number
        for position in path
        if any(isinstance(event, WarDecided) for event in events(position.record.then))
    ]
    assert len(set(wars) & set(chosen)) == min(20, len(wars)), "wars come before gains of points"
    assert len(chosen) <= 26 < len(path)
    lines = render_asciicast(table, "en", None, (80, 24), is_short=True).splitlines()
    assert len(lines) == len(chosen) + 2

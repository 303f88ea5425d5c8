"""`hako share`: one page of a finished game that needs nothing else."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.tui.recordings.game_page import MOST_BYTES
from hako.tui.recordings.transcripts import share_page
from tests.cli.commands.terminal import Person
from tests.content.test_stories import finished
from tests.toys.tic_tac_toe import GAME, Place

WHOLE = (0, 3, 1, 4, 2)
"""Ann takes the first row."""


def test_a_page_is_written_beside_oneself_and_its_name_said(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, _ = person.played(*WHOLE)
    monkeypatch.chdir(tmp_path)

    result = person.hako("share", save)

    assert result.exit_code == 0
    page = (tmp_path / result.stdout.strip()).read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "Three in a row." in page
    assert "Ann marks a1." in page


def test_a_game_that_goes_on_is_not_shared(person: Person) -> None:
    save, _ = person.played(*WHOLE[:3])

    result = person.hako("share", save)

    assert result.exit_code == 1
    assert "must be over" in result.stderr


def test_a_page_needs_nothing_else_and_is_well_formed() -> None:
    page = share_page(finished("monumental", 1), "en")

    links = re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)|@import', page)
    assert [link for link in links if not link[0].startswith("#")] == []
    assert "http" not in page.replace("http-equiv", "")
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        fromstring(svg)


@pytest.mark.parametrize("game", ["flip_city", "world_monger", "cultus", "quo_vadis", "monumental"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_page_of_every_game_is_small_enough_to_mail(game: str, language: str) -> None:
    page = share_page(finished(game, 1), "ja" if language == "ja" else "en")

    assert len(page.encode()) <= MOST_BYTES
    assert page.count('class="cells film"') == 1
    assert "prefers-reduced-motion" in page


def test_rounds_are_folded_but_for_the_last() -> None:
    page = share_page(finished("monumental", 1), "en")

    folded = re.findall(r"<details class=\"part\" id=\"r\d+\"( open=\"\")?>", page)
    assert folded[-1] == ' open=""'
    assert set(folded[:-1]) == {""}


def test_a_name_is_text_and_no_markup() -> None:
    table = History.new(GAME, new_header(GAME, (Player("<b>Ann</b>"), Player("Ben")), seed=1))
    for cell in WHOLE:
        table.play(table.waiting()[0], Place(cell))

    page = share_page(table, "en")

    assert "&lt;b&gt;Ann&lt;/b&gt; marks a1." in page
    assert "<b>Ann" not in page


def test_a_page_for_one_seat_shows_what_that_seat_knew() -> None:
    """Cards that Ben held to the end are hidden from Ann, and known to all others after the game."""
    table = finished("cultus", 1)

    assert share_page(table, "en") != share_page(table, "en", 0)
    assert "P0" in share_page(table, "en", 0)

"""Pictures: each character stands in its cells, whatever is Japanese around it."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest
from rich.console import Console

from tests.tui.pictures import CELL, CannotDraw, cell_exact, compact, save, words_of

INSET = 0.2
"""In cells, how far a Japanese character of 20.3 pixels stands from the edge of its 24.4."""


def picture(text: str) -> str:
    console = Console(record=True, width=30, file=io.StringIO(), force_terminal=True)
    console.print(text)
    return console.export_svg(title="箱 hako")


def placed(svg: str) -> list[tuple[str, float]]:
    """Pieces of text of the screen, each with its column."""
    pieces = re.findall(r'<text class="[^"]*-r\d+" x="([\d.]+)"[^>]*>([^<]*)</text>', svg)
    return [(text, round(float(x) / CELL, 1)) for x, text in pieces]


def test_every_japanese_character_stands_in_the_middle_of_its_two_cells() -> None:
    svg = cell_exact(picture("城町ab"))

    assert placed(svg) == [
        ("城", INSET),
        ("町", 2 + INSET),
        ("ab", 4),
    ]


def test_every_word_has_a_place_of_its_own() -> None:
    assert placed(cell_exact(picture("to  be, or"))) == [
        ("to", 0),
        ("be,", 4),
        ("or", 8),
    ]


def test_signs_of_the_markup_language_stay_signs() -> None:
    assert placed(cell_exact(picture("a<b&c"))) == [("a&lt;b&amp;c", 0)]


def test_nothing_is_left_to_the_viewer_or_to_the_web() -> None:
    svg = cell_exact(picture("城 ab"))

    assert "textLength" not in svg
    assert "https://cdnjs" not in svg


def test_a_compact_picture_has_the_same_text_and_colours_in_less_space() -> None:
    exact = cell_exact(picture("[on red]to be[/] [on red]or[on red] not[/]\n[on blue]城[/] a<b"))
    small = compact(exact)

    assert words_of(small) == words_of(exact) == "箱hakotobeornot城a<b"
    assert set(re.findall("#[0-9a-f]{6}", small)) == set(re.findall("#[0-9a-f]{6}", exact))
    assert len(small) < len(exact)


def test_adjacent_rectangles_of_a_colour_are_one() -> None:
    small = compact(cell_exact(picture("[on red]a[/][bold on red]bc[/] d")))
    drawn = re.findall(r'<rect fill="[^"]+" x="([\d.]+)" y="[^"]+" width="([\d.]+)"', small)

    assert drawn[-1] == ("0", f"{3 * CELL:.1f}")


def test_an_svg_is_written_as_it_is(tmp_path: Path) -> None:
    svg = cell_exact(picture("城"))

    save(svg, tmp_path / "new" / "castle.svg")

    assert (tmp_path / "new" / "castle.svg").read_text("utf-8") == svg


@pytest.mark.parametrize("scale", [1, 2])
def test_a_png_is_drawn_where_the_program_for_it_is_installed(tmp_path: Path, scale: int) -> None:
    path = tmp_path / "castle.png"

    if shutil.which("rsvg-convert"):
        save(cell_exact(picture("城")), path, scale)
        assert path.read_bytes().startswith(b"\x89PNG")
    else:
        with pytest.raises(CannotDraw, match="librsvg2-bin"):
            save(cell_exact(picture("城")), path, scale)


def test_without_the_program_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(CannotDraw, match="librsvg2-bin"):
        save(picture("a"), tmp_path / "a.png")

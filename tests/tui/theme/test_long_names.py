"""A name of 20,000 letters, in a log that somebody edited, costs no more than its length."""

from __future__ import annotations

from typing import Any

import pytest
import rich.cells
from msgspec.structs import replace

from hako.content import load
from hako.engine.log.log_format import encode, read_header
from hako.multiplayer.tables.open_log import open_log
from hako.tui.recordings.transcripts import FORMATS, Format, transcript
from hako.tui.theme import line_breaking as typesetting
from hako.tui.theme import truncation as shortening
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.symbols import FULL
from hako.tui.theme.truncation import shortened, shortened_names
from tests.testing.golden import FOLDER

CULTUS = load("cultus")
LOG = FOLDER / "cultus" / "0.1.0-2-cultus-4-rules2.hako"
LETTERS = ["A", "あ", "A, ", "e\u0301", "a ", "1"]
"""Texts of several kinds of scripts, breaks and widths."""

TWO_LENGTHS = 2_000, 20_000


class Measured:
    """Number of characters measured, of texts longer than any line."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.signs = 0
        for module in (shortening, typesetting, rich.cells):
            for name in ("cell_len", "set_cell_size", "_cell_len", "split_graphemes"):
                if function := getattr(module, name, None):
                    monkeypatch.setattr(module, name, self._counting(function))

    def _counting(self, function: Any) -> Any:
        def counted(text: str, *rest: Any) -> Any:
            self.signs += len(text) if len(text) > 200 else 0
            return function(text, *rest)

        return counted


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Measured:
    return Measured(monkeypatch)


@pytest.mark.parametrize("letters", LETTERS)
@pytest.mark.parametrize("width", [8, 40])
def test_to_shorten_or_wrap_a_text_measures_it_a_few_times(
    measured: Measured, letters: str, width: int
) -> None:
    name = letters * (TWO_LENGTHS[1] // len(letters))

    for done in (
        shortened(name, width, FULL),
        shortened_names(f"{name} builds", [name], width, FULL),
        shortened_names(f"{name} (2) builds", [f"{name} (2)"], width, FULL),
        *wrap(name, width),
    ):
        assert rich.cells.cached_cell_len(done) <= width

    assert measured.signs < 40 * TWO_LENGTHS[1]


def exported(letters: str, length: int, form: Format) -> str:
    """A transcript in which the second of four has a name of that length."""
    header, _, rest = LOG.read_bytes().partition(b"\n")
    result = read_header(header + b"\n", LOG.name)
    first, second, *others = result.seats
    second = replace(second, name=(letters * length)[:length])
    data = encode(replace(result, seats=(first, second, *others))) + rest
    return transcript(open_log(CULTUS, data, LOG.name), form, "en", None)


@pytest.mark.parametrize("letters", ["A", "あ", "e\u0301"])
@pytest.mark.parametrize("form", FORMATS)
def test_a_transcript_measures_ten_times_as_much_of_a_name_ten_times_as_long(
    measured: Measured, form: Format, letters: str
) -> None:
    signs = []
    for length in TWO_LENGTHS:
        measured.signs = 0
        exported(letters, length, form)
        signs.append(measured.signs)

    assert signs[1] <= 15 * max(signs[0], TWO_LENGTHS[0])

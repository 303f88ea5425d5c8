"""Signs: each has one meaning within a game, and all that a board paints are on the page of signs."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from itertools import cycle, product
from typing import Any

import pytest
from textual.containers import VerticalScroll

from hako.engine import ENGINE
from hako.engine.content.icons import COMMON, Icon, icons_in, icons_of
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.rules.game import Game
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards import board_of
from hako.tui.screens.icons import IconsDialog
from hako.tui.theme.line_breaking import wrap
from hako.tui.theme.symbols import SYMBOLS, SymbolSet
from hako.tui.widgets.key_bar import KeyBar
from tests.tui.boards.drawn import LARGE, SMALL, lines, parts
from tests.tui.boards.test_every_board import GAMES, every_game, tables
from tests.tui.tables import at, new_table, painted, press, settled

ROWS = ("owners", "monument")
"""Signs of several marks, one a seat."""

LINES = range(0x2500, 0x2580)
"""Frames and borders, unless a sign is one of them."""


GREEK = "ΩΠ"

BETWEEN_WORDS = "·→–—"
"""Punctuation: no board means something by it alone."""

NAME = 18
"""Cells of the names of signs on their page."""


def signs(game: Game[Any], language: Language = "en") -> dict[str, Icon]:
    table = new_table(game, *"ABCDEF"[: game.seats[0]])
    return dict(icons_of(game.folder, table.content, texts_of(table, language)))


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("symbols", SYMBOLS)
def test_no_sign_has_two_meanings(game: Game[Any], language: Language, symbols: SymbolSet) -> None:
    meanings: dict[str, set[str]] = defaultdict(set)
    for key, sign in signs(game, language).items():
        mark = sign.mark(symbols)
        for text in mark[: game.seats[-1]] if key in ROWS else [mark]:
            meanings[text].add(sign.name.text(language))

    assert {mark: names for mark, names in meanings.items() if len(names) > 1} == {}


@every_game
def test_every_sign_that_a_board_paints_is_on_the_page(game: Game[Any]) -> None:
    """In all steps and languages with both sets of symbols, taken in turn from moment to moment.

    Those of few glyphs are painted by the same code.
    """
    sets: tuple[SymbolSet, ...] = ("full", "narrow")
    explained = {
        symbols: {character for sign in signs(game).values() for character in sign.mark(symbols)}
        for symbols in sets
    }
    steps = [(step.columns, step.rows) for step in board_of(game).ladder]
    ways = cycle(product((SMALL, LARGE, *steps), LANGUAGES, sets))
    for table, (size, language, symbols) in zip(tables(game, 60, every=3), ways, strict=False):
        for board in parts(table, size, language, symbols):
            texts = {it for it in "".join(lines(board)) if _is_sign(it)}
            assert texts - explained[symbols] == set(), (size, symbols, board.page)


def _is_sign(character: str) -> bool:
    """No letter, line or character of a Japanese sentence, but a Greek one that is a mark."""
    is_wide = unicodedata.east_asian_width(character) in "WF"
    is_plain = character.isascii() or is_wide or ord(character) in LINES
    is_letter = unicodedata.category(character).startswith("L") and character not in GREEK
    return not (is_plain or is_letter or character in BETWEEN_WORDS)


@every_game
@pytest.mark.parametrize("symbols", ["narrow", "ascii"])
def test_signs_in_sentences_are_those_of_the_page(game: Game[Any], symbols: SymbolSet) -> None:
    """Also in payoffs, rows of lists and notes; the page names the mark of this terminal."""
    marks = {
        full: mark
        for sign in signs(game).values()
        for full, mark in zip(sign.full, sign.mark(symbols), strict=False)
    }
    texts = [*game.folder.glob("text.*.toml"), *ENGINE.glob("text.*.toml")]
    for character in {it for file in texts for it in file.read_text("utf-8") if _is_sign(it)}:
        spelled = SYMBOLS[symbols].spell(character)
        assert spelled == marks.get(character, spelled), character
        assert spelled != "?", character


@pytest.mark.parametrize(
    ("language", "size"), [("en", (60, 20)), ("ja", (80, 24)), ("en", (250, 70))]
)
async def test_the_page_of_signs_is_a_key_away(language: Language, size: tuple[int, int]) -> None:
    """The bar names it; each mark has its name beside it, and what is long is scrolled to."""
    game = next(game for game in GAMES if game.id == "cultus")
    table = new_table(game, "Ann", "bot:random")
    async with at(table, language=language, size=size) as pilot:
        if size[0] >= 80:
            key = {"en": "I signs", "ja": "I 記号"}[language]
            assert key in pilot.app.screen.query_one(KeyBar).render_line(0).text
        await press(pilot, "I")
        assert isinstance(pilot.app.screen, IconsDialog)
        page, shown = pilot.app.screen.query_one(VerticalScroll), [*painted(pilot)]
        while page.scroll_y < page.max_scroll_y:
            page.scroll_to(y=page.scroll_y + page.size.height - 1, animate=False, immediate=True)
            await settled(pilot)
            shown += painted(pilot)
        for sign in signs(game, language).values():
            named, *_ = wrap(sign.name.text(language), NAME)
            assert any(
                re.search(f" {re.escape(sign.full)} +{re.escape(named)} ", it) for it in shown
            )


@pytest.mark.parametrize("symbols", SYMBOLS)
def test_marks_of_a_set_can_be_drawn_by_its_terminals(symbols: SymbolSet) -> None:
    for sign in icons_in(COMMON).sign.values():
        assert SYMBOLS[symbols].spell(sign.mark(symbols)) == sign.mark(symbols)

"""The plain board: a game without a board of its own is shown in the reader's words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Viewer
from hako.engine.transcript.sentences import texts_of
from tests.toys.sealed_bids import GAME, House, SealedBids
from tests.tui.boards.drawn import NAMES, SMALL, drawn, lines
from tests.tui.tables import at as seated
from tests.tui.tables import new_table, press, screen_of

every_language = pytest.mark.parametrize("language", LANGUAGES)


class Silent(SealedBids):
    """It has no words for its table."""

    def describe(self, view: House, viewer: Viewer) -> Sequence[LazyText]:
        return ()


class Talkative(SealedBids):
    """It has more to say than there are lines."""

    def describe(self, view: House, viewer: Viewer) -> Sequence[LazyText]:
        return [*super().describe(view, viewer)] * 8


@every_language
def test_it_says_what_the_game_describes_in_the_readers_language(language: Language) -> None:
    table = new_table(GAME, *NAMES[:2])
    texts = texts_of(table, language)
    output = [texts.lazy_text(note) for note in GAME.describe(table.view(0), 0)]

    board = drawn(table, SMALL, language)
    assert [line.strip() for line in lines(board) if line.strip()] == output
    assert [board.describe(place) for place in board.places] == output


@every_language
def test_a_long_sentence_is_wrapped_and_nothing_of_it_is_lost(language: Language) -> None:
    table = new_table(GAME, *NAMES[:2])
    narrow, wide = (drawn(table, (width, 30), language) for width in (20, 80))

    assert all(cell_width(line) == 20 for line in lines(narrow))
    assert "".join("".join(lines(narrow)).split()) == "".join("".join(lines(wide)).split())


@every_language
def test_a_game_without_words_for_its_table_says_where_else_to_look(language: Language) -> None:
    table = new_table(Silent(), *NAMES[:2])
    text = texts_of(table, language).text("table.undescribed")

    assert "".join("".join(lines(drawn(table, SMALL, language))).split()) == "".join(text.split())


async def test_keys_lead_to_every_sentence_and_the_board_follows() -> None:
    async with seated(new_table(Talkative(), "Ann", "bot:greedy")) as pilot:
        board = screen_of(pilot).view.board
        board.focus()
        await press(pilot, *["down"] * 23)

        assert (board.cursor, board.top) == (23, 24 - board.body)
        await pilot.click(board, offset=(2, 1))
        assert board.cursor == 24 - board.body + 1

"""Tests of boards: each is drawn from a view alone, for every viewer, in every size."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from msgspec.structs import replace

from hako.engine.i18n.languages import LANGUAGES, Language
from hako.engine.i18n.width import cell_width
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import view
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.sentences import texts_of
from hako.testing.cases import Case, choices, once_per_case, replayed, worlds
from hako.tui.boards import Board, board_of
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import SYMBOLS, SymbolSet
from hako.tui.widgets.table_model import TableModel, table_model_of

SMALL, LARGE = (80, 12), (104, 45)


def drawn(
    scene: TableModel, size: tuple[int, int], symbols: SymbolSet
) -> tuple[list[str], list[str]]:
    """The lines of the board, and what is said of each of its places."""
    board = board_of(scene.game)()
    board.columns, board.rows = size
    board.apply_theme(styles_of("hako-dark"), SYMBOLS[symbols])
    board.set_reactive(Board.scene, scene)
    board.redraw()
    lines = [board.paint(index).text for index in range(board.count())]
    return lines, [board.describe(place) for place in board.places]


def scene(
    table: History[Any],
    moment: Position[Any],
    viewer: Viewer,
    language: Language,
    seat: Seat | None,
) -> TableModel:
    return table_model_of(table, moment, viewer, texts_of(table, language), seat)


@once_per_case
def test_what_a_seat_cannot_know_does_not_change_its_board(case: Case) -> None:
    """In both languages by turns: each case has several moments, each game several cases."""
    table = replayed(case, 1, 40)
    for (moment, seat), language in zip(choices(table, 4), cycle(LANGUAGES), strict=False):
        own = scene(table, moment, seat, language, seat)
        shown = drawn(own, SMALL, "full")
        for other in worlds(case, own.view, seat, 2):
            again = replace(own, view=view(case.game, other, seat))
            assert drawn(again, SMALL, "full") == shown


@once_per_case
def test_a_board_can_be_drawn_for_everybody_from_the_start_to_the_end(case: Case) -> None:
    table = replayed(case, 1, 40)
    for moment in (table.positions[0], table.positions[-1]):
        for viewer in case.viewers():
            for size in (SMALL, LARGE):
                lines, _ = drawn(scene(table, moment, viewer, "ja", None), size, "full")
                assert {cell_width(line) for line in lines} == {size[0]}


@once_per_case
def test_a_board_can_be_drawn_in_ascii(case: Case) -> None:
    table = replayed(case, 1, 40)
    for viewer in case.viewers():
        shown = scene(table, table.positions[-1], viewer, "en", None)
        lines, spoken = drawn(shown, SMALL, "ascii")
        assert all(line.isascii() for line in (*lines, *spoken))

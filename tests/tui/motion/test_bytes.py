"""The bytes of motion over a terminal of 24 bits: what each kind may take, in games of all kinds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import pytest
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from hako.content import THE_SHELF
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.log.history import History
from hako.engine.rules.game import Game
from hako.engine.transcript.highlights import highlights
from hako.engine.transcript.sentences import texts_of
from hako.tui.boards import board_of
from hako.tui.boards.board import Board
from hako.tui.motion.board_snapshot import PictureChange
from hako.tui.motion.moment_pictures import Moment
from hako.tui.motion.motion_source import motions_of
from hako.tui.motion.motion_timeline import MotionTimeline
from hako.tui.motion.motions import FRAME
from hako.tui.terminal.cell_diff import CellDiff
from hako.tui.theme.styles import styles_of
from hako.tui.theme.symbols import FULL
from hako.tui.widgets.line_overlays import painted_over
from hako.tui.widgets.table_model import table_model_of
from tests.tui.tables import new_table

FRAME_BYTES, ANIMATION_BYTES, MOMENT_BYTES = 1_200, 4_000, 12_000
"""The bytes of a frame, of all motion of a record, and of a moment, at most."""

LONGEST = 1_200
"""Milliseconds that the motion of a record takes, at most."""
RECORDS = 45
"""Records of a game that are tried."""

GAMES = [THE_SHELF.load(box.id) for box in THE_SHELF.boxes if THE_SHELF.is_playable(box)]


class Terminal:
    """A terminal that is sent differences, and counts them."""

    def __init__(self, lines: Sequence[Strip]) -> None:
        self._cells = CellDiff()
        self.sent(lines)

    def sent(self, lines: Sequence[Strip]) -> int:
        """The bytes that bring it up to these lines."""
        size = lines[0].cell_length, len(lines)
        update = LayoutUpdate([[line] for line in lines], Region(0, 0, *size))
        return len(self._cells.changes(update, size).encode())


@lru_cache(maxsize=2)  # a position is the end of one record and the start of the next
def board_at(table: History[Any], number: int, size: tuple[int, int]) -> Board:
    """The board of a table at a position, as the first seat sees it."""
    board = board_of(table.game)()
    board.columns, board.rows = size
    board.apply_theme(styles_of("hako-dark"), FULL)
    moment = table.positions[number]
    board.set_reactive(Board.scene, table_model_of(table, moment, 0, texts_of(table, "en")))
    board.redraw()
    return board


@cache
def played(game: Game[Any], records: int) -> History[Any]:
    """A table at which greedy bots have played."""
    table = new_table(game, *("Ann", "Ben", "Cat")[: game.seats[-1]], seed=5)
    while len(table.positions) < records and table.waiting():
        seat = table.waiting()[0]
        table.play(seat, think("greedy", *observation_of(table, seat)))
    return table


@pytest.mark.parametrize("size", [(80, 13), (104, 45), (162, 57)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_motion_of_a_record_takes_4_kb_at_most_and_1200_bytes_a_frame(
    game: Game[Any], size: tuple[int, int]
) -> None:
    """The figures of real records, at the smallest, the usual large and the largest boards."""
    table, moved = played(game, RECORDS), 0
    for position in table.path()[1:]:
        assert position.parent is not None
        before = board_at(table, position.parent, size)
        after = board_at(table, position.number, size)
        changed = PictureChange(before.picture, after.picture, after.ink, FULL)
        timeline = MotionTimeline().added(motions_of(after, table, [position], 0), changed, 0)
        assert timeline.end <= LONGEST
        bytes_sent = _bytes(timeline, changed)
        moved += bool(timeline.motions)
        assert max(bytes_sent, default=0) <= FRAME_BYTES, position.record
        assert sum(bytes_sent) <= ANIMATION_BYTES, position.record
    assert moved >= RECORDS // 10


def _bytes(timeline: MotionTimeline, changed: PictureChange) -> list[int]:
    """The bytes of each frame after the first, which is sent with the board."""
    terminal = Terminal(_lines(timeline, changed, 0))
    times = range(FRAME, timeline.end + FRAME, FRAME)
    return [terminal.sent(_lines(timeline, changed, ms)) for ms in times]


def _lines(timeline: MotionTimeline, changed: PictureChange, ms: int) -> list[Strip]:
    patches = timeline.patches(ms)
    return [
        painted_over(line, [patch for patch in patches if patch.y == y])
        for y, line in enumerate(changed.after.lines)
    ]


def pictures(game: Game[Any]) -> Iterable[Moment]:
    """The pictures of the highlights of a game."""
    table = played(game, 260)
    texts = texts_of(table, "en")
    for position in table.path():
        for highlight in highlights(table, position, 0, texts):
            picture = board_at(table, position.number, (80, 13)).moment(highlight)
            if picture is not None:
                yield picture


@pytest.mark.parametrize("game_id", ["flip_city", "quo_vadis", "world_monger", "monumental"])
def test_a_moment_takes_12_kb_at_most(game_id: str) -> None:
    shown = 0
    for moment in [*pictures(THE_SHELF.load(game_id))][:6]:
        frames = [
            moment.lines(76, styles_of("hako-dark"), FULL, ms)
            for ms in range(0, moment.length + FRAME, FRAME)
        ]
        terminal = Terminal(frames[0])
        assert sum(terminal.sent(lines) for lines in frames[1:]) <= MOMENT_BYTES
        shown += 1
    assert shown

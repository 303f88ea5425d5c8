"""The page of a game for posting or mailing, which needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hako.content.cover import cover_of
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Viewer
from hako.engine.transcript.html_export import html
from hako.engine.transcript.story_table_layout import story_of
from hako.engine.transcript.transcript import (
    Drawings,
    TranscriptPart,
    build_transcript,
)
from hako.tui.recordings.board_svg import BoardPainter
from hako.tui.recordings.board_text import BoardText
from hako.tui.recordings.cover_svg import cover_svg
from hako.tui.recordings.last_turn import FRAMES, last_turn
from hako.tui.theme.styles import styles_of
from hako.tui.theme.themes import DARK

if TYPE_CHECKING:
    from hako.engine.review.review_report import Report

BOARD = (120, 44)
"""Columns and lines of the boards."""

FILM = (100, 40)
"""Columns and lines of the last turn in motion."""

MOST_BYTES = 400_000
"""Bytes of a page above which it has fewer boards."""

ALWAYS = 3
"""The last parts, whose boards are left out last."""

FEWER = tuple((every, ALWAYS, FRAMES) for every in (2, 3, 4, 6, 8, 12, 1000))
"""The steps in which a page loses boards, before the last turn loses frames."""


def game_page(
    table: History[Any], texts: Catalogue, title: str, viewer: Viewer, judged: Report | None
) -> str:
    """The page of a table up to now, with fewer boards where all would be too many bytes."""
    painter = BoardPainter()
    boards = BoardText(table, viewer, texts, BOARD, styles_of(DARK.name))
    caption = texts.text("transcript.board")

    def draw(moment: Position[Any]) -> Sequence[str]:
        return [painter.svg(caption, boards.all_strips(moment))]

    data = build_transcript(table, texts, title, viewer, draw)
    if judged is not None:
        from hako.engine.review.review_transcript import with_report  # few ask for a review

        data = with_report(data, judged, table, texts)
    smaller = BoardText(table, viewer, texts, FILM, styles_of(DARK.name))
    cover = cover_svg(cover_of(table.game.folder, table.game.id), title)
    data = replace(data, story=tuple(story_of(table)))
    parts, page, films = data.parts, "", {0: ""}
    for every, always, frames in (
        (1, ALWAYS, FRAMES),
        *FEWER,
        (len(parts), 1, 6),
        (len(parts), 1, 3),
    ):
        shown = frames if table.outcome is not None else 0
        if shown not in films:
            films[shown] = last_turn(table, viewer, texts, smaller, painter, shown)
        fewer = tuple(_fewer_boards(parts, every, always))
        data = replace(data, parts=fewer, drawings=Drawings(cover, painter.css(), films[shown]))
        page = html(data, texts)
        if len(page.encode()) <= MOST_BYTES:
            break
    return page


def _fewer_boards(
    parts: Sequence[TranscriptPart], every: int, always: int
) -> Iterator[TranscriptPart]:
    """The parts with one board in so many, and with so many at the end."""
    for number, part in enumerate(parts):
        is_kept = number % every == every - 1 or number >= len(parts) - always
        yield part if is_kept else replace(part, board=(), caption="")

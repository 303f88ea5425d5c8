"""Transcripts in all formats, for the command line and for the screens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from msgspec import UNSET
from msgspec.structs import replace

from hako.content import read_box
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import Viewer
from hako.engine.storage.files import write_file
from hako.engine.storage.folder import SUFFIX
from hako.engine.transcript.json_export import facts
from hako.engine.transcript.sentences import texts_for, texts_of
from hako.engine.transcript.story_table_layout import story_parts
from hako.engine.transcript.text_export import markdown, text
from hako.engine.transcript.transcript import Transcript, build_transcript
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.bot_text import called

if TYPE_CHECKING:  # few ask for a review, and asyncio comes with it
    from hako.engine.review.review import Review
    from hako.engine.review.review_report import Report

Format: TypeAlias = Literal["md", "txt", "html", "json", "cast"]
FORMATS: tuple[Format, ...] = get_args(Format)

Size: TypeAlias = tuple[int, int]
SIZE: Size = (80, 24)
"""Columns and lines of a recording by default; it cannot be smaller."""

BOARD: Size = (120, 44)
"""Columns and lines of the boards in transcripts."""

_STORIES: dict[str, Callable[[Transcript, Catalogue], str]] = {
    "md": markdown,
    "txt": text,
}


def transcript(
    table: History[Any],
    form: Format,
    language: Language,
    viewer: Viewer,
    size: Size = SIZE,
    progress: Callable[[float], None] = lambda _: None,
    review: Review | None = None,
    first: History[Any] | None = None,
    *,
    is_short: bool = False,
) -> str:
    """The transcript of a table, as the viewer may know it, with a review if one is given.

    With `first`, the table that was retried here, the review compares both. The viewer None is
    everybody: the whole game where it is over, a spectator's view before. A recording always shows
    a spectator's view; `size` is its columns and lines, and a short one has only what mattered most.
    It takes a while; `progress` is called with
    the finished part, from 0 to 1.
    """
    if form == "cast":
        from hako.tui.recordings.asciicast import (
            render_asciicast,  # drawing modules take long to import
        )

        return render_asciicast(table, language, viewer, size, progress, is_short=is_short)
    title = read_box(table.game.folder).name[language]
    if form == "json":
        texts = texts_of(table, language)
        reviewed = UNSET if review is None else _reported(table, review, texts, viewer, first)
        return facts(table, texts, title, viewer, reviewed)
    texts = texts_for(
        table.game, table.content, called(table.players, language), language, MULTIPLAYER, TUI
    )
    judged = None if review is None else _reported(table, review, texts, viewer, first)
    if form == "html":
        from hako.tui.recordings.game_page import game_page

        return game_page(table, texts, title, viewer, judged)
    from hako.tui.recordings.board_text import BoardText
    from hako.tui.theme.styles import styles_of
    from hako.tui.theme.themes import DARK

    board = BoardText(table, viewer, texts, BOARD, styles_of(DARK.name))
    transcript_data = build_transcript(table, texts, title, viewer, board.lines)
    parts = [*story_parts(table, texts, BOARD[0]), *transcript_data.parts]
    transcript_data = replace(transcript_data, parts=tuple(parts))
    if judged is not None:
        from hako.engine.review.review_transcript import with_report

        transcript_data = with_report(transcript_data, judged, table, texts)
    return _STORIES[form](transcript_data, texts)


def share_page(table: History[Any], language: Language, viewer: Viewer = None) -> str:
    """The page of a table that is over, with its review if one is complete.

    `viewer` is the seat whose knowledge it shows; None shows all.
    """
    assert table.outcome is not None, "only a finished game is shared"
    from hako.engine.review.review import kept_review

    review = None if table.is_embargoed or viewer is not None else kept_review(table)
    if review is not None and not review.is_done:
        review = None
    return transcript(table, "html", language, viewer, review=review)


def _reported(
    table: History[Any],
    review: Review,
    texts: Catalogue,
    viewer: Viewer,
    first: History[Any] | None,
) -> Report:
    from hako.engine.review.review_report import report

    return report(table, review, texts, viewer, first)


def write(
    table: History[Any],
    form: Format,
    language: Language,
    viewer: Viewer,
    path: Path,
    size: Size = SIZE,
    progress: Callable[[float], None] = lambda _: None,
    review: Review | None = None,
    first: History[Any] | None = None,
    *,
    is_short: bool = False,
) -> None:
    """Write the transcript to a file. Raises StorageError; no saved game is ever overwritten."""
    if path.suffix == SUFFIX:
        reason = Failure("ending_of_saves", ending=SUFFIX)
        raise StorageError("in_file", file=path, reason=reason)
    text = transcript(
        table, form, language, viewer, size, progress, review, first, is_short=is_short
    )
    write_file(path, text.encode())

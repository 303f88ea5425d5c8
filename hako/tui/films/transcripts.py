"""Writing transcripts: one door for the command line and for the screens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from hako.content import read_box
from hako.engine.log.store import SUFFIX, StoreFailed, write_file
from hako.engine.log.table import Table
from hako.engine.rules.vocabulary import Viewer
from hako.engine.transcript.facts import facts
from hako.engine.transcript.page import html
from hako.engine.transcript.story import Story, tell
from hako.engine.transcript.telling import texts_of
from hako.engine.transcript.words import markdown, text
from hako.engine.words.failure import Failure
from hako.engine.words.note import Language
from hako.engine.words.text import Texts

Format: TypeAlias = Literal["md", "txt", "html", "json", "cast"]
FORMATS: tuple[Format, ...] = get_args(Format)

Size: TypeAlias = tuple[int, int]
SIZE: Size = (80, 24)
"""Columns and lines of a film, if nothing else is said; it can be no smaller."""

_STORIES: dict[str, Callable[[Story, Texts], str]] = {"md": markdown, "txt": text, "html": html}


def transcript(
    table: Table[Any],
    form: Format,
    language: Language,
    viewer: Viewer,
    size: Size = SIZE,
    progress: Callable[[float], None] = lambda _: None,
) -> str:
    """The transcript of a table, as the viewer may know it.

    None is everybody: all there is where the game is over, what a watcher may see before.
    A film shows what a watcher sees to the end; `size` is its columns and lines. It takes
    a while, and tells `progress` which part of it is done, from 0 to 1.
    """
    if form == "cast":
        from hako.tui.films.cast import cast  # it draws, and what draws takes long to import

        return cast(table, language, viewer, size, progress)
    title = read_box(table.game.folder).name[language]
    texts = texts_of(table, language)
    if form == "json":
        return facts(table, texts, title, viewer)
    return _STORIES[form](tell(table, texts, title, viewer), texts)


def write(
    table: Table[Any],
    form: Format,
    language: Language,
    viewer: Viewer,
    path: Path,
    size: Size = SIZE,
    progress: Callable[[float], None] = lambda _: None,
) -> None:
    """Write the transcript to a file. Raises StoreFailed; no saved game is ever overwritten."""
    if path.suffix == SUFFIX:
        reason = Failure("ending_of_saves", ending=SUFFIX)
        raise StoreFailed("in_file", file=path, reason=reason)
    write_file(path, transcript(table, form, language, viewer, size, progress).encode())

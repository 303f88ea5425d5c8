"""The lessons that a visitor left half-played: of each game the one that was begun last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hako.engine.lessons.guide import guide_of
from hako.engine.lessons.lesson import Lesson, keep
from hako.engine.log.records import BadLog
from hako.engine.log.store import StoreFailed, failures
from hako.engine.log.table import Table
from hako.engine.rules.game import Game
from hako.tui.apps.library import Library


class LeftLessons:
    """A folder that nobody else of the machine looks into, with a library for each game."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, game: Game[Any], lesson: Lesson) -> Table[Any] | None:
        """A lesson where it was left; None where nothing was done in it, or all."""
        library = self._library(game)
        for name in self._names(library):
            try:
                if library.store.header(name).lesson != lesson.id:
                    continue
                table = library.open(name).table
            except (BadLog, StoreFailed):
                continue  # such as one whose rules are others by now: it is begun again
            guide = guide_of(table)
            if guide and not (guide.is_at_start or guide.is_at_end):
                return table
        return None

    def keep(self, table: Table[Any]) -> None:
        """Keep a lesson in the place of the last one of its game. Raises StoreFailed."""
        with failures(self._folder):
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
        library = self._library(table.game)
        old = library.store.names()
        keep(table, library.store.create)
        for name in old:
            library.store.delete(name)

    def _library(self, game: Game[Any]) -> Library:
        return Library(self._folder / game.id, lambda _: game)

    def _names(self, library: Library) -> list[str]:
        try:
            return library.store.names()
        except StoreFailed:
            return []  # what cannot be read cannot be kept either, and that is said

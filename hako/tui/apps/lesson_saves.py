"""The unfinished lessons of a visitor: of each game the last one begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hako.engine.lessons.lesson import Lesson, keep
from hako.engine.lessons.session import guide_of
from hako.engine.log.history import History
from hako.engine.log.log_format import BadLog
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.game import Game
from hako.engine.storage.protocols import Store
from hako.tui.saved_games import opened


class LessonSaves:
    """A private store with one lesson of each game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, game: Game[Any], lesson: Lesson) -> History[Any] | None:
        """An unfinished lesson; None if nothing was done in it, or if it is complete."""
        with suppress(
            StorageError
        ):  # an unreadable store cannot be written either, which is shown then
            for name in self._names(game, lesson.id):
                try:
                    table = opened(*self._store.open(name), name, lambda _: game).table
                except BadLog:
                    continue  # such as one of older rules: it is begun again
                session = guide_of(table)
                if session and not (session.is_at_start or session.is_at_end):
                    return table
        return None

    def keep(self, table: History[Any]) -> None:
        """Store a lesson in the place of the last one of its game. Raises StorageError."""
        old = [*self._names(table.game)]
        keep(table, self._store.create)
        for name in old:
            self._store.delete(name)

    def _names(self, game: Game[Any], lesson: str = "") -> Iterator[str]:
        for name in self._store.names():
            with suppress(BadLog):
                header = self._store.header(name)
                if header.game == game.id and lesson in {"", header.lesson}:
                    yield name

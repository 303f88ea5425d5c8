"""Statistics of stored games, on this computer or on a server, counted in a thread."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from hako.content import Shelf, UnknownGame
from hako.engine.i18n.failure import Failure
from hako.engine.lab.player_statistics import (
    Statistics,
    statistics,
)
from hako.engine.storage.protocols import FINISHED
from hako.engine.storage.save_index import DamagedSave, SavedGame, SaveEntry
from hako.tui.saved_games import entries_of

if TYPE_CHECKING:
    from hako.engine.bots.worker_pool import WorkerPool
    from hako.engine.rules.game import Game
    from hako.engine.storage.protocols import Store
    from hako.multiplayer.accounts.users import User

SECONDS = 0.5
"""Seconds that a worker reads a server's logs before bots may use it again."""


class StatisticsRow(NamedTuple):
    """The statistics to show."""

    people: Sequence[Statistics]
    damaged: Sequence[str] = ()
    """Names of the files that could not be opened."""
    nothing: str = "statistics.empty"
    """The key of the text shown where no game is over."""


def counted(entries: Iterable[SaveEntry]) -> StatisticsRow:
    """The statistics of all people who played in these saves."""
    entries = list(entries)
    games = [entry for entry in entries if isinstance(entry, SavedGame)]
    damaged = [entry.name for entry in entries if isinstance(entry, DamagedSave)]
    people = statistics(
        games, lambda player: None if player.bot or player.is_open else player.name, time.time()
    )
    return StatisticsRow(people, damaged)


async def counted_of(
    visitor: User, store: Store, shelf: Shelf, worker_pool: WorkerPool
) -> StatisticsRow:
    """A visitor's own statistics, of all tables on a server where their key has a seat.

    A worker reads the logs, so that no table waits for it.
    """
    if visitor.is_guest:  # others may have had that name
        return StatisticsRow((), nothing="statistics.guest")
    key, rules, seconds, come = visitor.key, _rules(shelf), SECONDS, 0
    while isinstance(result := await worker_pool.do(games_of, key, store, rules, seconds), int):
        if result <= come:  # no progress was stored, as on a full disk
            seconds *= 2
        come = result
    own = statistics(
        result, lambda player: visitor.name if player.key == key else None, time.time()
    )
    return StatisticsRow(own, nothing="statistics.empty_here")


def games_of(
    key: str, store: Store, rules: Mapping[str, Game[Any]], seconds: float
) -> list[SavedGame] | int:
    """The games in which a key has a seat; the number of logs read, if the time did not suffice."""

    def game_of(game_id: str) -> Game[Any]:
        if game_id not in rules:
            raise Failure("game_to_come", game=game_id)
        return rules[game_id]

    until, games = time.monotonic() + seconds, []
    stores = (store, store.within(FINISHED))
    for come, entry in enumerate(
        chain.from_iterable(entries_of(source, game_of) for source in stores)
    ):
        if isinstance(entry, SavedGame) and any(player.key == key for player in entry.players):
            games.append(entry)
        if time.monotonic() > until:
            return come
    return games


def _rules(shelf: Shelf) -> dict[str, Game[Any]]:
    """The games that load."""
    rules = {}
    for box in shelf.boxes:
        if shelf.is_playable(box):
            try:
                rules[box.id] = shelf.load(box.id)
            except UnknownGame:
                continue
    return rules

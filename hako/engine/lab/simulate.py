"""Simulation: many games between bots, with the same result for any number of processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.bots.levels import bot
from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import work_for_parent
from hako.engine.i18n.failure import Failure
from hako.engine.log.header import Header
from hako.engine.log.history import History
from hako.engine.log.log_content import content_of
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat
from hako.engine.storage.files import write_file
from hako.engine.storage.folder import SUFFIX
from hako.engine.storage.memory_save import MemorySave

DECISIONS = 10_000
"""A game with more decisions counts as endless."""

_BATCHES = 8
"""The number of batches for each process, so that all end at about the same time."""
_BATCH = 25
"""The most games in a batch, so that progress is visible."""


class GameTooLong(Failure):
    """A game was not over after the limit of decisions."""

    def __init__(self, seed: int, decisions: int) -> None:
        super().__init__("never_ends", seed=seed, decisions=decisions)


class AbandonedGame(Struct, frozen=True):
    """A game that was abandoned because it was not over after so many decisions."""

    number: int
    """1-based."""
    seed: int
    decisions: int


class SimulatedGame(Struct, frozen=True):
    """The result of one game."""

    number: int
    """1-based."""
    seed: int
    decisions: int
    turns: int
    """Turns or rounds, as the game counts them."""
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    """Scores by seat."""
    how: str
    """The ending: the key of the outcome's text."""
    sides: tuple[str | None, ...] = ()
    """The side of each seat; None in a game without sides."""


FinishedGame: TypeAlias = SimulatedGame | AbandonedGame


def seed_of(base: int, number: int) -> int:
    """The seed of one game of a simulation, 63 bits wide."""
    return Chance(base, number).stream("game").bits() >> 1


def simulate(
    game: Game[Any],
    header: Header,
    games: int,
    *,
    jobs: int = 1,
    limit: int = DECISIONS,
    folder: Path | None = None,
) -> Iterator[FinishedGame]:
    """Play so many games with the header's bots, with seeds derived from its seed; yield them in order.

    With a `folder`, each game's log is written there. Raises StorageError.
    """
    play_some = partial(_play_some, game, header, limit, folder)
    if jobs == 1:
        yield from play_some(range(1, games + 1))
        return
    size = max(1, min(_BATCH, games // (jobs * _BATCHES)))
    batches = (range(first, min(first + size, games + 1)) for first in range(1, games + 1, size))
    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn"), work_for_parent) as pool:
        try:
            yield from _in_order(pool, partial(_collect, play_some), batches, ahead=2 * jobs)
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()  # the running batches are not needed any more
            raise


def _in_order(
    pool: ProcessPoolExecutor,
    play_batch: Callable[[Iterable[int]], list[FinishedGame]],
    batches: Iterable[Iterable[int]],
    ahead: int,
) -> Iterator[FinishedGame]:
    """The results of the batches in order, with up to `ahead` batches running or waiting."""
    under_way: deque[Future[list[FinishedGame]]] = deque()
    for batch in batches:
        under_way.append(pool.submit(play_batch, batch))
        if len(under_way) > ahead:
            yield from under_way.popleft().result()
    while under_way:
        yield from under_way.popleft().result()


def play_out(game: Game[Any], header: Header, content: Any, limit: int = DECISIONS) -> History[Any]:
    """Play one game between bots to its end. Raises GameTooLong."""
    table = _play_on(game, header, content, limit)
    if table.waiting():
        raise GameTooLong(header.seed, limit)
    return table


def _play_on(game: Game[Any], header: Header, content: Any, limit: int) -> History[Any]:
    """Play one game between bots until it is over or the limit of decisions is reached."""
    table = History.new(game, header, MemorySave.create, content)
    for _ in range(limit):
        if not _decide(table):
            break
    return table


def _decide(table: History[Any]) -> bool:
    """Play one decision of a bot; False if the game is over."""
    seats = table.waiting()
    if not seats:
        return False
    level = table.players[seats[0]].bot
    assert level is not None, "games between bots have no people"
    table.play(seats[0], bot(level)(*observation_of(table, seats[0])))
    return True


def _play_some(
    game: Game[Any], header: Header, limit: int, folder: Path | None, numbers: Iterable[int]
) -> Iterator[FinishedGame]:
    content = content_of(game, header, "the simulation")
    for number in numbers:
        seed = seed_of(header.seed, number)
        try:
            table = _play_on(game, replace(header, seed=seed, created=""), content, limit)
        except Exception as error:
            error.add_note(f"It happened in game {number} of the simulation, seed {seed}.")
            raise
        if folder is not None:
            _keep(table, folder / f"{game.id}-{number:06}{SUFFIX}")
        yield AbandonedGame(number, seed, limit) if table.waiting() else _played(number, table)


def _collect(
    play_some: Callable[[Iterable[int]], Iterator[FinishedGame]], numbers: Iterable[int]
) -> list[FinishedGame]:
    """The results of a batch as a list: a generator cannot be sent between processes."""
    return list(play_some(numbers))


def _keep(table: History[Any], path: Path) -> None:
    assert isinstance(table.save, MemorySave), "see play_out"
    write_file(path, bytes(table.save.data), makes_folder=True)


def _played(number: int, table: History[Any]) -> SimulatedGame:
    outcome = table.outcome
    assert outcome is not None, "a game that waits for nobody is over"
    game, view = table.game, table.view(None)
    return SimulatedGame(
        number=number,
        seed=table.header.seed,
        decisions=sum(moment.record.seat is not None for moment in table.positions),
        turns=game.progress(view)[0],
        winners=outcome.winners,
        scores=outcome.scores,
        how=outcome.how.key,
        sides=tuple(game.side(view, seat) for seat in range(len(table.players))),
    )

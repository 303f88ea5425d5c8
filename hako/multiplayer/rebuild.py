"""Rebuilding: how all rated games of a house ended, made anew from their logs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from hako.content import Shelf
from hako.engine.i18n.failure import Failure
from hako.engine.log.records import BadLog, read_header, read_log, reading
from hako.engine.log.save import StorageError
from hako.engine.log.table import Table
from hako.engine.log.verify import NotDecided, compared
from hako.engine.storage.protocols import FINISHED, Store
from hako.multiplayer.ratings.results import Result, entrants_of, result_of
from hako.multiplayer.services import Services
from hako.multiplayer.tournaments.tournament import Tournament


class RebuildReport(NamedTuple):
    """What came of it."""

    games: int
    new: int
    """Results that were not written down, or otherwise."""
    gone: int
    """Results that were written down, and that no log tells."""
    damaged: list[Failure]
    undecided: list[Failure]
    """Why of some logs not everything could be decided again; they correct nothing."""


def rebuild(folder: Services, shelf: Shelf) -> RebuildReport:
    """Decide every record of the rated games again, and correct what is written down of them.

    The house may be open meanwhile. Raises StorageError.
    """
    damaged: list[Failure] = []
    undecided: list[Failure] = []
    tables = folder.store.within("tables")
    stores = (tables, tables.within(FINISHED))
    results, rebuilt = folder.results(), dict[str, Result]()
    for name, table in chain(*(_tables(store, shelf, damaged) for store in stores)):
        if (result := result_of(table)) is None:
            continue
        if table.undecided:
            undecided.append(NotDecided(name, None, table.undecided.summary))
            # it was written down when its rules were those of the day
            before = results.by_id.get(result.id)
            result = result if before is None or before.gone else before
        rebuilt[result.id] = result
    return RebuildReport(len(rebuilt), *results.correct(rebuilt), damaged, undecided)


def check_results(store: Store, tournament: Tournament, shelf: Shelf) -> list[Failure]:
    """The tables of a cup whose logs could not be decided again; all others are as the cup says.

    Raises Failure where one ended otherwise, by its log.
    """
    undecided: list[Failure] = []
    tables = store.within("tables")
    for logs in (tables, tables.within(FINISHED)):
        for name in logs.names():
            try:
                header = logs.header(name)
            except BadLog:
                continue  # it says of no cup that it is a table of it
            codes = (at for at, code in tournament.codes.items() if code == header.code)
            at = next(
                (at for at in codes if header.cup == f"{tournament.name} {at[0]} {at[1]}"), (0, 0)
            )
            scored = tournament.scored.get(at)
            if scored is None or not scored.scores:
                continue
            _, data = logs.open(name)
            with reading(name):
                game = shelf.load(header.game)
                table = compared(game, read_log(game, data, name), name)
            ended = table.outcome and entrants_of(table, table.outcome)
            if not ended or tuple(entrant.place for entrant in ended) != scored.places:
                raise Failure("cup_other_result", cup=tournament.name, file=name)
            if table.undecided:
                undecided.append(NotDecided(name, None, table.undecided.summary))
    return undecided


def _tables(store: Store, shelf: Shelf, damaged: list[Failure]) -> Iterator[tuple[str, Table[Any]]]:
    """The tables that may have a result, by the names of their logs."""
    for name in store.names():
        try:
            _, data = store.open(name)
            with reading(name):
                header = read_header(data, name)
                game = shelf.load(header.game)
                log = read_log(game, data, name)
                # one that is not rated may have become so in the waiting room
                counts = header.rated or header.event
                if not counts and not any(getattr(line, "rated", False) for line in log.lines):
                    continue
                table = compared(game, log, name)
            yield name, table
        except (BadLog, StorageError) as error:
            damaged.append(error)

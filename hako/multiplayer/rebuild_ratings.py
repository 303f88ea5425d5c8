"""Rebuild: the results of all rated games of a server, computed again from their logs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from hako.content import Shelf
from hako.engine.i18n.failure import Failure
from hako.engine.log.log_format import BadLog, bad_log_errors, read_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.log.verify import NotDecided, compared
from hako.engine.storage.protocols import FINISHED, Store
from hako.multiplayer.ratings.results import Result, entrants_of, result_of
from hako.multiplayer.services import Services
from hako.multiplayer.tables.open_log import read_log
from hako.multiplayer.tables.table import SharedTable
from hako.multiplayer.tournaments.tournament import Tournament
from hako.multiplayer.tournaments.tournament_table import TournamentTable


class RebuildReport(NamedTuple):
    """Outcome of a rebuild."""

    games: int
    new: int
    """Number of results that were missing or different."""
    gone: int
    """Number of stored results without a log."""
    damaged: list[Failure]
    undecided: list[Failure]
    """Reasons why some logs could not be decided again in full; these correct nothing."""


def rebuild(folder: Services, shelf: Shelf) -> RebuildReport:
    """Decide all records of the rated games again, and correct the stored results.

    The server may be running. Raises StorageError.
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
            # the stored result is from the time of its rules
            before = results.by_id.get(result.id)
            result = result if before is None or before.gone else before
        rebuilt[result.id] = result
    return RebuildReport(len(rebuilt), *results.correct(rebuilt), damaged, undecided)


def check_results(store: Store, tournament: Tournament, shelf: Shelf) -> list[Failure]:
    """Tables of a tournament whose logs could not be decided again; all others agree with it.

    Raises Failure if a game ended otherwise by its log.
    """
    undecided: list[Failure] = []
    tables = store.within("tables")
    for logs in (tables, tables.within(FINISHED)):
        for name in logs.names():
            try:
                header = logs.header(name)
            except BadLog:
                continue  # not a table of the tournament
            codes = (at for at, code in tournament.codes.items() if code == header.code)
            places = (
                at for at in codes if header.cup == str(TournamentTable(tournament.name, *at))
            )
            at = next(places, (0, 0))
            scored = tournament.scored.get(at)
            if scored is None or not scored.scores:
                continue
            _, data = logs.open(name)
            with bad_log_errors(name):
                game = shelf.load(header.game)
                table = compared(SharedTable, game, read_log(game, data, name), name)
            ended = table.outcome and entrants_of(table, table.outcome)
            if not ended or tuple(entrant.place for entrant in ended) != scored.places:
                raise Failure("cup_other_result", cup=tournament.name, file=name)
            if table.undecided:
                undecided.append(NotDecided(name, None, table.undecided.summary))
    return undecided


def _tables(
    store: Store, shelf: Shelf, damaged: list[Failure]
) -> Iterator[tuple[str, SharedTable[Any]]]:
    """Tables that may have a result, by the names of their logs."""
    for name in store.names():
        try:
            _, data = store.open(name)
            with bad_log_errors(name):
                header = read_header(data, name)
                game = shelf.load(header.game)
                log = read_log(game, data, name)
                # a game may have become rated before the deal
                counts = header.rated or header.event
                if not counts and not any(getattr(line, "rated", False) for line in log.lines):
                    continue
                table = compared(SharedTable, game, log, name)
            yield name, table
        except (BadLog, StorageError) as error:
            damaged.append(error)

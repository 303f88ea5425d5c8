"""Rebuilding: how all rated games of a house ended, made anew from their logs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from hako.content import Shelf
from hako.engine.log.home import FINISHED, Store
from hako.engine.log.records import BadLog, read_header, read_log, reading
from hako.engine.log.store import StoreFailed
from hako.engine.log.verify import verified
from hako.engine.people.cup import Cup
from hako.engine.people.results import Result, entrants_of, result_of
from hako.engine.words.failure import Failure
from hako.tui.lobby.folder import LobbyFolder


class Rebuilt(NamedTuple):
    """What came of it."""

    games: int
    new: int
    """Results that were not written down, or otherwise."""
    gone: int
    """Results that were written down, and that no log tells."""
    damaged: list[Failure]


def rebuild(folder: LobbyFolder, shelf: Shelf) -> Rebuilt:
    """Decide every record of the rated games again, and correct what is written down of them.

    The house may be open meanwhile. Raises StoreFailed.
    """
    damaged: list[Failure] = []
    tables = folder.store.within("tables")
    stores = (tables, tables.within(FINISHED))
    found = {each.id: each for each in chain(*(_of(its, shelf, damaged) for its in stores))}
    return Rebuilt(len(found), *folder.results().correct(found), damaged)


def check_results(store: Store, cup: Cup, shelf: Shelf) -> None:
    """Raises Failure where a table of a cup ended otherwise than the cup says, by its log."""
    tables = store.within("tables")
    for each in (tables, tables.within(FINISHED)):
        for name in each.names():
            try:
                header = each.header(name)
            except BadLog:
                continue  # it says of no cup that it is a table of it
            codes = (at for at, code in cup.codes.items() if code == header.code)
            at = next((at for at in codes if header.cup == f"{cup.name} {at[0]} {at[1]}"), (0, 0))
            scored = cup.scored.get(at)
            if scored is None or not scored.scores:
                continue
            _, data = each.open(name)
            with reading(name):
                game = shelf.load(header.game)
                table = verified(game, read_log(game, data, name), name)
            ended = table.outcome and entrants_of(table, table.outcome)
            if not ended or tuple(its.place for its in ended) != scored.places:
                raise Failure("cup_other_result", cup=cup.name, file=name)


def _of(store: Store, shelf: Shelf, damaged: list[Failure]) -> Iterator[Result]:
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
                table = verified(game, log, name)
            if (result := result_of(table)) is not None:
                yield result
        except (BadLog, StoreFailed) as error:
            damaged.append(error)

"""Results of rated games and of events, from which ratings and ladders follow.

All of them follow from the logs of the tables and can be rebuilt.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from hako.engine.log.header import Player
from hako.engine.log.save import Document
from hako.engine.rules.game import Outcome
from hako.engine.rules.model import Seat
from hako.multiplayer.ratings.table_reports import TableReports
from hako.multiplayer.tables.seat_changes import SeatHandover
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.tables.table import SharedTable

FILE = "results.jsonl"
"""Name of the stored list; it contains keys."""

Flaw: TypeAlias = Literal["", "unended", "early", "undecided"]
"""Reason why a game does not count in full.

The players gave it up; somebody left before half of it; its log cannot be decided again.
"""


class Entrant(Struct, frozen=True, omit_defaults=True):
    """Player who had a seat at the deal."""

    name: str
    place: int
    """Place, from 1; players who left come last, the first to leave at the end."""
    score: int
    """Final score of their seat, whoever played it."""
    key: str = ""
    """Key of a person; empty for a bot."""
    bot: str = ""
    """Level of a bot; empty for a person."""
    left: bool = False
    """True if a bot, or somebody else, chose for them."""
    turns: int = 0
    """See Outcome.turns."""


class Result(Struct, frozen=True, omit_defaults=True, tag="result", tag_field="line"):
    """Result of a game; a later entry about the same game replaces an earlier one."""

    at: int
    """Time of the end, in seconds since 1970."""
    deal: str
    """Commitment of its deal."""
    game: str
    entrants: tuple[Entrant, ...]
    """Entrants in the order of seats."""
    flaw: Flaw = ""
    event: str = ""
    """See Header.event."""
    rated: bool = True
    gone: bool = False
    """True if no log has this game any more."""
    undecided: int = 0
    """Number of records that could not be decided again when this was written."""

    @property
    def id(self) -> str:
        """Unique id; games of an event share a deal, so theirs has the key of the player."""
        return _id(self.deal, self.event, self.entrants[0].key)

    @property
    def order(self) -> tuple[int, str]:
        """Sort key."""
        return self.at, self.deal

    def counts_for(self, entrant: Entrant) -> bool:
        """True if it changes an entrant's rating; who leaves early has lost."""
        is_known = self.rated and bool(entrant.key)
        return is_known and (not self.flaw or (self.flaw == "early" and entrant.left))


class Results(TableReports[Result]):
    """Results of a server."""

    def __init__(self, document: Document) -> None:
        """Read the list. Raises StorageError."""
        self.all: list[Result] = []
        """Results in the order in which the games ended."""
        self.by_id: dict[str, Result] = {}
        """Results by id, with those that are gone."""
        super().__init__(document, Result)

    def lacks(self, table: TableSummary) -> bool:
        if not table.is_dealt or not (
            table.is_told if table.rated else table.event and table.is_over
        ):
            return False
        return _id(table.commitments[-1], table.event, table.players[0].key) not in self.by_id

    def correct(self, results: Mapping[str, Result]) -> tuple[int, int]:
        """Store these results, by id, as the only ones.

        Returns the numbers of changed and of removed results. Raises StorageError.
        """
        before = {result.id: result for result in self.all}
        other = [result for name, result in results.items() if before.get(name) != result]
        gone = [
            replace(result, gone=True) for name, result in before.items() if name not in results
        ]
        self._write([*other, *gone])
        return len(other), len(gone)

    def _news(self, table: SharedTable[Any]) -> Iterable[Result]:
        result = result_of(table)
        return () if result is None or result.id in self.by_id else (result,)

    def _learn(self, entries: Iterable[Result]) -> None:
        latest = {result.id: result for result in entries}
        is_other = any(name in self.by_id for name in latest)
        self.by_id |= latest
        if is_other:
            self.all = [result for result in self.all if result.id not in latest]
        fresh = [result for result in latest.values() if not result.gone]
        if len(fresh) == 1:
            insort(self.all, fresh[0], key=_order)
        else:
            self.all = sorted(self.all + fresh, key=_order)


def kept_results(results: Iterable[Result]) -> Iterable[Result]:
    """Last entry about each game."""
    return {result.id: result for result in results}.values()


def _order(result: Result) -> tuple[int, str]:
    return result.order


def _id(deal: str, event: str, key: str | None) -> str:
    return f"{deal} {key}" if event else deal


def result_of(table: SharedTable[Any]) -> Result | None:
    """Result of a game that counts; None while it goes on, or if it does not count.

    A game that cannot be decided again, since rules changed meanwhile, changes no rating.
    """
    result = _result_of(table)
    if result is None or not (undecided := table.undecided):
        return result
    return replace(result, flaw="undecided", undecided=undecided.records)


def _result_of(table: SharedTable[Any]) -> Result | None:
    deal, header, outcome = table.deal, table.header, table.outcome
    is_over = deal.is_open if header.rated else bool(header.event) and outcome is not None
    if not (is_over and table.is_dealt and deal.committed is not None):
        return None
    first = _dealt_to(table)
    result = Result(
        at=deal.opened_at if header.rated else 0,  # an event is disclosed long after its games
        deal=deal.committed.commitment,
        game=table.game.id,
        entrants=(),
        event=header.event,
        rated=header.rated,
    )
    if outcome is None:
        # else a player could leave games against bots at no cost until one goes well
        alone = sum(not player.is_bots_own for player in first) == 1
        entrants = tuple(
            _entrant(player, 1 if player.is_bots_own else len(first), 0, left=alone)
            for player in first
        )
        return replace(result, entrants=entrants, flaw="" if alone else "unended")
    left, entrants = _left(table, first), entrants_of(table, outcome)
    decisions = [moment.number for moment in table.path()]
    early = sum(number < min(left.values()) for number in decisions) * 2 if left else 0
    flaw: Flaw = "early" if left and early < len(decisions) else ""
    if len(entrants) == 1:  # a solo game is won or lost
        entrants = (replace(entrants[0], place=outcome.places()[0], turns=outcome.turns),)
    return replace(result, entrants=entrants, flaw=flaw)


def entrants_of(table: SharedTable[Any], outcome: Outcome) -> tuple[Entrant, ...]:
    """Entrants of a finished game: the players at the deal."""
    first = _dealt_to(table)
    left = _left(table, first)
    keys = [
        (-left[seat], 0) if seat in left else (-len(table.positions), place)
        for seat, place in enumerate(outcome.places()[: len(first)])
    ]
    return tuple(
        _entrant(
            player,
            1 + sum(other < keys[seat] for other in keys),
            outcome.scores[seat],
            left=seat in left,
        )
        for seat, player in enumerate(first)
    )


def _entrant(player: Player, place: int, score: int, *, left: bool = False) -> Entrant:
    if player.is_bots_own:
        return Entrant(player.name, place, score, bot=player.bot or "")
    return Entrant(player.name, place, score, key=player.key or "", left=left)


def _handovers(table: SharedTable[Any], moment: int) -> Iterator[SeatHandover]:
    return (change for change in table.changes.get(moment, ()) if isinstance(change, SeatHandover))


def _dealt_to(table: SharedTable[Any]) -> Sequence[Player]:
    """Players at the deal."""
    players = list(table.players)
    for moment in reversed(table.positions):
        for change in reversed([*_handovers(table, moment.number)]):
            players[change.seat] = change.before
    return players


def _left(table: SharedTable[Any], first: Sequence[Player]) -> dict[Seat, int]:
    """Seats for which another chose, with the first such record."""
    seated, left = list(first), dict[Seat, int]()
    for moment in table.positions:
        seat = moment.record.seat
        if seat is not None and not first[seat].is_bots_own:
            now = seated[seat]
            if now.bot or now.key != first[seat].key:
                left.setdefault(seat, moment.number)
        for change in _handovers(table, moment.number):
            seated[change.seat] = change.after
    return left

"""Tournament over several tables, as a fold of its lines, from which pairings and standings follow.

A place at a table gives as many points as the share of the others there who came behind; ties share
their points; a bye in Swiss counts as a win. Equal points are ranked by, in this order: the points of
the opponents, averaged at each table; the score against each other; the draw. The draw sorts players
by BLAKE2b("hako cup 1: lot" LF, secret, number), lowest first. The server commits to the secret by
BLAKE2b("hako cup 1: lots" LF, secret).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.multiplayer.tournaments.draw import drawn
from hako.multiplayer.tournaments.log_lines import (
    PlayerEntered,
    RoundPaired,
    TableScored,
    TournamentAnnounced,
    TournamentFinished,
    TournamentLine,
    TournamentStarted,
)
from hako.multiplayer.tournaments.pairing import Round, round_robin, swiss
from hako.multiplayer.tournaments.pairing_lookahead import Who


class TournamentStanding(NamedTuple):
    """Standing of a player; the fields are compared in this order."""

    place: int
    player: Who
    points: Fraction
    opponents: Fraction
    """Points of the opponents, averaged at each table: at tables of two this is Buchholz."""
    direct: Fraction
    """Score against players who are equal so far: a win 1, a tie a half."""
    lot: int
    """Number in the draw; the lowest comes first."""


class Tournament:
    """State of a tournament, from its lines."""

    def __init__(self, about: TournamentAnnounced) -> None:
        self.about = about
        self.lines: list[TournamentLine] = [about]
        self.entrants: list[PlayerEntered] = []
        self.gone: set[Who] = set()
        """Players who withdrew."""
        self._numbers: dict[str, Who] = {}
        """Active players by key."""
        self._names: set[str] = set()
        """Names of active players."""
        self.begun: TournamentStarted | None = None
        self.finished: TournamentFinished | None = None
        self.players: tuple[Who, ...] = ()
        """Players at the start."""
        self.rounds: list[RoundPaired] = []
        self.codes: dict[tuple[int, int], str] = {}
        """Codes of tables, by round and number."""
        self.scored: dict[tuple[int, int], TableScored] = {}
        self.absent: set[tuple[int, int, Who]] = set()
        """Forfeits: round, table and player."""

    @property
    def name(self) -> str:
        return self.about.cup

    def active(self) -> list[Who]:
        """Active players."""
        everybody = self.players if self.begun else range(len(self.entrants))
        return [player for player in everybody if player not in self.gone]

    def is_active(self, player: Who) -> bool:
        """True if a player, by number, takes part and has not withdrawn."""
        return player not in self.gone and 0 <= player < len(self.entrants)

    def number_of(self, key: str) -> Who | None:
        """Number of the active player with this key, or None."""
        return self._numbers.get(key)

    def open_tables(self) -> Iterator[tuple[int, tuple[Who, ...]]]:
        """Tables of the current round that are not over, by number."""
        if self.rounds and self.finished is None:
            for number, table in enumerate(self.rounds[-1].tables, 1):
                if (len(self.rounds), number) not in self.scored:
                    yield number, table

    def open_table(self, number: int) -> tuple[Who, ...] | None:
        """Table of the current round with this number, if it is not over."""
        tables = self.rounds[-1].tables if self.rounds and self.finished is None else ()
        is_there = 1 <= number <= len(tables)
        is_open = is_there and (len(self.rounds), number) not in self.scored
        return tables[number - 1] if is_open else None

    # ------------------------------------------------------------------ lines

    def note(self, line: TournamentLine) -> None:
        """Apply a line. Raises Failure if it cannot come next."""
        if reason := line.check(self):
            raise reason
        self.lines.append(line)
        line.apply(self)

    def is_entered(self, key: str, name: str) -> bool:
        """True if an active player has this key or this name."""
        return key in self._numbers or name in self._names

    def enter(self, line: PlayerEntered) -> None:
        """Add a player."""
        self._numbers[line.key] = len(self.entrants)
        self._names.add(line.name)
        self.entrants.append(line)

    def withdraw(self, player: Who) -> None:
        """Remove an active player."""
        self.gone.add(player)
        del self._numbers[self.entrants[player].key]
        self._names.remove(self.entrants[player].name)

    # ------------------------------------------------------------------ pairings and standings

    @property
    def awaits_pairing(self) -> bool:
        """True if the earlier rounds are over, another one is due, and there are enough players."""
        if self.begun is None or self.finished is not None or any(self.open_tables()):
            return False
        return len(self.rounds) < self.begun.rounds and len(self.active()) >= self.about.least

    def rounds_to_play(self) -> int:
        """Number of rounds at a start now: as announced, or as many as one winner needs."""
        count = len(self.active())
        if self.about.kind == "robin":
            return count - 1 + count % 2
        needed = 1
        while self.about.most**needed < count:
            needed += 1
        return self.about.rounds or needed

    def draw(self) -> dict[Who, int]:
        """Draw: the number of each player, from 1."""
        secret = bytes.fromhex(self.about.secret)
        return drawn(secret, self.players or self.active())

    def pairing(self) -> Round:
        """Pairing of the next round; slow with many players."""
        draw, before = self.draw(), [Round(paired.tables, paired.byes) for paired in self.rounds]
        if self.about.kind == "robin":
            return round_robin([*draw])[len(before)]
        points = self.points()
        players = sorted(self.active(), key=lambda player: (-points[player], draw[player]))
        numbers = {player: float(points[player]) for player in players}
        more = self.begun.rounds - len(before) - 1 if self.begun else 0
        return swiss(players, numbers, before, self.about.least, self.about.most, more)

    def points(self) -> dict[Who, Fraction]:
        """Points of all players."""
        points = dict.fromkeys(self.players or self.active(), Fraction(0))
        for paired in self.rounds if self.about.kind == "swiss" else ():
            for player in paired.byes:
                points[player] += 1
        for at, table, line in self._finished_tables():
            for player, worth in zip(table, placement_points(line.places), strict=True):
                points[player] += 0 if (*at, player) in self.absent else worth
        return points

    def standings(self) -> list[TournamentStanding]:
        """Standings, best first."""
        points, draw, met = self.points(), self.draw(), dict.fromkeys(self.players, Fraction(0))
        for _, table, _ in self._finished_tables():
            everybody = sum(points[player] for player in table)
            for player in table:
                met[player] += (everybody - points[player]) / (len(table) - 1)

        def first(player: Who) -> tuple[Fraction, Fraction]:
            return -points[player], -met.get(player, Fraction(0))

        ranked = []
        for _, group in groupby(sorted(points, key=first), key=first):
            alike = [*group]
            direct = self._against_each_other(alike)
            ranked += [(direct[player], player) for player in alike]
        order = sorted(ranked, key=lambda item: (*first(item[1]), -item[0], draw[item[1]]))
        return [
            TournamentStanding(
                place, player, points[player], met.get(player, Fraction(0)), direct, draw[player]
            )
            for place, (direct, player) in enumerate(order, 1)
        ]

    def _against_each_other(self, alike: Iterable[Who]) -> dict[Who, Fraction]:
        direct = dict.fromkeys(alike, Fraction(0))
        for at, table, line in self._finished_tables():
            places = {
                player: (((*at, player) in self.absent), place)
                for player, place in zip(table, line.places, strict=True)
                if player in direct
            }
            for one, other in combinations(places, 2):
                if places[one] == places[other]:
                    direct[one] += Fraction(1, 2)
                    direct[other] += Fraction(1, 2)
                else:
                    direct[min(one, other, key=places.__getitem__)] += 1
        return direct

    def _finished_tables(self) -> Iterator[tuple[tuple[int, int], tuple[Who, ...], TableScored]]:
        """Finished tables, each with round and number."""
        for (number, table), line in self.scored.items():
            yield (number, table), self.rounds[number - 1].tables[table - 1], line

    # ------------------------------------------------------------------ public lines

    def public_lines(self) -> list[TournamentLine]:
        """Public lines: without keys and undisclosed secrets."""
        on = len(self.rounds) if any(self.open_tables()) else 0
        begun = self.begun is not None
        return [line.public(begun=begun, on=on) for line in self.lines]


def placement_points(places: Sequence[int]) -> list[Fraction]:
    """Points for places at a table, from 1 to 0; ties share theirs."""
    others = len(places) - 1
    behind = [sum(place < other for other in places) for place in places]
    tied = [places.count(place) - 1 for place in places]
    return [(Fraction(a) + Fraction(b, 2)) / others for a, b in zip(behind, tied, strict=True)]


def verified(lines: Sequence[TournamentLine]) -> Tournament:
    """Tournament of these lines, with pairings computed again. Raises Failure at the first difference.

    Rounds that were paired by older rules are not computed again. The lines may be public ones.
    """
    first = lines[0] if lines else None
    if not isinstance(first, TournamentAnnounced) or first.least > first.most:
        raise Failure("cup_no_beginning")
    tournament = Tournament(first)
    for number, line in enumerate(lines[1:], 2):
        try:
            if reason := line.recompute(tournament):
                raise reason
            tournament.note(
                replace(line, key=str(number)) if isinstance(line, PlayerEntered) else line
            )
        except Failure as error:
            raise Failure("in_line", file=tournament.name, line=number, reason=error) from None
    return tournament

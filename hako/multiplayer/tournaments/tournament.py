"""Tournament over several tables, as a fold of its lines, from which pairings and standings follow.

    {"line":"announced", ...}  TournamentAnnounced  the game and options; commitment to the draw
    {"line":"entered", ...}    PlayerEntered        a player, numbered by these lines from 0
    {"line":"withdrew", ...}   PlayerWithdrew       a player withdraws
    {"line":"begun", ...}      TournamentStarted    entries are closed, the draw is disclosed
    {"line":"paired", ...}     RoundPaired          tables of the next round
    {"line":"laid", ...}       TableScheduled       code of a table
    {"line":"forfeited", ...}  PlayerForfeited      a player did not come and gets no points there
    {"line":"scored", ...}     TableScored          places at a table
    {"line":"finished", ...}   TournamentFinished

A place at a table gives as many points as the share of the others there who came behind; ties share
their points; a bye in Swiss counts as a win. Equal points are ranked by, in this order: the points of
the opponents, averaged at each table; the score against each other; the draw. The draw sorts players
by BLAKE2b("hako cup 1: lot" LF, secret, number), lowest first. The server commits to the secret by
BLAKE2b("hako cup 1: lots" LF, secret).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from hako.engine.hashing import blake2b
from hako.engine.i18n.failure import Failure
from hako.multiplayer.tournaments.lookahead import Who
from hako.multiplayer.tournaments.pairing import RULES, Round, round_robin, swiss

TournamentKind: TypeAlias = Literal["swiss", "robin"]

_Secret: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
"""Hex digits of 32 bytes; empty if not disclosed."""

_Seats: TypeAlias = Annotated[int, Meta(ge=2, le=9)]


class _TournamentLine(Struct, frozen=True, omit_defaults=True, tag_field="line"):
    cup: str
    """Name of the tournament."""


class TournamentAnnounced(_TournamentLine, frozen=True, tag="announced"):
    """First line of a tournament."""

    at: int
    """Time, in seconds since 1970."""
    kind: TournamentKind
    game: str
    least: _Seats
    """Minimum number of players at a table."""
    most: _Seats
    commitment: str
    secret: _Secret
    """Secret of the draw; disclosed when the tournament starts."""
    rounds: int = 0
    """Number of rounds; 0 for as many as needed."""
    same: bool = False
    """True if all tables of a round have the same deal."""
    rated: bool = False
    clock: str = ""
    options: Mapping[str, str] = {}


class PlayerEntered(_TournamentLine, frozen=True, tag="entered"):
    """A player enters."""

    name: str
    key: str


class PlayerWithdrew(_TournamentLine, frozen=True, tag="withdrew"):
    """A player withdraws."""

    player: Who = field(name="who")


class TournamentStarted(_TournamentLine, frozen=True, tag="begun"):
    """The tournament starts."""

    at: int
    rounds: int


class RoundPaired(_TournamentLine, frozen=True, tag="paired"):
    """A round, from 1, is paired."""

    round: int
    tables: tuple[tuple[Who, ...], ...]
    """Players of each table in the order of seats."""
    byes: tuple[Who, ...] = ()
    secret: _Secret = ""
    """Secret of the common deal; disclosed when all tables of the round are over."""
    rules: int = 1
    """Version of the pairing rules, see pairing.RULES; only the present one is verified."""


class _TableLine(_TournamentLine, frozen=True):
    round: int
    table: int
    """Number of the table, from 1."""


class TableScheduled(_TableLine, frozen=True, tag="laid"):
    """A table was created in the lobby."""

    code: str


class PlayerForfeited(_TableLine, frozen=True, tag="forfeited"):
    """A player did not come, or left."""

    player: Who = field(name="who")


class TableScored(_TableLine, frozen=True, tag="scored"):
    """A table is over."""

    places: tuple[int, ...]
    """Places by seat, from 1; ties share one."""
    scores: tuple[int, ...] = ()
    """Scores by seat; empty if it was not played."""
    deal: str = ""
    """Commitment of its deal."""


class TournamentFinished(_TournamentLine, frozen=True, tag="finished"):
    """All rounds were played, or an administrator finished it."""

    at: int


TournamentLine: TypeAlias = (
    TournamentAnnounced
    | PlayerEntered
    | PlayerWithdrew
    | TournamentStarted
    | RoundPaired
    | TableScheduled
    | PlayerForfeited
    | TableScored
    | TournamentFinished
)


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

    def number_of(self, key: str) -> Who | None:
        """Number of the active player with this key, or None."""
        return self._numbers.get(key)

    def open_tables(self) -> Iterator[tuple[int, tuple[Who, ...]]]:
        """Tables of the current round that are not over, by number."""
        if self.rounds and self.finished is None:
            for number, table in enumerate(self.rounds[-1].tables, 1):
                if (len(self.rounds), number) not in self.scored:
                    yield number, table

    def _open_table(self, number: int) -> tuple[Who, ...] | None:
        """Table of the current round with this number, if it is not over."""
        tables = self.rounds[-1].tables if self.rounds and self.finished is None else ()
        is_there = 1 <= number <= len(tables)
        is_open = is_there and (len(self.rounds), number) not in self.scored
        return tables[number - 1] if is_open else None

    # ------------------------------------------------------------------ lines

    def note(self, line: TournamentLine) -> None:
        """Apply a line. Raises Failure if it cannot come next."""
        if reason := self.misplaced(line):
            raise reason
        self.lines.append(line)
        match line:
            case PlayerEntered():
                self._numbers[line.key] = len(self.entrants)
                self._names.add(line.name)
                self.entrants.append(line)
            case PlayerWithdrew():
                self.gone.add(line.player)
                del self._numbers[self.entrants[line.player].key]
                self._names.remove(self.entrants[line.player].name)
            case TournamentStarted():
                self.players = tuple(self.active())
                self.begun = line
            case RoundPaired():
                self.rounds.append(line)
            case TableScheduled():
                self.codes[line.round, line.table] = line.code
            case PlayerForfeited():
                self.absent.add((line.round, line.table, line.player))
            case TableScored():
                self.scored[line.round, line.table] = line
            case TournamentFinished():
                self.finished = line
            case TournamentAnnounced():
                pass

    def misplaced(self, line: TournamentLine) -> Failure | None:
        """Reason why a line cannot come next, or None."""
        if isinstance(line, TournamentAnnounced):
            return Failure("cup_taken", cup=self.name)
        if self.finished is not None:
            return Failure("cup_over", cup=self.name)
        match line:
            case PlayerEntered() | TournamentStarted():
                return self._too_late(line)
            case PlayerWithdrew():
                is_known = 0 <= line.player < len(self.entrants)
                return (
                    None
                    if is_known and line.player not in self.gone
                    else Failure("cup_stranger", cup=self.name)
                )
            case RoundPaired():
                if not self.awaits_pairing or line.round != len(self.rounds) + 1:
                    return Failure("cup_other_round", cup=self.name, round=line.round)
                seated = [*line.byes, *(player for table in line.tables for player in table)]
                if not self._are_players(seated) or min(map(len, line.tables), default=2) < 2:
                    return Failure("cup_other_pairing", cup=self.name, round=line.round)
            case TableScheduled() | PlayerForfeited() | TableScored():
                return self._misplaced_at_table(line)
            case TournamentFinished():
                pass
        return None

    def _too_late(self, line: PlayerEntered | TournamentStarted) -> Failure | None:
        """Reason why an entry or the start comes too late or too early, or None."""
        if self.begun is not None:
            return Failure("cup_begun", cup=self.name)
        if isinstance(line, PlayerEntered):
            is_in = line.key in self._numbers or line.name in self._names
            return Failure("cup_entered", cup=self.name, name=line.name) if is_in else None
        least = self.about.least
        if len(self.active()) < least:
            return Failure("cup_too_few", cup=self.name, least=least)
        needed = self.rounds_to_play()
        is_other = line.rounds != needed
        return Failure("cup_other_rounds", cup=self.name, rounds=needed) if is_other else None

    def _misplaced_at_table(
        self, line: TableScheduled | PlayerForfeited | TableScored
    ) -> Failure | None:
        """Reason why a line about a table is wrong, or None."""
        table = self._open_table(line.table)
        if line.round != len(self.rounds) or table is None:
            return Failure("cup_no_table", cup=self.name, round=line.round, table=line.table)
        if isinstance(line, PlayerForfeited) and line.player not in table:
            return Failure("cup_stranger", cup=self.name)
        if isinstance(line, TableScored) and not (
            len(line.places) == len(table)
            and all(1 <= place <= len(table) for place in line.places)
        ):
            return Failure("cup_other_places", cup=self.name, round=line.round, table=line.table)
        return None

    def _are_players(self, seated: Sequence[Who]) -> bool:
        """True if all are players of the tournament, each once."""
        return len({*seated}) == len(seated) and {*seated} <= {*self.players}

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
        everybody = self.players or self.active()
        drawn = sorted(everybody, key=lambda player: _hash(b"lot", secret, b"%d" % player))
        return {player: draw_number for draw_number, player in enumerate(drawn, 1)}

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
        return [self._public_line(line, on) for line in self.lines]

    def _public_line(self, line: TournamentLine, on: int) -> TournamentLine:
        match line:
            case TournamentAnnounced() if self.begun is None:
                return replace(line, secret="")
            case PlayerEntered():
                return replace(line, key="")
            case RoundPaired() if line.round == on:
                return replace(line, secret="")
        return line


def placement_points(places: Sequence[int]) -> list[Fraction]:
    """Points for places at a table, from 1 to 0; ties share theirs."""
    others = len(places) - 1
    behind = [sum(place < other for other in places) for place in places]
    tied = [places.count(place) - 1 for place in places]
    return [(Fraction(a) + Fraction(b, 2)) / others for a, b in zip(behind, tied, strict=True)]


def commitment(secret: bytes) -> str:
    """Commitment to the secret of the draw."""
    return _hash(b"lots", secret).hex()


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
            if isinstance(line, TournamentStarted):
                _check_draw(tournament)
            if isinstance(line, RoundPaired):
                _check_pairing(tournament, line)
            tournament.note(
                replace(line, key=str(number)) if isinstance(line, PlayerEntered) else line
            )
        except Failure as error:
            raise Failure("in_line", file=tournament.name, line=number, reason=error) from None
    return tournament


def _check_draw(tournament: Tournament) -> None:
    if commitment(bytes.fromhex(tournament.about.secret)) != tournament.about.commitment:
        raise Failure("cup_other_lots", cup=tournament.name)


def _check_pairing(tournament: Tournament, line: RoundPaired) -> None:
    is_reckoned = tournament.awaits_pairing and line.rules == RULES
    if is_reckoned and tournament.pairing() != (line.tables, line.byes):
        raise Failure("cup_other_pairing", cup=tournament.name, round=line.round)


def _hash(purpose: bytes, *data: bytes) -> bytes:
    return blake2b(b"".join((b"hako cup 1: ", purpose, b"\n", *data)), digest_size=32).digest()

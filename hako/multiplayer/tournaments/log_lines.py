"""The log lines of a tournament; each says whether it may come next, and what it changes.

{"line":"announced", ...}  TournamentAnnounced  the game and options; commitment to the draw
{"line":"entered", ...}    PlayerEntered        a player, numbered by these lines from 0
{"line":"withdrew", ...}   PlayerWithdrew       a player withdraws
{"line":"begun", ...}      TournamentStarted    entries are closed, the draw is disclosed
{"line":"paired", ...}     RoundPaired          tables of the next round
{"line":"laid", ...}       TableScheduled       code of a table
{"line":"forfeited", ...}  PlayerForfeited      a player did not come and gets no points there
{"line":"scored", ...}     TableScored          places at a table
{"line":"finished", ...}   TournamentFinished
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Protocol, Self, TypeAlias

from msgspec import Meta, field
from msgspec.structs import replace

from hako.engine.i18n.failure import Failure
from hako.engine.log.line_base import LogLineBase
from hako.multiplayer.tournaments.draw import commitment
from hako.multiplayer.tournaments.pairing import RULES, Round
from hako.multiplayer.tournaments.pairing_lookahead import Who

TournamentKind: TypeAlias = Literal["swiss", "robin"]

_Secret: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
"""Hex digits of 32 bytes; empty if not disclosed."""

_Seats: TypeAlias = Annotated[int, Meta(ge=2, le=9)]


class TournamentTarget(Protocol):
    """Members that the lines need of a tournament."""

    begun: TournamentStarted | None
    finished: TournamentFinished | None
    players: tuple[Who, ...]
    rounds: list[RoundPaired]
    codes: dict[tuple[int, int], str]
    scored: dict[tuple[int, int], TableScored]
    absent: set[tuple[int, int, Who]]

    @property
    def about(self) -> TournamentAnnounced: ...
    @property
    def awaits_pairing(self) -> bool: ...
    def active(self) -> list[Who]: ...
    def is_active(self, player: Who, /) -> bool: ...
    def is_entered(self, key: str, name: str) -> bool: ...
    def rounds_to_play(self) -> int: ...
    def pairing(self) -> Round: ...
    def open_table(self, number: int) -> tuple[Who, ...] | None: ...
    def enter(self, line: PlayerEntered, /) -> None: ...
    def withdraw(self, player: Who, /) -> None: ...


class TournamentLineBase(LogLineBase[TournamentTarget], frozen=True, omit_defaults=True):
    """A line of a tournament."""

    cup: str
    """Name of the tournament."""

    def check(self, tournament: TournamentTarget, /) -> Failure | None:
        """The reason why the line cannot come next, or None."""
        if tournament.finished is not None:
            return Failure("cup_over", cup=self.cup)
        return self.fault(tournament)

    def fault(self, tournament: TournamentTarget, /) -> Failure | None:  # noqa: ARG002  see subclasses
        """The reason why the line cannot come next in a tournament that goes on, or None."""
        return None

    def recompute(self, tournament: TournamentTarget, /) -> Failure | None:  # noqa: ARG002  see subclasses
        """The reason why the line does not follow from the ones before it, or None. May be slow."""
        return None

    def public(self, *, begun: bool, on: int) -> Self:  # noqa: ARG002  see subclasses
        """The line without keys and undisclosed secrets.

        `begun` is true after the start; `on` is the round that is played, 0 for none.
        """
        return self


class TournamentAnnounced(TournamentLineBase, frozen=True, tag="announced"):
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

    def check(self, tournament: TournamentTarget, /) -> Failure | None:  # noqa: ARG002  a signature
        return Failure("cup_taken", cup=self.cup)

    def public(self, *, begun: bool, on: int) -> Self:  # noqa: ARG002  a signature
        return self if begun else replace(self, secret="")


class PlayerEntered(TournamentLineBase, frozen=True, tag="entered"):
    """A player enters."""

    name: str
    key: str

    def fault(self, tournament: TournamentTarget, /) -> Failure | None:
        if tournament.begun is not None:
            return Failure("cup_begun", cup=self.cup)
        is_in = tournament.is_entered(self.key, self.name)
        return Failure("cup_entered", cup=self.cup, name=self.name) if is_in else None

    def apply(self, tournament: TournamentTarget, /) -> None:
        tournament.enter(self)

    def public(self, *, begun: bool, on: int) -> Self:  # noqa: ARG002  a signature
        return replace(self, key="")


class PlayerWithdrew(TournamentLineBase, frozen=True, tag="withdrew"):
    """A player withdraws."""

    player: Who = field(name="who")

    def fault(self, tournament: TournamentTarget, /) -> Failure | None:
        return None if tournament.is_active(self.player) else Failure("cup_stranger", cup=self.cup)

    def apply(self, tournament: TournamentTarget, /) -> None:
        tournament.withdraw(self.player)


class TournamentStarted(TournamentLineBase, frozen=True, tag="begun"):
    """The tournament starts."""

    at: int
    rounds: int

    def fault(self, tournament: TournamentTarget, /) -> Failure | None:
        if tournament.begun is not None:
            return Failure("cup_begun", cup=self.cup)
        least, needed = tournament.about.least, tournament.rounds_to_play()
        if len(tournament.active()) < least:
            return Failure("cup_too_few", cup=self.cup, least=least)
        return (
            None
            if self.rounds == needed
            else Failure("cup_other_rounds", cup=self.cup, rounds=needed)
        )

    def recompute(self, tournament: TournamentTarget, /) -> Failure | None:
        about = tournament.about
        is_right = commitment(bytes.fromhex(about.secret)) == about.commitment
        return None if is_right else Failure("cup_other_lots", cup=self.cup)

    def apply(self, tournament: TournamentTarget, /) -> None:
        tournament.players = tuple(tournament.active())
        tournament.begun = self


class RoundPaired(TournamentLineBase, frozen=True, tag="paired"):
    """A round, from 1, is paired."""

    round: int
    tables: tuple[tuple[Who, ...], ...]
    """Players of each table in the order of seats."""
    byes: tuple[Who, ...] = ()
    secret: _Secret = ""
    """Secret of the common deal; disclosed when all tables of the round are over."""
    rules: int = 1
    """Version of the pairing rules, see pairing.RULES; only the present one is verified."""

    def fault(self, tournament: TournamentTarget, /) -> Failure | None:
        if not tournament.awaits_pairing or self.round != len(tournament.rounds) + 1:
            return Failure("cup_other_round", cup=self.cup, round=self.round)
        seated = [*self.byes, *(player for table in self.tables for player in table)]
        are_players = len({*seated}) == len(seated) and {*seated} <= {*tournament.players}
        if not are_players or min(map(len, self.tables), default=2) < 2:
            return Failure("cup_other_pairing", cup=self.cup, round=self.round)
        return None

    def recompute(self, tournament: TournamentTarget, /) -> Failure | None:
        is_computed = tournament.awaits_pairing and self.rules == RULES
        if is_computed and tournament.pairing() != (self.tables, self.byes):
            return Failure("cup_other_pairing", cup=self.cup, round=self.round)
        return None

    def apply(self, tournament: TournamentTarget, /) -> None:
        tournament.rounds.append(self)

    def public(self, *, begun: bool, on: int) -> Self:  # noqa: ARG002  a signature
        return replace(self, secret="") if self.round == on else self


class _TableLine(TournamentLineBase, frozen=True):
    round: int
    table: int
    """Number of the table, from 1."""

    def fault(self, tournament: TournamentTarget, /) -> Failure | None:
        table = tournament.open_table(self.table)
        if self.round != len(tournament.rounds) or table is None:
            return Failure("cup_no_table", cup=self.cup, round=self.round, table=self.table)
        return self.fault_at(table)

    def fault_at(self, players: Sequence[Who]) -> Failure | None:  # noqa: ARG002  see subclasses
        """The reason why the line does not fit these players of the table, or None."""
        return None


class TableScheduled(_TableLine, frozen=True, tag="laid"):
    """A table was created in the lobby."""

    code: str

    def apply(self, tournament: TournamentTarget, /) -> None:
        tournament.codes[self.round, self.table] = self.code


class PlayerForfeited(_TableLine, frozen=True, tag="forfeited"):
    """A player did not come, or left."""

    player: Who = field(name="who")

    def fault_at(self, players: Sequence[Who]) -> Failure | None:
        return None if self.player in players else Failure("cup_stranger", cup=self.cup)

    def apply(self, tournament: TournamentTarget, /) -> None:
        tournament.absent.add((self.round, self.table, self.player))


class TableScored(_TableLine, frozen=True, tag="scored"):
    """A table is over."""

    places: tuple[int, ...]
    """Places by seat, from 1; ties share one."""
    scores: tuple[int, ...] = ()
    """Scores by seat; empty if it was not played."""
    deal: str = ""
    """Commitment of its deal."""

    def fault_at(self, players: Sequence[Who]) -> Failure | None:
        seats = len(players)
        if len(self.places) == seats and all(1 <= place <= seats for place in self.places):
            return None
        return Failure("cup_other_places", cup=self.cup, round=self.round, table=self.table)

    def apply(self, tournament: TournamentTarget, /) -> None:
        tournament.scored[self.round, self.table] = self


class TournamentFinished(TournamentLineBase, frozen=True, tag="finished"):
    """All rounds were played, or an administrator finished it."""

    at: int

    def apply(self, tournament: TournamentTarget, /) -> None:
        tournament.finished = self


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

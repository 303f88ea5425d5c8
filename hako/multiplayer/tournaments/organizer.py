"""Tournament organizer: tournaments are announced, entered, and played round by round.

Everything follows from their lines and from the tables, so it goes on after a restart, in any
process. One process is responsible for a tournament: it creates tables, scores them, and pairs.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from hako.engine.bots.levels import HINTS
from hako.engine.i18n.failure import Failure
from hako.engine.i18n.suggestions import suggestion
from hako.engine.log.header import OPEN, Header, Player
from hako.engine.log.history import StaleTable
from hako.engine.log.save import Document
from hako.engine.rules.game import Game
from hako.engine.storage.json_lines_list import JsonLinesList
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable
from hako.multiplayer.ratings.results import entrants_of
from hako.multiplayer.tables.fair_seed import new_secret
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.tables.table_setup import shared_header
from hako.multiplayer.tournaments.draw import commitment
from hako.multiplayer.tournaments.log_lines import (
    PlayerEntered,
    PlayerForfeited,
    PlayerWithdrew,
    RoundPaired,
    TableScheduled,
    TableScored,
    TournamentAnnounced,
    TournamentFinished,
    TournamentLine,
    TournamentStarted,
)
from hako.multiplayer.tournaments.pairing import RULES
from hako.multiplayer.tournaments.pairing_lookahead import Who
from hako.multiplayer.tournaments.tournament import Tournament
from hako.multiplayer.tournaments.tournament_table import TournamentTable

logger = logging.getLogger(__name__)

FILE = "cups.jsonl"
"""Name of the stored list; it contains keys and secrets."""

_NAME = re.compile(r"\w[\w-]{0,19}")
_SEATS = re.compile(r"[2-9]")
_SWISS = re.compile(r"swiss(?::([1-9]\d?))?")


class TournamentList:
    """List of the stored tournaments."""

    def __init__(self, document: Document) -> None:
        """Read the list. Raises StorageError."""
        self._list: JsonLinesList[TournamentLine] = JsonLinesList(document, TournamentLine)
        self._all: dict[str, Tournament] = {}
        """Tournaments by casefolded name."""
        self.read()

    def read(self) -> None:
        """Read what other processes wrote. Raises StorageError."""
        self._learn(self._list.read_new())

    @property
    def all(self) -> Sequence[Tournament]:
        """Tournaments in the order of their announcement."""
        return [*self._all.values()]

    def find(self, name: str) -> Tournament:
        """Tournament with this name. Raises Failure."""
        if (tournament := self._all.get(name.casefold())) is None:
            names = [tournament.name for tournament in self.all]
            raise Failure("no_cup", near=suggestion(name, names), cup=name)
        return tournament

    def _write(self, line: TournamentLine, after: int | None = None) -> None:
        """Append a valid line; with `after`, only if the tournament has so many lines."""
        while True:
            self.read()
            tournament = self._all.get(line.cup.casefold())
            if tournament is not None and after not in {None, len(tournament.lines)}:
                return
            if tournament is not None and (reason := line.check(tournament)):
                raise reason
            if self._list.add(line):
                self._learn([line])
                return

    def _learn(self, lines: Iterator[TournamentLine] | Sequence[TournamentLine]) -> None:
        for line in lines:
            tournament = self._all.get(line.cup.casefold())
            if tournament is not None:
                with suppress(Failure):  # `hako verify` reports it
                    tournament.note(line)
            elif isinstance(line, TournamentAnnounced):
                self._all[line.cup.casefold()] = Tournament(line)


class TournamentOrganizer(TournamentList):
    """Tournaments of a server, safe for several processes."""

    def __init__(
        self, lobby: Lobby, document: Document, load_game: Callable[[str], Game[Any]]
    ) -> None:
        """Read the list. Raises StorageError."""
        super().__init__(document)
        self._lobby = lobby
        self._load_game = load_game
        self._trouble: set[str] = set()
        """Names of tournaments that could not be advanced."""

    # ------------------------------------------------------------------ commands

    def announce(self, name: str, game_id: str, how: Sequence[str]) -> Tournament:
        """Announce a tournament of GAME or GAME:SEATS; `how` has the options of docs/tournaments.en.md.

        Raises Failure.
        """
        if not _NAME.fullmatch(name):
            raise Failure("cup_name", cup=name)
        game_id, _, seats = game_id.partition(":")
        if seats and not _SEATS.fullmatch(seats):
            raise Failure("cup_how", word=seats)
        game = self._load_game(game_id)
        least = max(2, game.seats[0])
        secret = new_secret()
        announced = TournamentAnnounced(
            cup=name,
            at=int(self._lobby.time.now()),
            kind="swiss",
            game=game.id,
            least=least,
            most=int(seats or least),
            commitment=commitment(secret),
            secret=secret.hex(),
        )
        for word in how:
            announced = _with_option(announced, word)
        for count in dict.fromkeys((announced.most, *range(announced.least, announced.most))):
            self._header(announced, count)  # raises for invalid options
        self._write(announced)
        return self.find(name)

    def enter(self, name: str, user: User) -> Tournament:
        """Enter a user. Raises Failure, RateLimited."""
        if user.is_guest:
            raise Failure("guest_cup")
        tournament = self.find(name)
        self._lobby.writes.count(user)
        self._write(PlayerEntered(tournament.name, user.name, user.key))
        return tournament

    def withdraw(self, name: str, user: User) -> Tournament:
        """Withdraw a user at their wish. Raises Failure, RateLimited."""
        tournament = self.find(name)
        if tournament.number_of(user.key) is not None:
            self._lobby.writes.count(user)
        return self._withdraw_player(name, user.key)

    def _withdraw_player(self, name: str, key: str) -> Tournament:
        """Withdraw a player; their present game still counts. Raises Failure."""
        tournament = self.find(name)
        if (player := tournament.number_of(key)) is None:
            raise Failure("cup_stranger", cup=tournament.name)
        self._write(PlayerWithdrew(tournament.name, player))
        return tournament

    def start(self, name: str) -> Tournament:
        """Close the entries and start the tournament. Raises Failure."""
        self.read()
        tournament = self.find(name)
        self._write(
            TournamentStarted(
                tournament.name, int(self._lobby.time.now()), tournament.rounds_to_play()
            )
        )
        return tournament

    def forfeit(self, place: str, player: str) -> Tournament:
        """Forfeit a game for an absent player, by the code of the table, or withdraw them by tournament.

        Raises Failure.
        """
        if place.casefold() in self._all:
            tournament = self.find(place)
            everybody = ((number, tournament.entrants[number]) for number in tournament.active())
            key = next(
                (entrant.key for _, entrant in everybody if player in {entrant.name, entrant.key}),
                "",
            )
            return self._withdraw_player(place, key)
        tournament, number, people = self._played_at(place)
        for member in people:
            if player in {tournament.entrants[member].name, tournament.entrants[member].key}:
                self._write(
                    PlayerForfeited(tournament.name, len(tournament.rounds), number, member)
                )
                return tournament
        raise Failure("cup_stranger", cup=tournament.name)

    def finish(self, name: str) -> Tournament:
        """Finish a tournament as it stands. Raises Failure."""
        tournament = self.find(name)
        self._write(TournamentFinished(tournament.name, int(self._lobby.time.now())))
        return tournament

    def _played_at(self, code: str) -> tuple[Tournament, int, tuple[Who, ...]]:
        """Tournament, number and players of the table with this code. Raises Failure."""
        for tournament in self.all:
            for number, people in tournament.open_tables():
                if tournament.codes.get((len(tournament.rounds), number)) == code.upper():
                    return tournament, number, people
        raise Failure("no_cup_table", where=code)

    # ------------------------------------------------------------------ automatic progress

    async def poll(self) -> None:
        """Create tables, score finished ones, and pair rounds, where this process is responsible."""
        self.read()
        undisclosed = [table for table in self._lobby.tables_of_events() if table.cup]
        undisclosed = [table for table in undisclosed if not table.is_told]
        for tournament in self.all:
            name = tournament.name
            tables = [it for it in undisclosed if TournamentTable.of(it.cup).tournament == name]
            is_on = tournament.begun is not None and tournament.finished is None
            if (is_on or tables) and self._lobby.processes.is_responsible_for(
                f"cup {tournament.name}"
            ):
                try:
                    await self._advance(tournament, tables)
                    self._trouble.discard(tournament.name)
                except (
                    Failure,
                    StaleTable,
                    NoSuchTable,
                ) as error:  # tried again at the next poll
                    if tournament.name not in self._trouble:
                        logger.warning("the tournament %s waits: %s", tournament.name, error)
                    self._trouble.add(tournament.name)

    async def _advance(self, tournament: Tournament, tables: Sequence[TableSummary]) -> None:
        for number, people in [*tournament.open_tables()]:
            self._advance_table(tournament, number, people, tables)
        if tournament.awaits_pairing:
            before = len(tournament.lines)
            seats, byes = await asyncio.to_thread(tournament.pairing)
            secret = new_secret().hex() if tournament.about.same else ""
            line = RoundPaired(
                tournament.name, len(tournament.rounds) + 1, seats, byes, secret, RULES
            )
            self._write(line, after=before)
        elif (
            tournament.begun is not None
            and tournament.finished is None
            and not any(tournament.open_tables())
        ):
            self._write(TournamentFinished(tournament.name, int(self._lobby.time.now())))
        for table in tables:
            if self._is_left_over(tournament, table):
                room = self._lobby.find(table.code)
                room.table.disclose()
                if room.table.outcome is None:
                    await self._lobby.archiving.archive(room)

    def _is_left_over(self, tournament: Tournament, table: TableSummary) -> bool:
        """True if a table is no longer needed, and its secret is not used by others."""
        at = TournamentTable.of(table.cup).at
        awaited = [number for number, _ in tournament.open_tables()]
        is_of_this_round = bool(awaited) and at[0] == len(tournament.rounds)
        if is_of_this_round and table.event and table.commitments:
            return False
        is_awaited = is_of_this_round and at[1] in awaited
        return not is_awaited or tournament.codes.get(at) != table.code

    def _advance_table(
        self,
        tournament: Tournament,
        number: int,
        people: tuple[Who, ...],
        tables: Sequence[TableSummary],
    ) -> None:
        at, room = (len(tournament.rounds), number), self._room(tournament, number, tables)
        table = room.table if room is not None else None
        is_dealt = table is not None and table.is_dealt
        absent = {player for player in people if (*at, player) in tournament.absent}
        if not is_dealt:
            absent |= tournament.gone & {*people}
        if table is not None and table.outcome is not None:
            entrants = entrants_of(table, table.outcome)
            places, scores = (
                [entrant.place for entrant in entrants],
                [entrant.score for entrant in entrants],
            )
            deal = table.deal.committed
            fixed = "" if deal is None else deal.commitment
            self._write(TableScored(tournament.name, *at, (*places,), (*scores,), fixed))
        elif len(absent) >= len(people) - (not is_dealt):
            for player in absent - {
                player for player in people if (*at, player) in tournament.absent
            }:
                self._write(PlayerForfeited(tournament.name, *at, player))
            places = [len(people) if player in absent else 1 for player in people]
            self._write(TableScored(tournament.name, *at, (*places,)))
        elif room is None:
            self._schedule_table(tournament, number, people)
        else:
            self._prepare(tournament, room, [people.index(player) for player in absent])

    def _room(
        self, tournament: Tournament, number: int, tables: Sequence[TableSummary]
    ) -> Room | None:
        """Room of a table, if it was created, also by a process that was killed before recording it."""
        at = len(tournament.rounds), number
        with suppress(NoSuchTable):
            if at in tournament.codes:
                return self._lobby.find(tournament.codes[at])
        for table in tables:
            if TournamentTable.of(table.cup).at == at:
                return self._record_scheduled(tournament, number, self._lobby.find(table.code))
        return None

    def _schedule_table(self, tournament: Tournament, number: int, people: Sequence[Who]) -> None:
        header = self._header(tournament.about, len(people), len(tournament.rounds), number)
        players = [
            Player(entrant.name, key=entrant.key)
            for entrant in map(tournament.entrants.__getitem__, people)
        ]
        self._record_scheduled(
            tournament,
            number,
            self._lobby.new_tables.schedule(header, players, private=tournament.about.same),
        )

    def _record_scheduled(self, tournament: Tournament, number: int, room: Room) -> Room:
        """Record the code of a table; if another process was faster, take its table."""
        at = len(tournament.rounds), number
        before = tournament.codes.get(at)
        while tournament.codes.get(at) == before:
            self._write(
                TableScheduled(tournament.name, *at, room.code), after=len(tournament.lines)
            )
        room = self._lobby.find(tournament.codes[at])
        self._prepare(tournament, room, ())
        return room

    def _prepare(self, tournament: Tournament, room: Room, absent: Sequence[int]) -> None:
        """Put bots on the seats of absent players, and commit to the common deal of the round."""
        for seat in absent:
            if not room.table.players[seat].bot:
                room.table.seat(seat, replace(room.table.players[seat], bot=HINTS))
        if tournament.about.same and not room.table.is_dealt:
            room.table.commit_to(bytes.fromhex(tournament.rounds[-1].secret))

    def _header(
        self, announced: TournamentAnnounced, seats: int, number: int = 0, table: int = 0
    ) -> Header:
        header = shared_header(
            self._load_game(announced.game),
            (OPEN,) * seats,
            {**announced.options},
            committed=True,
            undo="horizon",
            clock=announced.clock,
            rated=announced.rated,
            event=f"cup {announced.cup} {number}" if announced.same else "",
        )
        return replace(header, cup=str(TournamentTable(announced.cup, number, table)))


def _with_option(announced: TournamentAnnounced, word: str) -> TournamentAnnounced:
    """Copy with one more option. Raises Failure."""
    if word == "round-robin":
        return replace(announced, kind="robin", least=2, most=2)
    if match := _SWISS.fullmatch(word):
        return replace(announced, kind="swiss", rounds=int(match[1] or 0))
    if word == "same-deal":
        return replace(announced, same=True)
    if word == "rated":
        return replace(announced, rated=True)
    key, _, value = word.partition("=")
    if not value:
        raise Failure("cup_how", word=word)
    if key == "clock":
        return replace(announced, clock=value)
    return replace(announced, options={**announced.options, key: value})

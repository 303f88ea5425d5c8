"""Cups of a house: they are announced, people enter, and tables are laid, round by round.

All of it follows from their lines and from the tables, so it goes on after a restart, in whichever
process. One process sees to a cup: it lays its tables, writes down how they ended, and pairs.
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
from hako.engine.log import commitment as fair
from hako.engine.log.records import OPEN, Header, Player
from hako.engine.log.save import Document
from hako.engine.log.setup import new_header
from hako.engine.log.table import StaleTable
from hako.engine.rules.game import Game
from hako.engine.storage.registry import Registry
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby, NoSuchTable
from hako.multiplayer.ratings.results import entrants_of
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tables.summary import TableSummary
from hako.multiplayer.tournaments.lookahead import Who
from hako.multiplayer.tournaments.pairing import RULES
from hako.multiplayer.tournaments.tournament import (
    PlayerEntered,
    PlayerForfeited,
    PlayerWithdrew,
    RoundPaired,
    TableScheduled,
    TableScored,
    Tournament,
    TournamentAnnounced,
    TournamentFinished,
    TournamentLine,
    TournamentStarted,
    commitment,
)

logger = logging.getLogger(__name__)

FILE = "cups.jsonl"
"""Where they stand, in the folder of the lobby; keys and secrets are in it."""

_NAME = re.compile(r"\w[\w-]{0,19}")
_SEATS = re.compile(r"[2-9]")
_SWISS = re.compile(r"swiss(?::([1-9]\d?))?")


class TournamentList:
    """Those that are written down."""

    def __init__(self, sheet: Document) -> None:
        """Read them. Raises StoreFailed."""
        self._list: Registry[TournamentLine] = Registry(sheet, TournamentLine)
        self._all: dict[str, Tournament] = {}
        """By their names, however they are spelt."""
        self.read()

    def read(self) -> None:
        """Learn what other processes wrote. Raises StoreFailed."""
        self._learn(self._list.read_new())

    @property
    def all(self) -> Sequence[Tournament]:
        """In the order in which they were announced."""
        return [*self._all.values()]

    def find(self, name: str) -> Tournament:
        """The cup of that name. Raises Failure."""
        if (cup := self._all.get(name.casefold())) is None:
            names = [each.name for each in self.all]
            raise Failure("no_cup", near=suggestion(name, names), cup=name)
        return cup

    def _write(self, line: TournamentLine, after: int | None = None) -> None:
        """Write a line down, where it can come; `after` so many of that cup, or not at all."""
        while True:
            self.read()
            cup = self._all.get(line.cup.casefold())
            if cup is not None and after not in {None, len(cup.lines)}:
                return
            if cup is not None and (reason := cup.misplaced(line)):
                raise reason
            if self._list.add(line):
                self._learn([line])
                return

    def _learn(self, lines: Iterator[TournamentLine] | Sequence[TournamentLine]) -> None:
        for line in lines:
            cup = self._all.get(line.cup.casefold())
            if cup is not None:
                with suppress(Failure):  # it is for verify to tell
                    cup.note(line)
            elif isinstance(line, TournamentAnnounced):
                self._all[line.cup.casefold()] = Tournament(line)


class TournamentOrganizer(TournamentList):
    """Those of a house, safe for several processes."""

    def __init__(
        self, lobby: Lobby, sheet: Document, load_game: Callable[[str], Game[Any]]
    ) -> None:
        """Read them. Raises StoreFailed."""
        super().__init__(sheet)
        self._lobby = lobby
        self._load_game = load_game
        self._trouble: set[str] = set()
        """Those that wait until something can be done again."""

    # ------------------------------------------------------------------ orders

    def announce(self, name: str, game_id: str, how: Sequence[str]) -> Tournament:
        """Let people enter a new one, of GAME or GAME:SEATS; `how` as docs/tournaments.en.md has it.

        Raises Failure.
        """
        if not _NAME.fullmatch(name):
            raise Failure("cup_name", cup=name)
        game_id, _, seats = game_id.partition(":")
        if seats and not _SEATS.fullmatch(seats):
            raise Failure("cup_how", word=seats)
        game = self._load_game(game_id)
        least = max(2, game.seats[0])
        secret = fair.new_secret()
        it = TournamentAnnounced(
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
            it = _with(it, word)
        for count in dict.fromkeys((it.most, *range(it.least, it.most))):
            self._header(it, count)  # whatever is wrong with it is told now
        self._write(it)
        return self.find(name)

    def enter(self, name: str, visitor: User) -> Tournament:
        """Let somebody take part. Raises Failure, TooOften."""
        if visitor.is_guest:
            raise Failure("guest_cup")
        cup = self.find(name)
        self._lobby.writes.count(visitor)
        self._write(PlayerEntered(cup.name, visitor.name, visitor.key))
        return cup

    def withdraw(self, name: str, visitor: User) -> Tournament:
        """Let somebody take part no more, as they wish. Raises Failure, TooOften."""
        cup = self.find(name)
        if cup.number_of(visitor.key) is not None:
            self._lobby.writes.count(visitor)
        return self._take_out(name, visitor.key)

    def _take_out(self, name: str, key: str) -> Tournament:
        """Let somebody take part no more; what they play now counts yet. Raises Failure."""
        cup = self.find(name)
        if (who := cup.number_of(key)) is None:
            raise Failure("cup_stranger", cup=cup.name)
        self._write(PlayerWithdrew(cup.name, who))
        return cup

    def start(self, name: str) -> Tournament:
        """Let nobody enter any more, and have it played. Raises Failure."""
        self.read()
        cup = self.find(name)
        self._write(TournamentStarted(cup.name, int(self._lobby.time.now()), cup.rounds_to_play()))
        return cup

    def forfeit(self, where: str, who: str) -> Tournament:
        """Score somebody who did not come, at a table by its code, or in a cup from now on.

        Raises Failure.
        """
        if where.casefold() in self._all:
            cup = self.find(where)
            everybody = ((each, cup.entrants[each]) for each in cup.active())
            key = next((its.key for _, its in everybody if who in {its.name, its.key}), "")
            return self._take_out(where, key)
        cup, number, people = self._played_at(where)
        for each in people:
            if who in {cup.entrants[each].name, cup.entrants[each].key}:
                self._write(PlayerForfeited(cup.name, len(cup.rounds), number, each))
                return cup
        raise Failure("cup_stranger", cup=cup.name)

    def finish(self, name: str) -> Tournament:
        """End it as it stands. Raises Failure."""
        cup = self.find(name)
        self._write(TournamentFinished(cup.name, int(self._lobby.time.now())))
        return cup

    def _played_at(self, code: str) -> tuple[Tournament, int, tuple[Who, ...]]:
        """The cup whose table has that code, and who plays there."""
        for cup in self.all:
            for number, people in cup.open_tables():
                if cup.codes.get((len(cup.rounds), number)) == code.upper():
                    return cup, number, people
        raise Failure("no_cup_table", where=code)

    # ------------------------------------------------------------------ what goes on by itself

    async def poll(self) -> None:
        """Lay tables, score those that are over, and pair, where that is for this process to do."""
        self.read()
        untold = [table for table in self._lobby.tables_of_events() if table.cup]
        untold = [table for table in untold if not table.is_told]
        for cup in self.all:
            tables = [table for table in untold if _cup_of(table) == cup.name]
            is_on = cup.begun is not None and cup.finished is None
            if (is_on or tables) and self._lobby.sees_to(f"cup {cup.name}"):
                try:
                    await self._see_to(cup, tables)
                    self._trouble.discard(cup.name)
                except (
                    Failure,
                    StaleTable,
                    NoSuchTable,
                ) as error:  # the next look is another chance
                    if cup.name not in self._trouble:
                        logger.warning("cup %s waits: %s", cup.name, error)
                    self._trouble.add(cup.name)

    async def _see_to(self, cup: Tournament, tables: Sequence[TableSummary]) -> None:
        for number, people in [*cup.open_tables()]:
            self._see_to_table(cup, number, people, tables)
        if cup.awaits_pairing:
            before = len(cup.lines)
            seats, byes = await asyncio.to_thread(cup.pairing)
            secret = fair.new_secret().hex() if cup.about.same else ""
            line = RoundPaired(cup.name, len(cup.rounds) + 1, seats, byes, secret, RULES)
            self._write(line, after=before)
        elif cup.begun is not None and cup.finished is None and not any(cup.open_tables()):
            self._write(TournamentFinished(cup.name, int(self._lobby.time.now())))
        for table in tables:
            if self._is_left_over(cup, table):
                room = self._lobby.find(table.code)
                room.table.disclose()
                if room.table.outcome is None:
                    await self._lobby.archive(room)

    def _is_left_over(self, cup: Tournament, table: TableSummary) -> bool:
        """Whether nothing is awaited of a table, and its secret is no more that of others."""
        at, awaited = _place(table), [number for number, _ in cup.open_tables()]
        is_of_this_round = bool(awaited) and at[0] == len(cup.rounds)
        if is_of_this_round and table.event and table.commitments:
            return False
        is_awaited = is_of_this_round and at[1] in awaited
        return not is_awaited or cup.codes.get(at) != table.code

    def _see_to_table(
        self, cup: Tournament, number: int, people: tuple[Who, ...], tables: Sequence[TableSummary]
    ) -> None:
        at, room = (len(cup.rounds), number), self._room(cup, number, tables)
        table = room.table if room is not None else None
        is_dealt = table is not None and table.is_dealt
        absent = {who for who in people if (*at, who) in cup.absent}
        if not is_dealt:
            absent |= cup.gone & {*people}
        if table is not None and table.outcome is not None:
            its = entrants_of(table, table.outcome)
            places, scores = [each.place for each in its], [each.score for each in its]
            deal = table.deal.committed
            said = "" if deal is None else deal.commitment
            self._write(TableScored(cup.name, *at, (*places,), (*scores,), said))
        elif len(absent) >= len(people) - (not is_dealt):
            for who in absent - {who for who in people if (*at, who) in cup.absent}:
                self._write(PlayerForfeited(cup.name, *at, who))
            places = [len(people) if who in absent else 1 for who in people]
            self._write(TableScored(cup.name, *at, (*places,)))
        elif room is None:
            self._lay(cup, number, people)
        else:
            self._tend(cup, room, [people.index(who) for who in absent])

    def _room(self, cup: Tournament, number: int, tables: Sequence[TableSummary]) -> Room | None:
        """Where a table is, once it is laid; what a killed process laid is taken on."""
        at = len(cup.rounds), number
        with suppress(NoSuchTable):
            if at in cup.codes:
                return self._lobby.find(cup.codes[at])
        if (code := next((its.code for its in tables if _place(its) == at), None)) is None:
            return None
        return self._laid(cup, number, self._lobby.find(code))

    def _lay(self, cup: Tournament, number: int, people: Sequence[Who]) -> None:
        header = self._header(cup.about, len(people), len(cup.rounds), number)
        players = [Player(its.name, key=its.key) for its in map(cup.entrants.__getitem__, people)]
        self._laid(cup, number, self._lobby.lay(header, players, private=cup.about.same))

    def _laid(self, cup: Tournament, number: int, room: Room) -> Room:
        """Write down that a table is there; that of another process, where it was faster."""
        at = len(cup.rounds), number
        before = cup.codes.get(at)
        while cup.codes.get(at) == before:
            self._write(TableScheduled(cup.name, *at, room.code), after=len(cup.lines))
        room = self._lobby.find(cup.codes[at])
        self._tend(cup, room, ())
        return room

    def _tend(self, cup: Tournament, room: Room, absent: Sequence[int]) -> None:
        """Let bots play for those who did not come; see that the deal is that of the others."""
        for seat in absent:
            if not room.table.players[seat].bot:
                room.table.seat(seat, replace(room.table.players[seat], bot=HINTS))
        if cup.about.same and not room.table.is_dealt:
            room.table.commit_to(bytes.fromhex(cup.rounds[-1].secret))

    def _header(
        self, it: TournamentAnnounced, seats: int, number: int = 0, table: int = 0
    ) -> Header:
        header = new_header(
            self._load_game(it.game),
            (OPEN,) * seats,
            {**it.options},
            committed=True,
            undo="horizon",
            clock=it.clock,
            rated=it.rated,
            event=f"cup {it.cup} {number}" if it.same else "",
        )
        return replace(header, cup=f"{it.cup} {number} {table}")


def _with(it: TournamentAnnounced, word: str) -> TournamentAnnounced:
    """The same with one more wish. Raises Failure."""
    if word == "round-robin":
        return replace(it, kind="robin", least=2, most=2)
    if found := _SWISS.fullmatch(word):
        return replace(it, kind="swiss", rounds=int(found[1] or 0))
    if word == "same-deal":
        return replace(it, same=True)
    if word == "rated":
        return replace(it, rated=True)
    key, _, value = word.partition("=")
    if not value:
        raise Failure("cup_how", word=word)
    if key == "clock":
        return replace(it, clock=value)
    return replace(it, options={**it.options, key: value})


def _cup_of(table: TableSummary) -> str:
    return table.cup.rsplit(" ", 2)[0]


def _place(table: TableSummary) -> tuple[int, int]:
    """Its round, and which table of it that is."""
    _, number, which = table.cup.rsplit(" ", 2)
    return int(number), int(which)

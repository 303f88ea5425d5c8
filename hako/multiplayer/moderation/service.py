"""The steward: writes orders down, from wherever they come, and carries out what is written.

So an order holds in every process of the house, through whichever it was given.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Protocol, get_args

from msgspec.structs import replace

from hako.engine.bots.levels import HINTS
from hako.engine.i18n.catalogue import Catalogue
from hako.multiplayer.accounts.sanctions import Sanction
from hako.multiplayer.accounts.users import User
from hako.multiplayer.errors import CommandRejected
from hako.multiplayer.lobby.lobby import Announcement, Lobby, NoSuchTable, check_may_end
from hako.multiplayer.moderation.audit_log import AuditEntry, AuditLog
from hako.multiplayer.moderation.commands import (
    WORDS,
    Announce,
    AnnounceTournament,
    Ban,
    Close,
    Finish,
    Forfeit,
    Invite,
    Kick,
    Lift,
    ModerationCommand,
    ModeratorCommand,
    Mute,
    ReleaseName,
    Shutdown,
    Start,
    TableCommand,
    TournamentCommand,
    Upgrade,
    read,
    spelt,
)
from hako.multiplayer.rate_limit import RateLimited, RateLimits
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tournaments.organizer import TournamentOrganizer

logger = logging.getLogger(__name__)

LOG = "log"
"""Asks for the last orders."""

LOGGED = 20
"""So many orders are listed, the last ones."""

_ORDERS, _SECONDS_EACH = 20, 30
"""So many orders others than the host may give at once, and then one in so many seconds."""

_NOBODY = User("", "")

_OF_HELPERS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ModeratorCommand))


class ConnectionInfo(Protocol):
    """A connection of somebody."""

    address: str


class ServerInfo(Protocol):
    """What a steward needs to know of the open house, and to do there."""

    def people(self) -> Iterator[tuple[User, ConnectionInfo]]:
        """Who is in, with the connection they came by."""

    def network_of(self, address: str) -> str:
        """What a ban of an address is against. Raises ValueError where it is none."""

    def owner_of(self, name: str) -> str | None:
        """The key that a name belongs to."""

    def free(self, name: str) -> bool:
        """Let a name belong to nobody; False where nobody owns it. Raises StoreFailed."""

    def invite(self, name: str, table: str) -> str:
        """A link that lets somebody in once. Raises CommandRejected, StoreFailed."""

    def expel_banned(self) -> None:
        """End the connections of those who may not be here any more."""

    def end_in(self, seconds: float) -> None:
        """Let nobody new in, and close when all have gone, or when the time is over."""

    @property
    def renew(self) -> Callable[[], None]:
        """Has it opened anew, by programs that are started afresh."""


class ModerationService:
    """Keeps order in one house."""

    server: ServerInfo
    """Known once it is open."""

    def __init__(
        self,
        lobby: Lobby,
        journal: AuditLog,
        hosts: Iterable[str] = (),
        helpers: Iterable[str] = (),
        cups: TournamentOrganizer | None = None,
    ) -> None:
        """Serve these hosts and their helpers, who are known by their keys.

        `cups` are those of the house, where some can be held.
        """
        self.tournaments = cups
        self._lobby = lobby
        self._journal = journal
        self._hosts = frozenset(hosts)
        self._helpers = frozenset(helpers)
        self._of_others = RateLimits(1 / _SECONDS_EACH, _ORDERS)

    def serve(self, house: ServerInfo) -> None:
        """Carry out from now on what is ordered in any process of this house.

        A house that is about to close does so here, too.
        """
        self.server = house
        self._lobby.polls.append(self.follow)
        for entry in self._journal.entries if self._lobby.is_joined else ():
            if isinstance(entry.order, Shutdown) and (left := _left(entry, entry.order)) > 0:
                logger.warning("the house was ordered to close: this process does not stay")
                house.end_in(left)

    def is_host(self, visitor: User) -> bool:
        """Whether somebody may order whatever there is."""
        return visitor.key in self._hosts

    def is_moderator(self, visitor: User) -> bool:
        """Whether somebody keeps order in the whole house, be it as a helper."""
        return self.is_host(visitor) or visitor.key in self._helpers

    def may_command(self, kind: type[TableCommand], room: Room, visitor: User) -> bool:
        """Whether somebody may order such a thing at a table, which is whoever opened it's, too.

        At a rated one that is dealt neither they may, nor a helper who plays there: they would
        choose who comes last, or that it counts not.
        """
        if self.is_host(visitor):
            return True
        is_played_for = room.table.header.rated and room.table.is_dealt
        if room.table.owner == visitor.key and not is_played_for:
            return True
        is_helper = visitor.key in self._helpers and kind in get_args(ModeratorCommand)
        return is_helper and not (is_played_for and room.seat_of(visitor) is not None)

    async def answer(self, line: str, by: User, texts: Catalogue) -> str:
        """What is said to a line of words: an order, "log", or nothing, to hear how things are.

        Raises as `carry_out` does.
        """
        words = line.split()
        if words and words != [LOG]:
            return f"{await self.carry_out(read(words), by, texts)}\n"
        if not (self.is_host(by) if words else self.is_moderator(by)):
            raise CommandRejected("not_host")
        return "".join(f"{each}\n" for each in (self.log() if words else self.overview(texts, by)))

    async def carry_out(self, order: ModerationCommand, by: User, texts: Catalogue) -> str:
        """Do what was ordered; what is said of it. Raises CommandRejected, RateLimited, StoreFailed."""
        self._check(order, by)
        order, whom = self._with_key(order, by)
        if isinstance(order, ReleaseName) and not self.server.free(order.name):
            raise CommandRejected("free_already", name=order.name)
        link = self.server.invite(order.name, order.table) if isinstance(order, Invite) else ""
        if isinstance(order, TournamentCommand):
            self._hold(order)
        self._journal.write(order, by, whom.name, whom.origin)
        await self.follow()
        if isinstance(order, Upgrade):
            self.server.renew()
        word = WORDS[str(type(order).__struct_config__.tag)]
        return texts.text(f"house.done.{word}", **_told(order, whom.name), link=link)

    async def follow(self) -> None:
        """Carry out here what was ordered since, in whichever process. Raises StoreFailed."""
        while (entry := self._journal.next()) is not None:
            with suppress(NoSuchTable):  # another process has put it away
                await self._follow(entry)

    async def _follow(self, entry: AuditEntry) -> None:
        order, by = entry.order, entry.by
        match order:
            case Close():
                await self._lobby.archive(self._lobby.find(order.table))
            case Kick():
                self._lobby.find(order.table).remove(order.who, HINTS)
            case Mute():
                self._lobby.find(order.table).notify()
            case Ban():
                self.server.expel_banned()
            case Announce():
                self._lobby.announce(Announcement(by.name, order.words))
            case Shutdown():
                self._lobby.announce(Announcement(by.name, order.because, order.seconds))
                self.server.end_in(_left(entry, order))
            case _:
                pass  # it is done once, in the process that it was given to

    def _hold(self, order: TournamentCommand) -> None:
        if (cups := self.tournaments) is None:
            raise CommandRejected("no_cups")
        match order:
            case AnnounceTournament():
                cups.announce(order.cup, order.game, order.how.split())
            case Start():
                cups.start(order.cup)
            case Forfeit():
                cups.forfeit(order.where, order.who)
            case Finish():
                cups.finish(order.cup)

    # ------------------------------------------------------------------ who may, and whom it hits

    def _check(self, order: ModerationCommand, by: User) -> None:
        if self.is_host(by):
            return
        if not isinstance(order, get_args(TableCommand)):
            raise CommandRejected("not_host")
        room = self._room(order.table)
        self._lobby.look_at(room)  # in another process it may have become somebody else's
        if not self.may_command(type(order), room, by):
            raise CommandRejected("not_owner", table=order.table)
        if not self._of_others.may(by.origin or by.key):
            raise RateLimited
        self._lobby.writes.count(by)

    def _with_key(self, order: ModerationCommand, by: User) -> tuple[ModerationCommand, User]:
        """The order with a key or address in the place of a name, and whom it hits."""
        match order:
            case Close():
                room = self._room(order.table)
                check_may_end(room)  # what is written down has to be carried out
                return replace(order, table=room.code), _NOBODY
            case Kick() | Mute():
                room = self._room(order.table)
                who = _at(room, order.who)
                if self.is_host(who) and not self.may_command(Close, room, by):
                    raise CommandRejected("against_host", who=order.who)
                return replace(order, table=room.code, who=who.key), who
            case Ban():
                key, name = self._banned(order.who)
                return replace(order, who=key), User(name, key)
            case Lift():
                held = next((each for each in self.sanctions if order.who in _names(each)), None)
                if held is None:
                    raise CommandRejected("nothing_to_lift", who=order.who)
                return Lift(held.who), User(held.name, held.who)
            case Invite():
                code = self._room(order.table).code if order.table else ""
                return replace(order, table=code), User(order.name, "")
            case _:
                return order, _NOBODY

    def _room(self, code: str) -> Room:
        try:
            return self._lobby.find(code)
        except NoSuchTable:
            raise CommandRejected("no_table", table=code) from None

    def _banned(self, who: str) -> tuple[str, str]:
        """The key or the network that is meant, and a name for it."""
        here = (visitor for visitor, _ in self.server.people())
        present = {visitor.name: visitor.key for visitor in (*self._lobby.neighbours, *here)}
        names = {key: name for name, key in present.items()}
        if ":" in who or "." in who:
            try:
                return self.server.network_of(who), who
            except ValueError:
                return who, names.get(who, who)
        key = present.get(who) or self.server.owner_of(who)
        if key is None:
            raise CommandRejected("nobody_called", who=who)
        return key, who

    # ------------------------------------------------------------------ telling

    @property
    def sanctions(self) -> list[Sanction]:
        """What holds now."""
        return [*self._journal.sanctions]

    def overview(self, texts: Catalogue, by: User) -> list[str]:
        """Who is here, where; and what holds against whom. Keys and addresses are the host's."""
        say, is_host = texts.text, self.is_host(by)
        lines = [say("house.here" if is_host else "house.here_for_helpers")]
        here = [(visitor, line.address) for visitor, line in self.server.people()]
        where = self._lobby.whereabouts()
        for visitor, address in (*here, *((each, "") for each in self._lobby.neighbours)):
            tables = " ".join(where.get(visitor, ()))
            whence = f"  {visitor.key}  {address}" if is_host else ""
            lines.append(f"  {visitor.name}{whence}  {tables}")
        lines.append(say("house.holds"))
        for each in sorted(self.sanctions, key=lambda each: each.until):
            until = datetime.fromtimestamp(each.until, UTC)
            told = f"{WORDS[each.kind]} {each.table}".rstrip()
            if is_host or each.kind in _OF_HELPERS:
                who = f"{each.name or each.who}  {each.who}" if is_host else each.name
                lines.append(f"  {told}  {who}  {until:%Y-%m-%d %H:%M} UTC")
        return [line.rstrip() for line in lines]

    def log(self) -> list[str]:
        """The last orders, as they can be given."""
        return [
            f"{entry.at:%Y-%m-%d %H:%M} {entry.by.name}: {spelt(entry.order)}"
            for entry in self._journal.entries[-LOGGED:]
        ]


def _left(entry: AuditEntry, order: Shutdown) -> float:
    """How many seconds are left until the house closes."""
    return entry.at.timestamp() + order.seconds - time.time()


def _at(room: Room, who: str) -> User:
    """Whoever is meant by a name or a key at a table. Raises CannotOrder."""
    sitting = [User(each.name, each.key) for each in room.table.players if each.key]
    for visitor in (*room.present, *sitting):
        if who in {visitor.name, visitor.key}:
            return visitor
    raise CommandRejected("nobody_there", who=who, table=room.code)


def _names(sanction: Sanction) -> set[str]:
    return {sanction.who, sanction.name}


def _told(order: ModerationCommand, name: str) -> dict[str, object]:
    """What the sentence about an order tells."""
    values = {field: getattr(order, field) for field in order.__struct_fields__}
    return {"name": name, **values}

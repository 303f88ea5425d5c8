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
from hako.engine.people.allowance import Allowances, TooOften
from hako.engine.people.cups import Cups
from hako.engine.people.lobby import Announcement, Lobby, NoSuchTable, check_may_end
from hako.engine.people.room import Room, Visitor
from hako.engine.people.sanctions import Sanction
from hako.engine.words.text import Texts
from hako.tui.lobby.journal import Entry, Journal
from hako.tui.lobby.orders import (
    Ban,
    CannotOrder,
    Close,
    CupOrder,
    End,
    Finish,
    Forfeit,
    Free,
    HelperOrder,
    Hold,
    Invite,
    Lift,
    Mute,
    Order,
    Remove,
    Say,
    Start,
    TableOrder,
    Upgrade,
    read,
    spelt,
)

logger = logging.getLogger(__name__)

LOG = "log"
"""Asks for the last orders."""

LOGGED = 20
"""So many orders are listed, the last ones."""

_ORDERS, _SECONDS_EACH = 20, 30
"""So many orders others than the host may give at once, and then one in so many seconds."""

_NOBODY = Visitor("", "")

_OF_HELPERS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(HelperOrder))


class Line(Protocol):
    """A connection of somebody."""

    address: str


class House(Protocol):
    """What a steward needs to know of the open house, and to do there."""

    def people(self) -> Iterator[tuple[Visitor, Line]]:
        """Who is in, with the connection they came by."""

    def network_of(self, address: str) -> str:
        """What a ban of an address is against. Raises ValueError where it is none."""

    def owner_of(self, name: str) -> str | None:
        """The key that a name belongs to."""

    def free(self, name: str) -> bool:
        """Let a name belong to nobody; False where nobody owns it. Raises StoreFailed."""

    def invite(self, name: str, table: str) -> str:
        """A link that lets somebody in once. Raises CannotOrder, StoreFailed."""

    def expel_banned(self) -> None:
        """End the connections of those who may not be here any more."""

    def end_in(self, seconds: float) -> None:
        """Let nobody new in, and close when all have gone, or when the time is over."""

    @property
    def renew(self) -> Callable[[], None]:
        """Has it opened anew, by programs that are started afresh."""


class Steward:
    """Keeps order in one house."""

    house: House
    """Known once it is open."""

    def __init__(
        self,
        lobby: Lobby,
        journal: Journal,
        hosts: Iterable[str] = (),
        helpers: Iterable[str] = (),
        cups: Cups | None = None,
    ) -> None:
        """Serve these hosts and their helpers, who are known by their keys.

        `cups` are those of the house, where some can be held.
        """
        self.cups = cups
        self._lobby = lobby
        self._journal = journal
        self._hosts = frozenset(hosts)
        self._helpers = frozenset(helpers)
        self._of_others = Allowances(1 / _SECONDS_EACH, _ORDERS)

    def serve(self, house: House) -> None:
        """Carry out from now on what is ordered in any process of this house.

        A house that is about to close does so here, too.
        """
        self.house = house
        self._lobby.looks.append(self.follow)
        for entry in self._journal.entries if self._lobby.is_joined else ():
            if isinstance(entry.order, End) and (left := _left(entry, entry.order)) > 0:
                logger.warning("the house was ordered to close: this process does not stay")
                house.end_in(left)

    def is_host(self, visitor: Visitor) -> bool:
        """Whether somebody may order whatever there is."""
        return visitor.key in self._hosts

    def keeps_order(self, visitor: Visitor) -> bool:
        """Whether somebody keeps order in the whole house, be it as a helper."""
        return self.is_host(visitor) or visitor.key in self._helpers

    def may_order(self, kind: type[TableOrder], room: Room, visitor: Visitor) -> bool:
        """Whether somebody may order such a thing at a table, which is whoever opened it's, too.

        At a rated one that is dealt neither they may, nor a helper who plays there: they would
        choose who comes last, or that it counts not.
        """
        if self.is_host(visitor):
            return True
        is_played_for = room.table.header.rated and room.table.is_dealt
        if room.table.owner == visitor.key and not is_played_for:
            return True
        is_helper = visitor.key in self._helpers and kind in get_args(HelperOrder)
        return is_helper and not (is_played_for and room.seat_of(visitor) is not None)

    async def answer(self, line: str, by: Visitor, texts: Texts) -> str:
        """What is said to a line of words: an order, "log", or nothing, to hear how things are.

        Raises as `carry_out` does.
        """
        words = line.split()
        if words and words != [LOG]:
            return f"{await self.carry_out(read(words), by, texts)}\n"
        if not (self.is_host(by) if words else self.keeps_order(by)):
            raise CannotOrder("not_host")
        return "".join(f"{each}\n" for each in (self.log() if words else self.overview(texts, by)))

    async def carry_out(self, order: Order, by: Visitor, texts: Texts) -> str:
        """Do what was ordered; what is said of it. Raises CannotOrder, TooOften, StoreFailed."""
        self._check(order, by)
        order, whom = self._with_key(order, by)
        if isinstance(order, Free) and not self.house.free(order.name):
            raise CannotOrder("free_already", name=order.name)
        link = self.house.invite(order.name, order.table) if isinstance(order, Invite) else ""
        if isinstance(order, CupOrder):
            self._hold(order)
        self._journal.write(order, by, whom.name, whom.whence)
        await self.follow()
        if isinstance(order, Upgrade):
            self.house.renew()
        tag = type(order).__struct_config__.tag
        return texts.say(f"house.done.{tag}", **_told(order, whom.name), link=link)

    async def follow(self) -> None:
        """Carry out here what was ordered since, in whichever process. Raises StoreFailed."""
        while (entry := self._journal.next()) is not None:
            with suppress(NoSuchTable):  # another process has put it away
                await self._follow(entry)

    async def _follow(self, entry: Entry) -> None:
        order, by = entry.order, entry.by
        match order:
            case Close():
                await self._lobby.put_away(self._lobby.find(order.table))
            case Remove():
                self._lobby.find(order.table).remove(order.who, HINTS)
            case Mute():
                self._lobby.find(order.table).tell()
            case Ban():
                self.house.expel_banned()
            case Say():
                self._lobby.announce(Announcement(by.name, order.words))
            case End():
                self._lobby.announce(Announcement(by.name, order.because, order.seconds))
                self.house.end_in(_left(entry, order))
            case _:
                pass  # it is done once, in the process that it was given to

    def _hold(self, order: CupOrder) -> None:
        if (cups := self.cups) is None:
            raise CannotOrder("no_cups")
        match order:
            case Hold():
                cups.announce(order.cup, order.game, order.how.split())
            case Start():
                cups.begin(order.cup)
            case Forfeit():
                cups.forfeit(order.where, order.who)
            case Finish():
                cups.finish(order.cup)

    # ------------------------------------------------------------------ who may, and whom it hits

    def _check(self, order: Order, by: Visitor) -> None:
        if self.is_host(by):
            return
        if not isinstance(order, get_args(TableOrder)):
            raise CannotOrder("not_host")
        room = self._room(order.table)
        self._lobby.look_at(room)  # in another process it may have become somebody else's
        if not self.may_order(type(order), room, by):
            raise CannotOrder("not_owner", table=order.table)
        if not self._of_others.may(by.whence or by.key):
            raise TooOften
        self._lobby.writes.count(by)

    def _with_key(self, order: Order, by: Visitor) -> tuple[Order, Visitor]:
        """The order with a key or address in the place of a name, and whom it hits."""
        match order:
            case Close():
                room = self._room(order.table)
                check_may_end(room)  # what is written down has to be carried out
                return replace(order, table=room.code), _NOBODY
            case Remove() | Mute():
                room = self._room(order.table)
                who = _at(room, order.who)
                if self.is_host(who) and not self.may_order(Close, room, by):
                    raise CannotOrder("against_host", who=order.who)
                return replace(order, table=room.code, who=who.key), who
            case Ban():
                key, name = self._banned(order.who)
                return replace(order, who=key), Visitor(name, key)
            case Lift():
                held = next((each for each in self.sanctions if order.who in _names(each)), None)
                if held is None:
                    raise CannotOrder("nothing_to_lift", who=order.who)
                return Lift(held.who), Visitor(held.name, held.who)
            case Invite():
                code = self._room(order.table).code if order.table else ""
                return replace(order, table=code), Visitor(order.name, "")
            case _:
                return order, _NOBODY

    def _room(self, code: str) -> Room:
        try:
            return self._lobby.find(code)
        except NoSuchTable:
            raise CannotOrder("no_table", table=code) from None

    def _banned(self, who: str) -> tuple[str, str]:
        """The key or the network that is meant, and a name for it."""
        here = (visitor for visitor, _ in self.house.people())
        present = {visitor.name: visitor.key for visitor in (*self._lobby.neighbours, *here)}
        names = {key: name for name, key in present.items()}
        if ":" in who or "." in who:
            try:
                return self.house.network_of(who), who
            except ValueError:
                return who, names.get(who, who)
        key = present.get(who) or self.house.owner_of(who)
        if key is None:
            raise CannotOrder("nobody_called", who=who)
        return key, who

    # ------------------------------------------------------------------ telling

    @property
    def sanctions(self) -> list[Sanction]:
        """What holds now."""
        return [*self._journal.sanctions]

    def overview(self, texts: Texts, by: Visitor) -> list[str]:
        """Who is here, where; and what holds against whom. Keys and addresses are the host's."""
        say, is_host = texts.say, self.is_host(by)
        lines = [say("house.here" if is_host else "house.here_for_helpers")]
        here = [(visitor, line.address) for visitor, line in self.house.people()]
        where = self._lobby.whereabouts()
        for visitor, address in (*here, *((each, "") for each in self._lobby.neighbours)):
            tables = " ".join(where.get(visitor, ()))
            whence = f"  {visitor.key}  {address}" if is_host else ""
            lines.append(f"  {visitor.name}{whence}  {tables}")
        lines.append(say("house.holds"))
        for each in sorted(self.sanctions, key=lambda each: each.until):
            until = datetime.fromtimestamp(each.until, UTC)
            told = f"{each.kind} {each.table}".rstrip()
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


def _left(entry: Entry, order: End) -> float:
    """How many seconds are left until the house closes."""
    return entry.at.timestamp() + order.seconds - time.time()


def _at(room: Room, who: str) -> Visitor:
    """Whoever is meant by a name or a key at a table. Raises CannotOrder."""
    sitting = [Visitor(each.name, each.key) for each in room.table.players if each.key]
    for visitor in (*room.present, *sitting):
        if who in {visitor.name, visitor.key}:
            return visitor
    raise CannotOrder("nobody_there", who=who, table=room.code)


def _names(sanction: Sanction) -> set[str]:
    return {sanction.who, sanction.name}


def _told(order: Order, name: str) -> dict[str, object]:
    """What the sentence about an order tells."""
    values = {field: getattr(order, field) for field in order.__struct_fields__}
    return {"name": name, **values}

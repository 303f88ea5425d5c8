"""Moderation service: writes commands to the audit log and carries out what is written.

So a command has effect in every process of the server, whichever received it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Protocol, get_args

from msgspec.structs import fields, replace

from hako.engine.bots.levels import HINTS
from hako.engine.i18n.catalogue import Catalogue
from hako.multiplayer.accounts.sanctions import Sanction
from hako.multiplayer.accounts.users import User
from hako.multiplayer.command_rejected import CommandRejected
from hako.multiplayer.lobby.archiving import check_may_end
from hako.multiplayer.lobby.lobby import Announcement, Lobby, NoSuchTable
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
    command_text,
    parse_command,
)
from hako.multiplayer.rate_limit import RateLimited, RateLimits
from hako.multiplayer.tables.room import Room
from hako.multiplayer.tournaments.organizer import TournamentOrganizer

logger = logging.getLogger(__name__)

LOG = "log"
"""Request for the last commands."""

LOGGED = 20
"""Number of commands that are listed."""

_COMMANDS_AT_ONCE, _SECONDS_EACH = 20, 30
"""Rate limit of commands of others than administrators: a burst, then one per so many seconds."""

_NOBODY = User("", "")

_MODERATOR_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ModeratorCommand))


class ConnectionInfo(Protocol):
    """Connection of a user."""

    address: str


class ServerInfo(Protocol):
    """Operations of the server that moderation needs."""

    def people(self) -> Iterator[tuple[User, ConnectionInfo]]:
        """Connected users, each with their connection."""

    def network_of(self, address: str) -> str:
        """Network that a ban of an address is against. Raises ValueError for anything else."""

    def owner_of(self, name: str) -> str | None:
        """Key that owns a name, or None."""

    def free(self, name: str) -> bool:
        """Release a name; returns False if nobody owns it. Raises StorageError."""

    def invite(self, name: str, table: str) -> str:
        """Create a link that admits one browser. Raises CommandRejected, StorageError."""

    def expel_banned(self) -> None:
        """Close the connections of banned users."""

    def end_in(self, seconds: float) -> None:
        """Refuse new connections, and shut down when all have left or the time is over."""

    @property
    def renew(self) -> Callable[[], None]:
        """Function that restarts the processes of the server."""


class ModerationService:
    """Moderation of one server."""

    server: ServerInfo
    """Running server; set by `serve`."""

    def __init__(
        self,
        lobby: Lobby,
        audit_log: AuditLog,
        admins: Iterable[str] = (),
        moderators: Iterable[str] = (),
        tournaments: TournamentOrganizer | None = None,
    ) -> None:
        """Serve administrators and moderators, who are known by their keys.

        `tournaments` is None where none can be held.
        """
        self.tournaments = tournaments
        self._lobby = lobby
        self._audit_log = audit_log
        self._admins = frozenset(admins)
        self._moderators = frozenset(moderators)
        self._limits = RateLimits(1 / _SECONDS_EACH, _COMMANDS_AT_ONCE)

    def serve(self, server: ServerInfo) -> None:
        """Carry out commands of all processes on this server from now on.

        If the server is about to shut down, so does this process.
        """
        self.server = server
        self._lobby.polls.append(self.follow)
        for entry in self._audit_log.entries if self._lobby.processes.is_joined else ():
            if (
                isinstance(entry.order, Shutdown)
                and (left := _seconds_left(entry, entry.order)) > 0
            ):
                logger.warning("the server was shut down by a command: this process ends, too")
                server.end_in(left)

    def is_admin(self, user: User) -> bool:
        """True if a user may give every command."""
        return user.key in self._admins

    def is_moderator(self, user: User) -> bool:
        """True if a user is an administrator or moderator."""
        return self.is_admin(user) or user.key in self._moderators

    def may_command(self, kind: type[TableCommand], room: Room, user: User) -> bool:
        """True if a user may give a command of this kind at a table.

        Owners may, except at a rated table after the deal; moderators may, except where they play in
        such a game. They could decide who comes last, or prevent a rating.
        """
        if self.is_admin(user):
            return True
        is_played_for = room.table.header.rated and room.table.is_dealt
        if room.table.owner == user.key and not is_played_for:
            return True
        is_moderator = user.key in self._moderators and kind in get_args(ModeratorCommand)
        return is_moderator and not (is_played_for and room.users.seat_of(user) is not None)

    async def answer(self, connection: str, by: User, texts: Catalogue) -> str:
        """Answer to a line of words: a command, "log", or nothing for an overview.

        Raises as `carry_out` does.
        """
        words = connection.split()
        if words and words != [LOG]:
            return f"{await self.carry_out(parse_command(words), by, texts)}\n"
        if not (self.is_admin(by) if words else self.is_moderator(by)):
            raise CommandRejected("not_host")
        return "".join(f"{row}\n" for row in (self.log() if words else self.overview(texts, by)))

    async def carry_out(self, command: ModerationCommand, by: User, texts: Catalogue) -> str:
        """Carry out a command; returns a text about it. Raises CommandRejected, RateLimited, StorageError."""
        self._check(command, by)
        command, target_user = self._with_key(command, by)
        if isinstance(command, ReleaseName) and not self.server.free(command.name):
            raise CommandRejected("free_already", name=command.name)
        link = (
            self.server.invite(command.name, command.table) if isinstance(command, Invite) else ""
        )
        if isinstance(command, TournamentCommand):
            self._run_tournament_command(command)
        self._audit_log.write(command, by, target_user.name, target_user.origin)
        await self.follow()
        if isinstance(command, Upgrade):
            self.server.renew()
        word = WORDS[str(type(command).__struct_config__.tag)]
        return texts.text(
            f"house.done.{word}", **_sentence_values(command, target_user.name), link=link
        )

    async def follow(self) -> None:
        """Carry out new commands of all processes. Raises StorageError."""
        while (entry := self._audit_log.next()) is not None:
            with suppress(NoSuchTable):  # another process archived it
                await self._follow(entry)

    async def _follow(self, entry: AuditEntry) -> None:
        command, by = entry.order, entry.by
        match command:
            case Close():
                await self._lobby.archiving.archive(self._lobby.find(command.table))
            case Kick():
                self._lobby.find(command.table).seating.remove(command.target, HINTS)
            case Mute():
                self._lobby.find(command.table).users.notify()
            case Ban():
                self.server.expel_banned()
            case Announce():
                self._lobby.announce(Announcement(by.name, command.words))
            case Shutdown():
                self._lobby.announce(Announcement(by.name, command.because, command.seconds))
                self.server.end_in(_seconds_left(entry, command))
            case _:
                pass  # done once, by the process that received the command

    def _run_tournament_command(self, command: TournamentCommand) -> None:
        if (tournaments := self.tournaments) is None:
            raise CommandRejected("no_cups")
        match command:
            case AnnounceTournament():
                tournaments.announce(command.cup, command.game, command.how.split())
            case Start():
                tournaments.start(command.cup)
            case Forfeit():
                tournaments.forfeit(command.where, command.target)
            case Finish():
                tournaments.finish(command.cup)

    # ------------------------------------------------------------------ permissions and targets

    def _check(self, command: ModerationCommand, by: User) -> None:
        if self.is_admin(by):
            return
        if not isinstance(command, get_args(TableCommand)):
            raise CommandRejected("not_host")
        room = self._room(command.table)
        self._lobby.rooms.refresh(room)  # it may have another owner by now
        if not self.may_command(type(command), room, by):
            raise CommandRejected("not_owner", table=command.table)
        if not self._limits.may(by.origin or by.key):
            raise RateLimited
        self._lobby.writes.count(by)

    def _with_key(self, command: ModerationCommand, by: User) -> tuple[ModerationCommand, User]:
        """Command with a key or address in place of a name, and its target."""
        match command:
            case Close():
                room = self._room(command.table)
                check_may_end(room)  # what the audit log has must be possible
                return replace(command, table=room.code), _NOBODY
            case Kick() | Mute():
                room = self._room(command.table)
                target = _user_at(room, command.target)
                if self.is_admin(target) and not self.may_command(Close, room, by):
                    raise CommandRejected("against_host", who=command.target)
                return replace(command, table=room.code, target=target.key), target
            case Ban():
                key, name = self._banned(command.target)
                return replace(command, target=key), User(name, key)
            case Lift():
                sanction = next(
                    (sanction for sanction in self.sanctions if command.target in _names(sanction)),
                    None,
                )
                if sanction is None:
                    raise CommandRejected("nothing_to_lift", who=command.target)
                return Lift(sanction.target), User(sanction.name, sanction.target)
            case Invite():
                code = self._room(command.table).code if command.table else ""
                return replace(command, table=code), User(command.name, "")
            case _:
                return command, _NOBODY

    def _room(self, code: str) -> Room:
        try:
            return self._lobby.find(code)
        except NoSuchTable:
            raise CommandRejected("no_table", table=code) from None

    def _banned(self, target: str) -> tuple[str, str]:
        """Key or network of the target of a ban, and a name for it."""
        local = (user for user, _ in self.server.people())
        present = {user.name: user.key for user in (*self._lobby.processes.remote_users, *local)}
        names = {key: name for name, key in present.items()}
        if ":" in target or "." in target:
            try:
                return self.server.network_of(target), target
            except ValueError:
                return target, names.get(target, target)
        key = present.get(target) or self.server.owner_of(target)
        if key is None:
            raise CommandRejected("nobody_called", who=target)
        return key, target

    # ------------------------------------------------------------------ reports

    @property
    def sanctions(self) -> list[Sanction]:
        """Sanctions in force."""
        return [*self._audit_log.sanctions]

    def overview(self, texts: Catalogue, by: User) -> list[str]:
        """Connected users with their tables, and sanctions; keys and addresses for administrators only."""
        say, is_admin = texts.text, self.is_admin(by)
        lines = [say("house.here" if is_admin else "house.here_for_helpers")]
        connections = [(user, connection.address) for user, connection in self.server.people()]
        codes = self._lobby.codes_by_user()
        for user, address in (
            *connections,
            *((remote, "") for remote in self._lobby.processes.remote_users),
        ):
            tables = " ".join(codes.get(user, ()))
            origin = f"  {user.key}  {address}" if is_admin else ""
            lines.append(f"  {user.name}{origin}  {tables}")
        lines.append(say("house.holds"))
        for sanction in sorted(self.sanctions, key=lambda sanction: sanction.until):
            until = datetime.fromtimestamp(sanction.until, UTC)
            scope = f"{WORDS[sanction.kind]} {sanction.table}".rstrip()
            if is_admin or sanction.kind in _MODERATOR_TAGS:
                target = (
                    f"{sanction.name or sanction.target}  {sanction.target}"
                    if is_admin
                    else sanction.name
                )
                lines.append(f"  {scope}  {target}  {until:%Y-%m-%d %H:%M} UTC")
        return [connection.rstrip() for connection in lines]

    def log(self) -> list[str]:
        """Last commands, as they can be given."""
        return [
            f"{entry.at:%Y-%m-%d %H:%M} {entry.by.name}: {command_text(entry.order)}"
            for entry in self._audit_log.entries[-LOGGED:]
        ]


def _seconds_left(entry: AuditEntry, command: Shutdown) -> float:
    """Seconds until the server shuts down."""
    return entry.at.timestamp() + command.seconds - time.time()


def _user_at(room: Room, target: str) -> User:
    """User or player at a table, by name or key. Raises CommandRejected."""
    seated = [User(player.name, player.key) for player in room.table.players if player.key]
    for user in (*room.users.present, *seated):
        if target in {user.name, user.key}:
            return user
    raise CommandRejected("nobody_there", who=target, table=room.code)


def _names(sanction: Sanction) -> set[str]:
    return {sanction.target, sanction.name}


def _sentence_values(command: ModerationCommand, name: str) -> dict[str, object]:
    """Values for the text about a command."""
    values = {field.encode_name: getattr(command, field.name) for field in fields(command)}
    return {"name": name, **values}

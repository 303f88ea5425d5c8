"""A process of `hako serve`: the services that it opens, and what it prints."""

from __future__ import annotations

import errno
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hako.cli.exceptions import CommandError, UsageError
from hako.cli.join_addresses import access_hints, addresses, ways
from hako.cli.printing import put
from hako.cli.serve_config import ServeConfig
from hako.engine.i18n.typed_numbers import number_in
from hako.engine.log.header import OPEN
from hako.engine.log.storage_errors import StorageError
from hako.multiplayer.accounts.settings import workers
from hako.server.workers.listening_sockets import WEB, Listeners
from hako.server.workers.worker import WorkerProcess

if TYPE_CHECKING:
    from hako.cli.context import CommandContext
    from hako.multiplayer.lobby.lobby import Lobby
    from hako.multiplayer.moderation.service import ModerationService
    from hako.multiplayer.tables.room import Room
    from hako.server.proxy_protocol import Network
    from hako.server.ssh.context import ServerContext, WebInvites
    from hako.server.ssh.server import AppSetup

logger = logging.getLogger(__name__)

LOG = "%(asctime)s %(message)s"

INVITED_SEATS = 2
"""Seats of a table that people are invited to, unless the option names another number."""


def listen_error(error: OSError, host: str, *ports: int | None) -> CommandError:
    """The error for a server that cannot listen there, with its reason and a remedy."""
    # from Python 3.13 on asyncio leaves out addresses that are not of this machine, and says
    # without a number that none was left
    if isinstance(error, socket.gaierror) or error.errno in {errno.EADDRNOTAVAIL, None}:
        reason = CommandError("no_address")
    elif error.errno == errno.EADDRINUSE:
        reason = CommandError("port_in_use")
    else:
        reason = CommandError("closed_port", what=os.strerror(error.errno))
    return CommandError("closed_door", host=host, ports=[*filter(None, ports)], reason=reason)


class ServerProcess:
    """A server process: its configuration, and the services that it opens."""

    def __init__(
        self,
        workplace: CommandContext,
        worker: WorkerProcess | None,
        listeners: Listeners,
        config: ServeConfig,
        balancers: tuple[Network, ...] = (),
    ) -> None:
        from hako.multiplayer.data_location import store_at
        from hako.multiplayer.services import Services
        from hako.server.ssh.server import ServerConfig
        from hako.tui.apps.command_words import SCREEN_REQUESTS

        database, limits = config.database, config.limits
        if config.guests and config.allow_keys is not None:
            raise UsageError("guests_and_allow_keys")
        self.folder = Services(workplace.data, store_at(database) if database else None, worker)
        self.is_in_database = database is not None
        if config.web is not None and self.folder.is_shared:
            raise CommandError("web_in_shared_folder", folder=self.folder.path)
        self.workplace = workplace
        self.worker = worker
        self.is_first = worker is None or worker.is_first
        self.config = config
        self.thinkers = max(1, workers(config.bot_cores) // (worker.processes if worker else 1))
        if worker is not None:
            limits = replace(limits, sessions=ceil(limits.sessions / worker.processes))
        self.rules = ServerConfig(
            self.folder.path,
            config.host,
            config.port,
            config.guests,
            Path(config.allow_keys) if config.allow_keys else None,
            SCREEN_REQUESTS,
            limits,
            self.folder.store,
            worker,
            balancers,
            listeners,
        )
        self._code: str | None = None
        """The code of the table that people are invited to."""
        self._moderation: ModerationService

    def run(self) -> Listeners:
        """Serve until ctrl+c; returns the open sockets if the server is to be restarted."""
        from hako.server.ssh.server import serve

        logging.basicConfig(level=logging.INFO, format=LOG)
        try:
            return serve(self.rules, self._prepare, self._opened, self._open_site)
        except StorageError:
            raise
        except OSError as error:
            if error.filename is not None:
                raise  # a file is the trouble
            raise listen_error(error, self.rules.host, self.rules.port, self.config.web) from None
        finally:
            self.folder.store.close()

    @asynccontextmanager
    async def _prepare(self) -> AsyncIterator[AppSetup]:
        """Open the lobby."""
        from hako.multiplayer.moderation.service import ModerationService
        from hako.multiplayer.notifications.shell_command import notified_by
        from hako.server.ssh.auth import own_keys, read_admins
        from hako.server.ssh.lobby_session import lobby_sessions
        from hako.server.ssh.lobby_words import lobby_teller

        async with AsyncExitStack() as stack:
            journal = self.folder.audit_log()
            if self.is_first and self.is_in_database:
                self._compare_keys()
            admins, moderators = (
                read_admins(Path(name)) if name else frozenset()
                for name in (self.config.admins, self.config.moderators)
            )
            opened = self.folder.opened(
                self.workplace.shelf,
                self.thinkers,
                keeps_all=True,
                limits=self.rules.limits.manners,
                sanctions=journal.sanctions,
            )
            lobby = await stack.enter_async_context(opened)
            if self.worker is not None:
                lobby.writes.elsewhere = self.worker.may_write
            for error in lobby.rooms.damaged.values():
                logger.warning("a table could not be opened: %s", error)
            if self.is_first and self.config.invite is not None:
                self._code = self._invited(lobby, self.config.invite).code
            shelf = self.workplace.shelf
            if self.is_first and self.config.notify_command is not None:
                notifications = notified_by(self.config.notify_command, lobby, self.folder, shelf)
                await stack.enter_async_context(notifications)
            tournaments, hosts = self.folder.tournaments(lobby, shelf), admins | own_keys()
            self._moderation = moderation = ModerationService(
                lobby, journal, hosts, moderators, tournaments
            )
            yield (
                lobby_sessions(lobby, self.folder, shelf, moderation),
                lobby_teller(lobby, shelf, moderation),
                journal.sanctions,
            )

    def _compare_keys(self) -> None:
        """Warn where other machines serve the same database with another host key."""
        from hako.server.ssh.host_keys import HOST_KEYS, host_key, is_server_key

        path = self.folder.path / "host_key"
        if not is_server_key(self.folder.store.document(HOST_KEYS, 0o600), host_key(path)):
            logger.warning(
                "%s: another machine serves this database with another host key; clients that know"
                " that key are warned. Give all machines the same host_key.",
                path,
            )

    def _invited(self, lobby: Lobby, invite: str) -> Room:
        """The server's table that people are invited to: an open one of before, or a new one."""
        from hako.multiplayer.lobby.lobby import NoSuchTable
        from hako.multiplayer.tables.table_setup import shared_header

        name, _, seats = invite.partition(":")
        game = self.workplace.shelf.load(name)
        count = number_in(seats, game.seats[-1] + 1)
        if count is None:
            if seats:
                raise UsageError("no_seats", invite=invite, seats=seats)
            count = max(game.seats[0], min(INVITED_SEATS, game.seats[-1]))
        wanted = ("", game.id, count, self.config.clock)
        for table in lobby.tables():
            settings = (table.opened_by, table.game, len(table.players), table.clock)
            if settings == wanted and table.open_seats:
                with suppress(NoSuchTable):  # its log is damaged
                    return lobby.find(table.code)
        header = shared_header(
            game, (OPEN,) * count, committed=True, undo="ask", clock=self.config.clock
        )
        return lobby.new_tables.create(header, None, (None,) * count, private=True)

    def _open_site(self, context: ServerContext) -> AbstractAsyncContextManager[object]:
        """The web site, if there is one."""
        if self.config.web is None:
            return nullcontext()
        from hako.server.web.site import Site, WebConfig, open_site

        host = self.rules.host
        rules = WebConfig(
            host=host,
            port=self.config.web,
            address=(addresses(host) or [host])[0],
            url=self.config.web_url,
            visitors=self.config.web_sessions,
            proxy=self.config.web_trusted_proxy,
        )
        if self.is_first:
            return open_site(context, rules, self.folder, self.rules.listeners.get(WEB, ()))
        if self.config.web:  # the first process listens; invitations work in each
            context.inviter = Site(context, rules, self.folder)
        return nullcontext()

    def _opened(self, context: ServerContext) -> None:
        self._moderation.serve(context)
        announce = partial(self._print_addresses, context.port, context.inviter)
        if self.worker is None:
            announce()
        else:
            self.worker.announce = announce

    def _print_addresses(self, port: int, site: WebInvites | None) -> None:
        address = ways(self.rules.host, port)[0]
        say = self.workplace.own_texts.text
        put(say("serve.open", way=address))
        if self._code is not None:
            put(say("serve.invited", way=address, code=self._code))
        if site is not None:
            put(say("serve.web", url=site.url))
            if self.rules.allow is not None:
                put(say("serve.web_closed"))
            elif self._code is not None:
                put(say("serve.web_table", url=site.url, code=self._code))
        for line in access_hints(self.workplace.own_texts, self.rules.host, port):
            put(line)

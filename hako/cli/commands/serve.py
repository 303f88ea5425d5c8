"""`hako serve`: a server that people reach with SSH, or with a browser."""

from __future__ import annotations

import errno
import ipaddress
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from functools import partial
from itertools import chain
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from msgspec.structs import replace

from hako.cli.options import Decorated, with_context
from hako.cli.printing import put
from hako.cli.serve_config import ServeConfig, read_config
from hako.cli.usage import CommandError, UsageError
from hako.engine.i18n.numbers import number_in
from hako.engine.log.save import StorageError
from hako.multiplayer.accounts.settings import workers
from hako.server.workers.listeners import WEB, Listeners, opened
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

MOST_PROCESSES = 8
"""The largest number of processes that is chosen without --workers."""

_LISTENERS = "HAKO_LISTENERS"
"""The environment variable with the file numbers of inherited sockets, by the door."""

LOG = "%(asctime)s %(message)s"

INVITED_SEATS = 2
"""Seats of a table that people are invited to, unless the option names another number."""


def _file(option: str, about: str) -> Callable[[Decorated], Decorated]:
    """An option that names a file of public keys."""
    kind = click.Path(exists=True, dir_okay=False)
    return click.option(option, type=kind, metavar="FILE", help=about)


@click.command("serve")
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Read the configuration from this TOML file, which has more keys than there are options,"
    " such as [limits]: see docs/serve.en.md. Options take precedence over the file.",
)
@click.option("--host", help="Address to listen at.  [default: 127.0.0.1]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port to listen at; 0 takes any free one.  [default: 2222]",
)
@click.option(
    "--guests",
    is_flag=True,
    default=None,
    help="Admit people without a key. A guest's name proves nothing: a later guest with the same"
    " name gets the earlier one's seats.",
)
@_file("--allow-keys", "Admit only the public keys in FILE, in the format of authorized_keys.")
@_file(
    "--admins",
    "Public keys of the admins, who may use every command of `ssh HOST admin`, or of o in the"
    " lobby. The account that runs the server is an admin, too.",
)
@click.option(
    "--invite",
    metavar="GAME[:SEATS]",
    help="Open a table of GAME, and print the command that leads directly to it.",
)
@click.option(
    "--web",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Serve browsers, too, at this port. A cookie recognizes their players. With --allow-keys"
    " browsers need a link: `hako admin invite NAME`.",
)
@click.option(
    "--database",
    metavar="URL",
    help="Keep all data but the server's keys in this PostgreSQL database, such as"
    " postgresql://host/name, which several servers can share.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help=f"Number of worker processes (default: the number of CPUs, at most {MOST_PROCESSES}).",
)
@with_context
def command(workplace: CommandContext, config_file: Path | None, **options: Any) -> None:
    """Run a server that people reach with SSH, or with a browser.

    Public keys identify the players, and the first key that takes a name owns it. Tables, names
    and the server's own key are in the data folder. However the server ends, after the next start
    every table is as it was.

    The settings and unfinished lessons of a name's owner are kept; those of other players, until a
    month after their last visit. Those of guests are not kept.
    """
    config = read_config(config_file, options)
    worker = WorkerProcess.of_environment()
    balancers = _balancers(config.proxy_protocol_from)
    count = _count(config.workers)
    if worker is None:
        _compact(workplace, config.database)
    if worker is None and (count > 1 or balancers):
        sys.exit(_shared(workplace, count, config))
    inherited = _inherited() if worker is None else worker.inherited
    server = ServerProcess(workplace, worker, inherited, config, balancers)
    if listeners := server.run():
        _restart(listeners)


def _compact(workplace: CommandContext, url: str | None) -> None:
    """Compact the lists of the server before anybody opens them."""
    from hako.multiplayer.compaction import compact_lists
    from hako.multiplayer.data_location import is_database, store_at
    from hako.multiplayer.services import Services

    if url is None or is_database(url):
        folder = Services(workplace.data, store_at(url) if url else None)
        try:
            compact_lists(folder.store)
        finally:
            folder.store.close()


def _balancers(names: Sequence[str]) -> tuple[Network, ...]:
    """The networks that are named. Raises UsageError, CommandError."""
    networks = []
    for address in names:
        try:
            networks.append(ipaddress.ip_network(address))
        except ValueError:
            raise UsageError("no_balancer", address=address) from None
    if networks and not hasattr(socket, "send_fds"):
        raise CommandError("no_porter")
    return tuple(networks)


def _inherited() -> Listeners:
    """The sockets that are open already, if this process replaced an earlier one by exec."""
    return opened(json.loads(os.environ.pop(_LISTENERS, "{}")))


def _restart(listeners: Listeners) -> NoReturn:
    """Replace this process by a new one that inherits the listening sockets, so that none closes."""
    from hako.server.workers.supervisor import restart

    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})  # nobody would hear it
    for listener in chain.from_iterable(listeners.values()):
        listener.set_inheritable(True)
    numbers = {
        door: [listener.fileno() for listener in sockets] for door, sockets in listeners.items()
    }
    os.environ[_LISTENERS] = json.dumps(numbers)
    command = restart()
    os.execv(command[0], command)


def _count(workers: int | None) -> int:
    """The number of worker processes. Raises CommandError."""
    if hasattr(socket, "send_fds"):
        return workers or min(MOST_PROCESSES, os.cpu_count() or 1)
    if workers not in {None, 1}:
        raise CommandError("one_process")
    return 1


def _shared(workplace: CommandContext, count: int, config: ServeConfig) -> int:
    """Run a server of several processes, which all read the same configuration; the exit status."""
    from hako.multiplayer.services import Services
    from hako.server.connection_limits import ConnectionLimits
    from hako.server.workers.supervisor import run

    logging.basicConfig(level=logging.INFO, format=LOG)
    try:
        connections, folder = ConnectionLimits(config.limits), Services(workplace.data).path
        return run(config.host, config.port, count, connections, folder, config.web)
    except OSError as error:
        raise _listen_error(error, config.host, config.port, config.web) from None


def _listen_error(error: OSError, host: str, *ports: int | None) -> CommandError:
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
        from hako.multiplayer.data_location import is_database, store_at
        from hako.multiplayer.services import Services
        from hako.server.ssh.server import ServerConfig
        from hako.tui.apps.lobby import ERRANDS

        database, limits = config.database, config.limits
        if config.guests and config.allow_keys is not None:
            raise UsageError("guests_and_allow_keys")
        if database is not None and not is_database(database):
            raise UsageError("no_database_url", database=database)
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
            ERRANDS,
            limits,
            self.folder.store,
            worker,
            balancers,
            listeners,
        )
        self._code: str | None = None
        """The code of the table that people are invited to."""
        self._steward: ModerationService

    def run(self) -> Listeners:
        """Keep the server open until Ctrl+C; the listening sockets if it restarts."""
        from hako.server.ssh.server import serve

        logging.basicConfig(level=logging.INFO, format=LOG)
        try:
            return serve(self.rules, self._prepare, self._opened, self._open_site)
        except StorageError:
            raise
        except OSError as error:
            if error.filename is not None:
                raise  # a file is the trouble
            raise _listen_error(error, self.rules.host, self.rules.port, self.config.web) from None
        finally:
            self.folder.store.close()

    @asynccontextmanager
    async def _prepare(self) -> AsyncIterator[AppSetup]:
        """Open the lobby."""
        from hako.multiplayer.moderation.service import ModerationService
        from hako.multiplayer.notifications.command import notified_by
        from hako.server.ssh.auth import own_keys, read_admins
        from hako.server.ssh.lobby_session import lobby_sessions, lobby_teller

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
            for error in lobby.damaged.values():
                logger.warning("a table is left out: %s", error)
            if self.is_first and self.config.invite is not None:
                self._code = self._invited(lobby, self.config.invite).code
            shelf = self.workplace.shelf
            if self.is_first and self.config.notify_command is not None:
                telling = notified_by(self.config.notify_command, lobby, self.folder, shelf)
                await stack.enter_async_context(telling)
            cups, hosts = self.folder.tournaments(lobby, shelf), admins | own_keys()
            self._steward = steward = ModerationService(lobby, journal, hosts, moderators, cups)
            yield (
                lobby_sessions(lobby, self.folder, shelf, steward),
                lobby_teller(lobby, shelf, steward),
                journal.sanctions,
            )

    def _compare_keys(self) -> None:
        """Say so where other machines open the same house by another key."""
        from hako.server.ssh.auth import HOST_KEYS, host_key, is_server_key

        path = self.folder.path / "host_key"
        if not is_server_key(self.folder.store.document(HOST_KEYS, 0o600), host_key(path)):
            logger.warning(
                "%s: the house was opened last by another key; people who know that one are"
                " warned of a stranger. Give all machines the same host_key.",
                path,
            )

    def _invited(self, lobby: Lobby, invite: str) -> Room:
        """The table of the house that still waits for people: one of before, or a new one."""
        from hako.engine.log.records import OPEN
        from hako.engine.log.setup import new_header
        from hako.multiplayer.lobby.lobby import NoSuchTable

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
        header = new_header(
            game, (OPEN,) * count, committed=True, undo="ask", clock=self.config.clock
        )
        return lobby.create(header, None, (None,) * count, private=True)

    def _open_site(self, house: ServerContext) -> AbstractAsyncContextManager[object]:
        """That for browsers, where there is to be one."""
        if self.config.web is None:
            return nullcontext()
        from hako.cli.addresses import addresses
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
            return open_site(house, rules, self.folder, self.rules.listeners.get(WEB, ()))
        if self.config.web:  # the first one has the door, and lets in who is invited here
            house.inviter = Site(house, rules, self.folder)
        return nullcontext()

    def _opened(self, house: ServerContext) -> None:
        self._steward.serve(house)
        tell = partial(self._print_addresses, house.port, house.inviter)
        if self.worker is None:
            tell()
        else:
            self.worker.announce = tell

    def _print_addresses(self, port: int, site: WebInvites | None) -> None:
        from hako.cli.addresses import access_hints, ways

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

"""`hako serve`: a house that people come to over SSH, or with a browser."""

from __future__ import annotations

import errno
import ipaddress
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
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
from typing import TYPE_CHECKING, Any, NoReturn, get_args

import click
from msgspec.structs import replace

from hako.cli.limit_options import LimitsCommand, limit_options
from hako.cli.options import with_context
from hako.cli.printing import put
from hako.cli.usage import CommandError, UsageError
from hako.engine.i18n.numbers import number_in
from hako.engine.log.save import StorageError
from hako.multiplayer.accounts.settings import CoresChoice, workers
from hako.server.workers.listeners import WEB, Listeners, opened
from hako.server.workers.worker import WorkerProcess

if TYPE_CHECKING:
    from hako.cli.context import CommandContext
    from hako.multiplayer.lobby.lobby import Lobby
    from hako.multiplayer.moderation.service import ModerationService
    from hako.multiplayer.tables.room import Room
    from hako.server.limits import Limits
    from hako.server.proxy_protocol import Network
    from hako.server.ssh.context import ServerContext, WebInvites
    from hako.server.ssh.server import AppSetup

logger = logging.getLogger(__name__)

MOST_PROCESSES = 8
"""So many share a house where nothing is said."""

_LISTENERS = "HAKO_LISTENERS"
"""Tells a program that was started in its own place what listens, by the door."""

LOG = "%(asctime)s %(message)s"

INVITED_SEATS = 2
"""How many seats an invited table has where nothing is said."""


@click.command("serve", cls=LimitsCommand)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=2222,
    show_default=True,
    help="Port to listen at; 0 takes any free one.",
)
@click.option(
    "--guests",
    is_flag=True,
    help="Let people in without a key. A guest's name proves nothing: whoever comes as a guest"
    " of that name later finds the seats of the one before.",
)
@click.option(
    "--allow",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="A closed house: only the keys in FILE, in the format of authorized_keys.",
)
@click.option(
    "--keepers",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Whose keys are in FILE keeps order here, as does the account that runs the house:"
    " `ssh HOST house`, or o in the lobby.",
)
@click.option(
    "--helpers",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Whose keys are in FILE helps to keep order: they mute and remove at every table, in the"
    " same ways, and that is all.",
)
@click.option(
    "--invite",
    metavar="GAME[:SEATS]",
    help="Have a table of GAME open, and print the line that leads straight to it.",
)
@click.option(
    "--clock",
    default="",
    metavar="CLOCK",
    help="The clock of that table, such as 3d (three days a turn), 24h+8h (24 hours, and 8 more"
    " after each turn, never more than 24) or 12h+8h/2d (never more than two days); -away after it, as in 3d-away: away days do not count.",
)
@click.option(
    "--web",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Open the same house to browsers, at this port: whoever tells a name is known again by"
    " a cookie. To a closed house they need a link: `hako house invite NAME`.",
)
@click.option(
    "--web-url",
    metavar="URL",
    help="What browsers call that port, where it is not http://HOST:PORT, as behind a proxy that"
    " speaks https; they can come by no other name then.",
)
@click.option(
    "--web-visitors",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    metavar="N",
    help="Pages at the same time, each with a terminal.",
)
@click.option(
    "--web-proxy",
    metavar="ADDRESS",
    help="Whence a proxy connects, such as 127.0.0.1: of it alone X-Forwarded-For is believed,"
    " so that bans and limits are for those behind it.",
)
@click.option(
    "--store",
    metavar="URL",
    help="Keep tables, names and all else but the house's keys in this PostgreSQL database,"
    " such as postgresql://host/name, for several servers.",
)
@click.option(
    "--proxied-by",
    multiple=True,
    metavar="ADDRESS",
    help="Whence a balancer before several machines leads people here, such as 192.0.2.7 or"
    " 192.0.2.0/24; it has to say with the PROXY protocol where they come from, so that bans and"
    " limits are for them. Can be given more than once.",
)
@click.option(
    "--on-turn",
    metavar="CMD",
    help="A shell command that is run when somebody who asked for it in their settings has been"
    " away from a table for a minute in their turn, with JSON about it on its standard input.",
)
@click.option(
    "--processes",
    type=click.IntRange(1),
    metavar="N",
    help="Share the house between so many processes; without this as many as there are processors,"
    f" {MOST_PROCESSES} at most.",
)
@click.option(
    "--cores",
    type=click.Choice(get_args(CoresChoice)),
    default="one",
    show_default=True,
    help="On how many of this machine's cores bots think, one at least in each process.",
)
@limit_options
@with_context
def command(
    workplace: CommandContext, processes: int | None, proxied_by: Sequence[str], **options: Any
) -> None:
    """Open a house that people come to over SSH, each on their own terminal.

    People are known by their public keys, and the first key that takes a name owns it.
    Tables, names and the house's own key are kept in the data folder; however the server
    ends, after the next start every table is as it was.

    Settings and half-played lessons are kept for whoever owns a name; those of others, until a
    month after they came last. A guest's are not kept at all.
    """
    worker = WorkerProcess.of_environment()
    balancers = _balancers(proxied_by)
    count = _count(processes)
    if worker is None:
        _compact(workplace, options["store"])
    if worker is None and (count > 1 or balancers):
        sys.exit(_shared(workplace, count, **options))
    inherited = _inherited() if worker is None else worker.inherited
    server = ServerProcess(workplace, worker, inherited, balancers=balancers, **options)
    if listeners := server.run():
        _begin_anew(listeners)


def _compact(workplace: CommandContext, url: str | None) -> None:
    """Compact the lists of the house before anybody opens them."""
    from hako.multiplayer.compaction import compact_house
    from hako.multiplayer.data_location import is_database, store_at
    from hako.multiplayer.services import Services

    if url is None or is_database(url):
        folder = Services(workplace.data, store_at(url) if url else None)
        try:
            compact_house(folder.store)
        finally:
            folder.store.close()


def _balancers(told: Sequence[str]) -> tuple[Network, ...]:
    """Those that are named."""
    found = []
    for address in told:
        try:
            found.append(ipaddress.ip_network(address))
        except ValueError:
            raise UsageError("no_balancer", address=address) from None
    if found and not hasattr(socket, "send_fds"):
        raise CommandError("no_porter")
    return tuple(found)


def _inherited() -> Listeners:
    """What listens already, where this program was started in its own place."""
    return opened(json.loads(os.environ.pop(_LISTENERS, "{}")))


def _begin_anew(listeners: Listeners) -> NoReturn:
    """Start this program afresh in its own place; who comes meanwhile waits at the open port."""
    from hako.server.workers.supervisor import restart

    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})  # nobody would hear it
    for each in chain.from_iterable(listeners.values()):
        each.set_inheritable(True)
    numbers = {door: [each.fileno() for each in its] for door, its in listeners.items()}
    os.environ[_LISTENERS] = json.dumps(numbers)
    command = restart()
    os.execv(command[0], command)


def _count(processes: int | None) -> int:
    """How many processes there are to be."""
    if hasattr(socket, "send_fds"):
        return processes or min(MOST_PROCESSES, os.cpu_count() or 1)
    if processes not in {None, 1}:
        raise CommandError("one_process")
    return 1


def _shared(
    workplace: CommandContext,
    count: int,
    *,
    host: str,
    port: int,
    web: int | None,
    limits: Limits,
    **_: Any,
) -> int:
    """Keep a house of so many processes; the exit status. What else was asked for is theirs."""
    from hako.multiplayer.services import Services
    from hako.server.connection_limits import ConnectionLimits
    from hako.server.workers.supervisor import run

    logging.basicConfig(level=logging.INFO, format=LOG)
    try:
        return run(host, port, count, ConnectionLimits(limits), Services(workplace.data).path, web)
    except OSError as error:
        raise _closed_door(error, host, port, web) from None


def _closed_door(error: OSError, host: str, *ports: int | None) -> CommandError:
    """Why the house cannot be opened there, and what would do."""
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
    """What was asked for, and the house that is opened with it."""

    def __init__(
        self,
        workplace: CommandContext,
        worker: WorkerProcess | None,
        listeners: Listeners,
        *,
        host: str,
        port: int,
        guests: bool,
        allow: Path | None,
        keepers: Path | None,
        helpers: Path | None,
        invite: str | None,
        clock: str,
        web: int | None,
        web_url: str | None,
        web_visitors: int,
        web_proxy: str | None,
        store: str | None,
        on_turn: str | None,
        cores: CoresChoice,
        limits: Limits,
        balancers: tuple[Network, ...] = (),
    ) -> None:
        from hako.multiplayer.data_location import is_database, store_at
        from hako.multiplayer.services import Services
        from hako.server.ssh.server import ServerConfig
        from hako.tui.apps.lobby import ERRANDS

        if guests and allow is not None:
            raise UsageError("guests_and_allow")
        if store is not None and not is_database(store):
            raise UsageError("no_database_url", store=store)
        self.folder = Services(workplace.data, store_at(store) if store else None, worker)
        self.is_in_database = store is not None
        if web is not None and self.folder.is_shared:
            raise CommandError("web_in_shared_folder", folder=self.folder.path)
        self.workplace = workplace
        self.worker = worker
        self.is_first = is_first = worker is None or worker.is_first
        self.keepers = keepers
        self.helpers = helpers
        self.invite = invite if is_first else None
        self.clock = clock
        self.web = web
        self.web_url = web_url
        self.web_visitors = web_visitors
        self.web_proxy = web_proxy
        self.on_turn = on_turn if is_first else None
        self.thinkers = max(1, workers(cores) // (worker.processes if worker else 1))
        if worker is not None:
            limits = replace(limits, sessions=ceil(limits.sessions / worker.processes))
        self.rules = ServerConfig(
            self.folder.path,
            host,
            port,
            guests,
            allow,
            ERRANDS,
            limits,
            self.folder.store,
            worker,
            balancers,
            listeners,
        )
        self._code: str | None = None
        """Of the table that people are invited to."""
        self._steward: ModerationService

    def run(self) -> Listeners:
        """Keep the house open until ctrl+c; what still listens where it is to be opened anew."""
        from hako.server.ssh.server import serve

        logging.basicConfig(level=logging.INFO, format=LOG)
        try:
            return serve(self.rules, self._prepare, self._opened, self._door)
        except StorageError:
            raise
        except OSError as error:
            if error.filename is not None:
                raise  # a file is the trouble
            raise _closed_door(error, self.rules.host, self.rules.port, self.web) from None
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
            keepers, helpers = (
                read_admins(path) if path else frozenset() for path in (self.keepers, self.helpers)
            )
            opened = self.folder.opened(
                self.workplace.shelf,
                self.thinkers,
                keeps_all=True,
                manners=self.rules.limits.manners,
                sanctions=journal.sanctions,
            )
            lobby = await stack.enter_async_context(opened)
            if self.worker is not None:
                lobby.writes.elsewhere = self.worker.may_write
            for error in lobby.damaged.values():
                logger.warning("a table is left out: %s", error)
            if self.invite is not None:
                self._code = self._invited(lobby, self.invite).code
            shelf = self.workplace.shelf
            if self.on_turn is not None:
                telling = notified_by(self.on_turn, lobby, self.folder, shelf)
                await stack.enter_async_context(telling)
            cups, hosts = self.folder.tournaments(lobby, shelf), keepers | own_keys()
            self._steward = steward = ModerationService(lobby, journal, hosts, helpers, cups)
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
        wanted = ("", game.id, count, self.clock)
        for table in lobby.tables():
            found = (table.opened_by, table.game, len(table.players), table.clock)
            if found == wanted and table.open_seats:
                with suppress(NoSuchTable):  # its log is damaged
                    return lobby.find(table.code)
        header = new_header(game, (OPEN,) * count, committed=True, undo="ask", clock=self.clock)
        return lobby.create(header, None, (None,) * count, private=True)

    def _door(self, house: ServerContext) -> AbstractAsyncContextManager[object]:
        """That for browsers, where there is to be one."""
        if self.web is None:
            return nullcontext()
        from hako.cli.addresses import addresses
        from hako.server.web.site import Site, WebConfig, open_site

        host = self.rules.host
        rules = WebConfig(
            host=host,
            port=self.web,
            address=(addresses(host) or [host])[0],
            url=self.web_url,
            visitors=self.web_visitors,
            proxy=self.web_proxy,
        )
        if self.is_first:
            return open_site(house, rules, self.folder, self.rules.listeners.get(WEB, ()))
        if self.web:  # the first one has the door, and lets in who is invited here
            house.inviter = Site(house, rules, self.folder)
        return nullcontext()

    def _opened(self, house: ServerContext) -> None:
        self._steward.serve(house)
        tell = partial(self._tell, house.port, house.inviter)
        if self.worker is None:
            tell()
        else:
            self.worker.announce = tell

    def _tell(self, port: int, site: WebInvites | None) -> None:
        from hako.cli.addresses import told, ways

        way = ways(self.rules.host, port)[0]
        say = self.workplace.own_texts.text
        put(say("serve.open", way=way))
        if self._code is not None:
            put(say("serve.invited", way=way, code=self._code))
        if site is not None:
            put(say("serve.web", url=site.url))
            if self.rules.allow is not None:
                put(say("serve.web_closed"))
            elif self._code is not None:
                put(say("serve.web_table", url=site.url, code=self._code))
        for line in told(self.workplace.own_texts, self.rules.host, port):
            put(line)

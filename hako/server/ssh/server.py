"""The SSH server: it listens, starts sessions, and ends them all politely."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import asyncssh
from msgspec import Struct

from hako.engine.storage.protocols import Store
from hako.multiplayer.accounts.name_rules import preload
from hako.multiplayer.accounts.names import BadAccountFile
from hako.multiplayer.accounts.sanctions import Sanctions
from hako.multiplayer.services import Services
from hako.server import unix_socket as local
from hako.server.bridge import bridged_loop, bridged_tasks
from hako.server.limits import Limits
from hako.server.proxy_protocol import BadProxyHeader, Network, ProxyProtocol
from hako.server.slow_callbacks import watch_event_loop
from hako.server.ssh.asyncssh_patch import CIPHERS, KEY_EXCHANGES, send_no_empty_packets
from hako.server.ssh.auth import Authenticator, key_of, read_allowed_keys
from hako.server.ssh.connection import Connection
from hako.server.ssh.context import ServerContext
from hako.server.ssh.gc_tuning import short_collections
from hako.server.ssh.host_keys import host_key
from hako.server.ssh.session_app_base import AppFactory, Teller, tells_nothing
from hako.server.workers.listening_sockets import NEAR, Listeners
from hako.server.workers.protocol import WorkerMessage
from hako.server.workers.worker import WorkerProcess
from hako.tui.terminal.signals import ENDING_SERVERS, on_hang_up
from hako.tui.terminal.textual_patches import repair_textual

logger = logging.getLogger(__name__)

SSH = "ssh"
"""The name of the listeners for SSH."""

_WINDOW_BYTES = 32 * 1024
_DAY_SECONDS = 24 * 3600


class ServerConfig(Struct, frozen=True):
    """The settings of a server."""

    data: Path
    """The folder that keeps the host key, and the names where there is no other `store`."""
    host: str = "127.0.0.1"
    port: int = 2222
    """The port; 0 takes any free one."""
    guests: bool = False
    """True lets people in without a key."""
    allow: Path | None = None
    """A file of authorized_keys; nobody else may log in."""
    commands: frozenset[str] = frozenset()
    """The first words of commands that the app carries out, as in `ssh -t HOST resume CODE`."""
    limits: Limits = Limits()
    store: Store | None = None
    worker: WorkerProcess | None = None
    """This process as a worker; its supervisor has the port. None if it serves alone."""
    balancers: Sequence[Network] = ()
    """The load balancers that are trusted to tell a client's address."""
    listeners: Listeners = {}
    """Listening sockets of the server that this one replaces, by their name."""

    @property
    def is_first(self) -> bool:
        """True if this process has the parts that a server has once, such as the Unix socket."""
        return self.worker is None or self.worker.is_first


AppSetup: TypeAlias = tuple[AppFactory, Teller, Sanctions]
"""The app factory, the answers to commands, and the sanctions of a server."""

Door: TypeAlias = Callable[[ServerContext], AbstractAsyncContextManager[object]]
"""Opens one more way to connect, such as a web site."""


def _no_door(context: ServerContext) -> AbstractAsyncContextManager[None]:  # noqa: ARG001  there is none
    return nullcontext()


@asynccontextmanager
async def open_server(
    rules: ServerConfig,
    make_app: AppFactory,
    tell: Teller = tells_nothing,
    sanctions: Sanctions | None = None,
    door: Door = _no_door,
) -> AsyncIterator[ServerContext]:
    """Open the server; at the end notify all users that it closes.

    `door` opens another way to connect, which is there until all sessions have ended.

    Raises OSError if the port or the folder cannot be used, ValueError for a bad file.
    """
    repair_textual()
    send_no_empty_packets()
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    preload()
    context = _make_context(rules, make_app, tell, sanctions)
    async with AsyncExitStack() as stack:
        stack.enter_context(bridged_tasks())
        await stack.enter_async_context(door(context))
        options = _options(rules, context)
        stack.callback(_close_all, context.listeners)
        if rules.worker is None:
            places: list[dict[str, Any]] = [
                {"sock": listener} for listener in rules.listeners.get(SSH, ())
            ]
            acceptors: list[asyncssh.SSHAcceptor] = []
            for where in places or [{"host": rules.host, "port": rules.port}]:
                acceptors.append(await asyncssh.create_server(**where, **options))
                stack.push_async_callback(acceptors[-1].wait_closed)
            context.acceptors[SSH] = [*acceptors]
            context.port = acceptors[-1].get_port()
            stack.push_async_callback(_close, context)
            for acceptor in acceptors:
                stack.callback(acceptor.close)
        else:
            context.port = rules.worker.port
            context.renew = partial(rules.worker.send, WorkerMessage.RESTART)
            rules.worker.drain = context.drain
            stack.push_async_callback(_close, context)
            serve_connection = partial(
                _serve_connection, context, ProxyProtocol(rules.balancers), options
            )
            stack.enter_context(rules.worker.taking(serve_connection, context.stop.set))
        if rules.is_first:
            if (nearby := stack.enter_context(_nearby(rules, context))) is not None:
                context.acceptors[NEAR] = [await asyncssh.create_server(sock=nearby, **options)]
                stack.callback(context.acceptors[NEAR][0].close)
            stack.callback(asyncio.create_task(_forget_daily(rules)).cancel)
        await stack.enter_async_context(short_collections(context))
        with watch_event_loop():
            yield context


def serve(
    rules: ServerConfig,
    prepare: Callable[[], AbstractAsyncContextManager[AppSetup]],
    opened: Callable[[ServerContext], None],
    door: Door = _no_door,
) -> Listeners:
    """Run a server until SIGTERM, SIGINT or SIGHUP; `opened` is called when people can connect.

    What `prepare` opens is there as long as the server is open. Returns the listening sockets for
    its successor if it is to be restarted in its own place, else none.
    """
    gc.disable()  # while tables are opened it would find nothing; then see short_collections
    with asyncio.Runner(loop_factory=bridged_loop) as runner:
        return runner.run(_serve(rules, prepare, opened, door))


async def _serve(
    rules: ServerConfig,
    prepare: Callable[[], AbstractAsyncContextManager[AppSetup]],
    opened: Callable[[ServerContext], None],
    door: Door,
) -> Listeners:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in ENDING_SERVERS:
        loop.add_signal_handler(number, stop.set)
    on_hang_up(lambda: None, stop.set)  # it just begins
    async with prepare() as setup, open_server(rules, *setup, door=door) as context:
        on_hang_up(lambda: context.renew(), stop.set)
        opened(context)
        if rules.worker is not None:
            rules.worker.send(WorkerMessage.READY)
        await _either(stop, context.stop)
        if rules.worker is not None and context.is_closing:
            rules.worker.send(WorkerMessage.CLOSING)
        if rules.worker is None:  # a worker may be asked to end by its supervisor and by systemd
            # a second ctrl+c ends it at once
            for number in ENDING_SERVERS:
                loop.remove_signal_handler(number)
        if stop.is_set() or context.is_closing or rules.worker is not None:
            return {}  # the supervisor of a worker keeps them
        return {
            door: [listener.dup() for listener in sockets]
            for door, sockets in context.listeners.items()
        }


async def _either(*events: asyncio.Event) -> None:
    waits = [asyncio.create_task(event.wait()) for event in events]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


def _make_context(
    rules: ServerConfig, make_app: AppFactory, tell: Teller, sanctions: Sanctions | None
) -> ServerContext:
    if rules.guests and rules.allow:
        raise BadAccountFile("guests_not_allowed", file=rules.allow)
    limits = rules.limits
    registry = Services(rules.data, rules.store).names(limits.names, limits.new_names)
    allowed = read_allowed_keys(rules.allow) if rules.allow else None
    authenticator = Authenticator(registry, allowed, rules.guests)
    return ServerContext(
        make_app, authenticator, limits, rules.commands, tell, sanctions, rules.worker
    )


async def _serve_connection(
    context: ServerContext,
    balancers: ProxyProtocol,
    options: dict[str, Any],
    accepted: socket.socket,
) -> None:
    """Serve a connection that the supervisor accepted, until it ends."""
    with suppress(OSError, asyncssh.Error, BadProxyHeader):  # they left, or were not let in
        with context.expecting():
            ends = await balancers.ends_of(accepted)
            served = Connection(context, ends)
            served.count((accepted.getpeername() if ends is None else ends.client)[0])
            options = {**options, "server_factory": lambda: served}
            try:
                connection = await asyncssh.connect_reverse(sock=accepted, **options)
            except BaseException:
                served.discount()  # it may have ended before it began
                raise
        async with connection:
            await connection.wait_closed()


def _options(rules: ServerConfig, context: ServerContext) -> dict[str, Any]:
    """The options of asyncssh for all connections."""
    limits = rules.limits
    return {
        "server_factory": lambda: Connection(context),
        "server_host_keys": [host_key(rules.data / "host_key")],
        "config": None,
        "password_auth": False,
        "host_based_auth": False,
        "gss_kex": False,
        "gss_auth": False,
        "x11_forwarding": False,
        "agent_forwarding": False,
        "line_editor": False,
        "encoding": None,
        "window": _WINDOW_BYTES,
        "encryption_algs": CIPHERS,
        "kex_algs": KEY_EXCHANGES,
        # a compressed packet of a client may unpack to a thousand times its size
        "compression_algs": ["none"],
        "login_timeout": limits.login_seconds,
        "keepalive_interval": limits.keepalive_seconds,
        "keepalive_count_max": 3,
    }


async def _forget_daily(rules: ServerConfig) -> None:
    folder = Services(rules.data, rules.store)
    while True:
        try:
            await asyncio.to_thread(folder.forget_strangers, key_of)
        except OSError as error:
            logger.warning("files of users without a name could not be deleted: %s", error)
        await asyncio.sleep(_DAY_SECONDS)


def _nearby(
    rules: ServerConfig, context: ServerContext
) -> AbstractContextManager[socket.socket | None]:
    """A context with the Unix socket for accounts of this machine, or None."""
    before = next(iter(rules.listeners.get(NEAR, ())), None)
    if rules.worker is not None and before is not None:
        return before  # it belongs to the supervisor
    return local.listening(rules.data, before, lambda: NEAR in context.listeners)


def _close_all(listeners: Listeners) -> None:
    for listener in chain.from_iterable(listeners.values()):
        listener.close()


async def _close(context: ServerContext) -> None:
    """Notify all users, wait for their sessions to end, and end the others."""
    context.is_closing = True
    for session in context.sessions:
        session.leave("closing")
    ends = [session.ended() for session in context.sessions]
    await _wait(ends, 3 * context.limits.shutdown_grace)
    closings = [connection.close() for connection in context.connections]
    await _wait(closings, context.limits.shutdown_grace)
    for connection in list(context.connections):
        connection.refuse()


async def _wait(things: list[Coroutine[Any, Any, None]], seconds: float) -> None:
    tasks = [asyncio.create_task(thing) for thing in things]
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()

"""`hako serve`: a server that people reach with SSH, or with a browser."""

from __future__ import annotations

import ipaddress
import json
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import CommandError, UsageError
from hako.cli.serve_config import ServeConfig, read_config
from hako.cli.server_process import LOG, ServerProcess, listen_error
from hako.cli.shared_options import Decorated, with_context
from hako.server.connection_limits import ConnectionLimits
from hako.server.proxy_protocol import Network
from hako.server.workers.listening_sockets import Listeners, opened
from hako.server.workers.worker import WorkerProcess

logger = logging.getLogger(__name__)

MOST_PROCESSES = 8
"""The largest number of processes that is chosen without --workers."""

_LISTENERS = "HAKO_LISTENERS"
"""The environment variable with the file numbers of inherited sockets, by the door."""


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
        from hako.multiplayer.compaction import compact_lists

        with workplace.server_data(config.database) as folder:
            compact_lists(folder.store)  # before any process opens them
    if worker is None and (count > 1 or balancers):
        sys.exit(_shared(workplace, count, config))
    inherited = _inherited() if worker is None else worker.inherited
    server = ServerProcess(workplace, worker, inherited, config, balancers)
    if listeners := server.run():
        _restart(listeners)


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
    from hako.server.workers.supervisor import run

    logging.basicConfig(level=logging.INFO, format=LOG)
    try:
        connections, folder = ConnectionLimits(config.limits), Services(workplace.data).path
        return run(config.host, config.port, count, connections, folder, config.web)
    except OSError as error:
        raise listen_error(error, config.host, config.port, config.web) from None

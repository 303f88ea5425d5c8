"""`hako admin`: commands for the server on this machine, the same as those of `ssh HOST admin`."""

from __future__ import annotations

import asyncio

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import CommandError
from hako.cli.printing import put
from hako.cli.shared_options import with_context


@click.command("admin")
@click.argument("words", nargs=-1, metavar="[log | COMMAND ...]")
@with_context
def command(workplace: CommandContext, words: tuple[str, ...]) -> None:
    """List who is on the server that runs over this data folder, or moderate it.

    \b
    close TABLE [WHY]             close a table; its log is kept
    kick TABLE WHO [TIME] [WHY]   remove a player from a table
    mute TABLE WHO [TIME] [WHY]   mute a player at a table
    ban WHO [TIME] [WHY]          ban a player, key or address from the server
    unban WHO                     end every ban, kick and mute of a player; also unmute, allow
    release-name NAME             make a name free for others
    invite NAME [TABLE]           make a link that admits one person with a browser, once
    tournament NAME GAME [FORMAT ...]
                                  announce a tournament and open its entries
    start NAME                    begin a tournament; its entries close
    forfeit TABLE|NAME WHO        forfeit an absent player's game, or remove them from a tournament
    finish NAME                   end a tournament as it stands
    announce WORDS                send a message to everybody online
    restart                       restart the server's processes; players return to their seats
    shutdown [TIME] [WHY]         accept no new connections, and stop when all have left

    TABLE is a table's code. WHO is a name or a key, for a ban also an address. TIME is like 10m, 2h
    or 7d; for shutdown it is the time until everybody must have left. log lists recent commands.
    Without a command, list who is online and all sanctions. The player who opened a table may
    close it, and kick and mute there. FORMAT is swiss, swiss:ROUNDS or round-robin, same-deal (all
    tables of a round have the same deal), rated, clock=TIME, or an option of the game as KEY=VALUE.
    GAME may include the seats of a table, as in flip_city:3.
    """  # noqa: D301 - click reads the control character itself
    from hako.multiplayer.services import Services
    from hako.server.unix_socket import connected

    folder = Services(workplace.data).path
    line = connected(folder)
    if line is None:
        raise CommandError("no_house", folder=folder)
    from hako.server.socket_client import Endpoint, ask

    order = f"admin {' '.join(words)}".rstrip()
    put(
        asyncio.run(ask(Endpoint(folder, line), None, order, workplace.language)).removesuffix("\n")
    )

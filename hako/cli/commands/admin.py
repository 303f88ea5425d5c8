"""`hako admin`: commands for the server on this machine, the same as those of `ssh HOST admin`."""

from __future__ import annotations

import asyncio

import click

from hako.cli.context import CommandContext
from hako.cli.options import with_context
from hako.cli.printing import put
from hako.cli.usage import CommandError


@click.command("admin")
@click.argument("words", nargs=-1, metavar="[log | COMMAND ...]")
@with_context
def command(workplace: CommandContext, words: tuple[str, ...]) -> None:
    """See who is on the server that runs over this data folder, and moderate it.

    \b
    close TABLE [WHY]             close a table; its log is kept
    kick TABLE WHO [TIME] [WHY]   keep somebody away from a table
    mute TABLE WHO [TIME] [WHY]   let somebody say nothing at a table
    ban WHO [TIME] [WHY]          keep a key or an address off the server
    unban WHO                     end every ban, kick and mute of somebody; also unmute, allow
    release-name NAME             let a name belong to nobody
    invite NAME [TABLE]           make a link that lets one person in with a browser, once
    tournament NAME GAME [FORMAT ...]
                                  announce a tournament that people enter
    start NAME                    begin a tournament; nobody enters any more
    forfeit TABLE|NAME WHO        score somebody who did not come, or take them out of a tournament
    finish NAME                   end a tournament as it stands
    announce WORDS                send a message to everybody who is connected
    restart                       restart the server's processes; all return to where they sat
    shutdown [TIME] [WHY]         let nobody new in, and stop when all have gone

    TABLE is a code, NAME in the lines on tournaments the name of one, WHO a name or a key, of a ban
    perhaps an address; TIME is 10m, 2h or 7d, for shutdown the time that all have to go. log lists
    the last commands. Without any, the command lists who is connected and all sanctions. Whoever
    opened a table may close it, kick and mute there. FORMAT is swiss, swiss:ROUNDS or round-robin,
    same-deal (all tables of a round have the same deal), rated, clock=TIME, or a variant of the
    game as KEY=VALUE; GAME may say how many sit at a table, as in flip_city:3.
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

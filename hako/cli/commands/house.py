"""`hako house`: orders for a house that is open on this machine, as `ssh HOST house ...` takes them."""

from __future__ import annotations

import asyncio

import click

from hako.cli.context import CommandContext
from hako.cli.options import with_context
from hako.cli.printing import put
from hako.cli.usage import CommandError


@click.command("house")
@click.argument("words", nargs=-1, metavar="[log | ORDER ...]")
@with_context
def command(workplace: CommandContext, words: tuple[str, ...]) -> None:
    """See who is in the house that is open over this data folder, and keep order there.

    \b
    close TABLE [WHY]             take a table away; its log is kept
    remove TABLE WHO [TIME] [WHY] keep somebody away from a table
    mute TABLE WHO [TIME] [WHY]   let somebody say nothing at a table
    ban WHO [TIME] [WHY]          keep a key or an address out of the house
    lift WHO                      let nothing hold against somebody any more
    free NAME                     let a name belong to nobody
    invite NAME [TABLE]           make a link that lets one person in with a browser, once
    cup CUP GAME [HOW ...]        announce a cup that people enter; start CUP lets it begin
    forfeit TABLE|CUP WHO         score somebody who did not come, or take them out of a cup
    finish CUP                    end a cup as it stands
    say WORDS                     say something to everybody who is in
    upgrade                       start the server's programs afresh; all come again to where they sat
    end [TIME] [WHY]              let nobody new in, and close when all have gone

    TABLE is a code, WHO a name or a key, of a ban perhaps an address; TIME is 10m, 2h or 7d,
    and how long all have to go. log lists the last orders; without any, you hear who is in and
    what holds against whom. Whoever opened a table may close it, remove and mute there. HOW is swiss,
    swiss:ROUNDS or robin, same (all tables of a round have the same deal), rated, clock=TIME, or a
    variant of the game as KEY=VALUE; GAME may say how many sit at a table, as in flip_city:3.
    """  # noqa: D301 - click reads the control character itself
    from hako.multiplayer.services import Services
    from hako.server.unix_socket import connected

    folder = Services(workplace.data).path
    line = connected(folder)
    if line is None:
        raise CommandError("no_house", folder=folder)
    from hako.server.socket_client import Endpoint, ask

    order = f"house {' '.join(words)}".rstrip()
    put(
        asyncio.run(ask(Endpoint(folder, line), None, order, workplace.language)).removesuffix("\n")
    )

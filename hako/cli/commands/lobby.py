"""`hako lobby`: the lobby on this terminal, over a folder that others use, too."""

from __future__ import annotations

import os

import click

from hako.cli.context import CommandContext
from hako.cli.shared_options import name_option, with_context


@click.command("lobby")
@click.argument(
    "request",
    nargs=-1,
    metavar="[tables|notify|vacation DAYS|next|daily|join CODE|resume CODE|replay CODE]",
)
@name_option
@with_context
def command(workplace: CommandContext, request: tuple[str, ...], name: str | None) -> None:
    """Open the lobby on this terminal, over a data folder that others use at the same time.

    If hako serve runs over that folder, this connects to that server, and players need no access
    to the logs, which contain every hand. Otherwise this process reads and writes the logs.

    For several people on one machine, or for a plain sshd with a line like this for each of them
    in authorized_keys:

    \b
    restrict,pty,command="hako lobby --data /srv/hako --name Mia" ssh-ed25519 AAAA...

    If people have accounts of their own, the folder must belong to a group of theirs, and
    sshd_config needs this:

    \b
    ForceCommand umask 002; exec hako lobby --data /srv/hako

    tables lists your tables and open ones with their codes. It needs no terminal, nor do notify and
    vacation; see hako notify and hako vacation. next opens the table that has waited longest for
    you, daily the daily game.
    """  # noqa: D301 - click reads the control character itself
    from hako.cli.lobby_requests import open_lobby

    # where sshd runs this command whatever was typed, that is what was typed after the host
    open_lobby(workplace, " ".join(request) or os.environ.get("SSH_ORIGINAL_COMMAND", ""), name)

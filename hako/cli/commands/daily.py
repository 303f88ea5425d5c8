"""`hako daily`: the daily game."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.shared_options import name_option, with_context


@click.command("daily")
@name_option
@with_context
def command(workplace: CommandContext, name: str | None) -> None:
    """Play the daily game: one player, the same deal for everybody on the server.

    Your first attempt counts, if it ends before midnight UTC; after that the best one can be
    watched. On a server elsewhere, type ssh -t HOST daily.
    """
    from hako.cli.lobby_requests import open_lobby
    from hako.tui.apps.command_words import DAILY

    open_lobby(workplace, DAILY, name)

"""`hako next`: the shared table that has waited longest for the player."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.shared_options import name_option, with_context


@click.command("next")
@name_option
@with_context
def command(workplace: CommandContext, name: str | None) -> None:
    """Open the shared table that has waited longest for you; x leads from there to the next.

    If no table waits, the lobby opens and shows what each of your tables waits for. hako resume
    continues a game of your own against bots.
    """
    from hako.cli.lobby_requests import open_lobby
    from hako.tui.apps.command_words import NEXT

    open_lobby(workplace, NEXT, name)

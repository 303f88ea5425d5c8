"""`hako notify`: a line for each turn of the player at shared tables."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.shared_options import name_option, with_context


@click.command("notify")
@click.option(
    "--json", "as_json", is_flag=True, help="Print each line as JSON, for other programs."
)
@name_option
@with_context
def command(workplace: CommandContext, name: str | None, *, as_json: bool) -> None:
    """Print a line for each shared table that waits for you, now and whenever another one begins to.

    For scripts, tmux and prompts. It ends with Ctrl+C, or when its reader ends. On a server
    elsewhere, type ssh HOST notify.
    """
    from hako.cli.lobby_requests import open_lobby
    from hako.tui.apps.command_words import NOTIFY

    open_lobby(workplace, f"{NOTIFY} --json" if as_json else NOTIFY, name)

"""`hako vacation`: a vacation, in which no time of the player runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hako.cli.options import name_option, with_context

if TYPE_CHECKING:
    from hako.cli.context import CommandContext


@click.command("vacation")
@click.argument("days", type=click.IntRange(0), required=False, metavar="[DAYS]")
@name_option
@with_context
def command(workplace: CommandContext, days: int | None, name: str | None) -> None:
    """Go on vacation for so many days from now; 0 ends it.

    At shared tables where there can be a day or more your time stands still meanwhile, and the
    others are told until when; tables where away days do not count are named. Without DAYS it
    prints how many days of the year are left. On a server elsewhere, type ssh HOST vacation DAYS.
    """
    from hako.cli.commands.lobby import open_lobby
    from hako.tui.apps.requests import VACATION

    open_lobby(workplace, VACATION if days is None else f"{VACATION} {days}", name)

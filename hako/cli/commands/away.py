"""`hako away`: say that one is away, so that no time runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hako.cli.options import name_option, with_context

if TYPE_CHECKING:
    from hako.cli.context import CommandContext


@click.command("away")
@click.argument("days", type=click.IntRange(0), required=False, metavar="[DAYS]")
@name_option
@with_context
def command(workplace: CommandContext, days: int | None, name: str | None) -> None:
    """Say that you are away for so many days from now; 0 is that you are back.

    At shared tables where there can be a day or more your time stands still meanwhile, and the
    others are told until when; tables where away days do not count are named. Without DAYS it
    tells how many days of the year are left. In a house elsewhere ssh HOST away DAYS does the same.
    """
    from hako.cli.commands.lobby import come
    from hako.tui.apps.lobby import AWAY

    come(workplace, AWAY if days is None else f"{AWAY} {days}", name)

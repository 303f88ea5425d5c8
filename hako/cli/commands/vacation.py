"""`hako vacation`: a vacation, during which the player's clocks stand still."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.shared_options import name_option, with_context


@click.command("vacation")
@click.argument("days", type=click.IntRange(0), required=False, metavar="[DAYS]")
@name_option
@with_context
def command(workplace: CommandContext, days: int | None, name: str | None) -> None:
    """Begin a vacation of DAYS days from now; 0 ends it.

    During a vacation your time stands still at shared tables whose clock can reach a day or more,
    and the others see until when. Tables where vacations do not count are listed. Without DAYS,
    print how many vacation days of the year are left. On a server elsewhere, type
    ssh HOST vacation DAYS.
    """
    from hako.cli.lobby_requests import open_lobby
    from hako.tui.apps.command_words import VACATION

    open_lobby(workplace, VACATION if days is None else f"{VACATION} {days}", name)

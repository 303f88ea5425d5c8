"""`hako replay`: a saved game, move by move."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.needs_terminal import needs_terminal
from hako.cli.shared_options import (
    as_seat_option,
    plain_option,
    save_argument,
    seat_of,
    with_context,
)


@click.command("replay")
@save_argument
@as_seat_option
@plain_option
@with_context
def command(workplace: CommandContext, save: str, as_seat: int | None, plain: bool) -> None:
    """Show SAVE, a file or the name of a saved game, move by move, without changing it."""
    table = workplace.open(save).table
    viewer = seat_of(table, as_seat)
    if not plain:
        needs_terminal("hako replay")
    if plain:
        from hako.cli.plain.entry_points import replay_plain

        replay_plain(workplace, table, viewer)
    else:
        from hako.cli.open_screens import open_replay

        open_replay(workplace, table, viewer)

"""`hako play`: a new game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hako.tui.commands.options import OneOf, plain_option, with_house
from hako.tui.commands.setup import Asked, players, setup_options, usual_seats
from hako.tui.commands.terminal import needs_terminal

if TYPE_CHECKING:
    from hako.engine.log import UndoPolicy
    from hako.tui.commands.house import House


@click.command("play")
@click.argument("game")
@setup_options
@click.option(
    "--undo",
    type=OneOf(["free", "horizon", "ask"]),
    default="free",
    help="What may be taken back: everything (free, the usual); what revealed nothing and was"
    " answered by nobody (horizon); that, and the rest if all agree (ask).",
)
@plain_option
@with_house
def command(house: House, game: str, asked: Asked, undo: UndoPolicy, plain: bool) -> None:
    r"""Play GAME.

    Each --seat is a player, in turn order: a NAME for a person, bot:LEVEL for a bot. Without
    any, you play against bots. The game is saved at every move; hako resume goes on with it.

    \b
    hako play flip_city --seat Mia --seat bot:greedy
    hako play flip_city --seat Mia --seat Ken --option office=on
    """
    rules = house.shelf.load(game)
    seats = asked.seats or usual_seats(rules, house.texts)
    header = asked.header(rules, players(seats, house.texts), undo)
    if not plain:
        needs_terminal("hako play")
    table = house.library.new(header)
    if plain:
        from hako.tui.commands.plain import play_plain

        play_plain(house, table)
    else:
        from hako.tui.commands.screen import open_table

        open_table(house, table)

"""`hako play`: a new game."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.game_options import GameRequest, players, setup_options, usual_seats
from hako.cli.needs_terminal import needs_terminal
from hako.cli.shared_options import ChoiceParam, plain_option, play_at, with_context
from hako.cli.word_completion import GAME
from hako.engine.log.header import UndoPolicy

UNDO: dict[str, UndoPolicy] = {
    "free": "free",
    "until-revealed": "horizon",
    "by-consent": "ask",
}
"""The policies of undo, by the words that --undo takes."""

EXAMPLES = """
\b
Examples:
  hako play flip_city                                   against a bot
  hako play flip_city --beginner                        for a first game, with hints
  hako play flip_city --seat Mia                        alone
  hako play flip_city --seat Mia --seat bot:random      against another bot
  hako play flip_city --seat Mia --seat Ken --lang ja   at one keyboard, in Japanese
  hako play flip_city --option office=on --undo by-consent
                                                        with a module, undo by consent
"""


@click.command("play", epilog=EXAMPLES)
@click.argument("game", type=GAME)
@setup_options("NAME|bot:LEVEL")
@click.option(
    "--undo",
    type=ChoiceParam([*UNDO]),
    default="free",
    help="Which moves can be undone: all (free, the default); those that revealed nothing, until"
    " somebody else moves (until-revealed); any other, too, if all agree (by-consent).",
)
@click.option(
    "--beginner",
    is_flag=True,
    help="Set the game up as its rulebook recommends for a first game, and show hints before your"
    " choices; the key a turns them off.",
)
@plain_option
@with_context
def command(
    workplace: CommandContext,
    game: str,
    asked: GameRequest,
    undo: str,
    beginner: bool,
    plain: bool,
) -> None:
    """Play GAME.

    Each --seat is a player, in turn order: a NAME for a person, bot:LEVEL for a bot. Without
    any, you play against bots. The game is saved at every move; hako resume continues it.
    """
    rules = workplace.shelf.load(game)
    box = workplace.shelf.box(game)
    seats = asked.seats or usual_seats(box, workplace.own_name)
    header = asked.header(
        rules, players(seats, rules, workplace.texts), UNDO[undo], box.first if beginner else None
    )
    if not plain:
        needs_terminal("hako play")
    table = workplace.library.new(header)
    if beginner:
        workplace.keep_settings(workplace.read_settings().with_tips(game, on=True))
    play_at(workplace, table, plain=plain)

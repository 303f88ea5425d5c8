"""`hako stats`: statistics of the saved games on this computer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from hako.cli.context import CommandContext
from hako.cli.output_file import put_json
from hako.cli.printing import put
from hako.cli.shared_options import json_option, with_context
from hako.cli.word_completion import GAME

if TYPE_CHECKING:
    from hako.tui.statistics_counting import StatisticsRow

EXAMPLES = """
\b
Examples:
  hako stats                      all players, game by game
  hako stats cultus --player Ann  Ann's results in Cultus
  hako stats --json               the same for other programs
"""


@click.command("stats", epilog=EXAMPLES)
@click.argument("game", type=GAME, required=False)
@click.option("--player", metavar="NAME", help="Show only this player.")
@json_option
@with_context
def command(
    workplace: CommandContext, game: str | None, player: str | None, json_file: Path | None
) -> None:
    """Show statistics of the saved games: wins, streaks, scores, results of reviews.

    With GAME, only of this game. Unfinished games and those given up are counted separately;
    lessons and games with only bots are not counted. Everything is calculated from the saved
    games; nothing leaves this computer.
    """
    from hako.tui.statistics_counting import counted
    from hako.tui.statistics_text import statistics_text

    if game is not None:
        workplace.shelf.box(game)
    rows = _only(counted(workplace.library.entries()), game, player)
    if json_file is not None:
        put_json(json_file, {"people": rows.people, "damaged": rows.damaged})
    else:
        put("\n".join(statistics_text(rows, workplace.shelf, workplace.texts)).rstrip())


def _only(rows: StatisticsRow, game: str | None, player: str | None) -> StatisticsRow:
    """The rows of one game or one person alone, if named."""
    people = [
        replace(
            person, games=tuple(record for record in person.games if game in {None, record.game})
        )
        for person in rows.people
        if player in {None, person.name}
    ]
    return rows._replace(people=[person for person in people if person.games])

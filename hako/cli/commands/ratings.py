"""`hako ratings`: the ratings of a server's players."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import UNDECIDED
from hako.cli.output_file import put_json
from hako.cli.printing import put
from hako.cli.shared_options import database_option, json_option, with_context

if TYPE_CHECKING:
    from hako.multiplayer.services import Services

REBUILD = "rebuild"


@click.command("ratings")
@click.argument("game", metavar="[GAME | rebuild]", required=False)
@database_option
@json_option
@with_context
def command(
    workplace: CommandContext, game: str | None, database: str | None, json_file: Path | None
) -> None:
    """Show the ratings of the players of the server that keeps its data here.

    With GAME, only of this game. rebuild replays the logs of all rated games, checks them against
    the rules and writes their results again; it reports results that were different, and logs
    that cannot be trusted. A log that cannot be checked, such as one of older rules, corrects
    nothing, and the exit status is 3. On a server elsewhere, type ssh HOST ratings.
    """
    if game not in {None, REBUILD}:
        game = workplace.shelf.box(game).id
    with workplace.server_data(database) as folder:
        if game == REBUILD:
            _rebuild(workplace, folder)
        else:
            _print_ratings(workplace, folder, game, json_file)


def _print_ratings(
    workplace: CommandContext, folder: Services, game: str | None, json_file: Path | None
) -> None:
    from hako.multiplayer.ratings.ratings import leaderboards, ratings_text

    boards = asyncio.run(leaderboards(folder.results(), game))
    if json_file is not None:
        put_json(json_file, boards)
    else:
        put("\n".join(ratings_text(boards, workplace.shelf, workplace.texts)).rstrip())


def _rebuild(workplace: CommandContext, folder: Services) -> None:
    from hako.multiplayer.rebuild_ratings import rebuild

    result = rebuild(folder, workplace.shelf)
    for failure in (*result.damaged, *result.undecided):
        put(f"hako: {failure.text(workplace.language)}", err=True)
    say = workplace.own_texts.text
    put(say("ratings.rebuilt", games=result.games, new=result.new, gone=result.gone))
    if result.damaged or result.undecided:
        raise SystemExit(1 if result.damaged else UNDECIDED)

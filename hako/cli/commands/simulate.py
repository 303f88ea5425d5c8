"""`hako simulate`: many games between bots, and their results."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import UsageError
from hako.cli.game_options import GameRequest, players, setup_options
from hako.cli.output_file import STDOUT, OutputFile, put_json, put_out
from hako.cli.printing import put
from hako.cli.shared_options import jobs_option, json_option, with_context
from hako.cli.word_completion import GAME
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import load_catalogue
from hako.engine.lab import report
from hako.engine.lab.simulate import DECISIONS, FinishedGame, simulate
from hako.engine.lab.summary import summarize
from hako.engine.log.log_content import content_of
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.terminal.signals import ending_by_exception

FOLDER = click.Path(file_okay=False, writable=True, path_type=Path)


EXAMPLES = """
\b
Examples:
  hako simulate flip_city --games 1000 --seat bot:greedy --seat bot:random --seed 1
  hako simulate flip_city --html result.html --json result.json
"""


@click.command("simulate", epilog=EXAMPLES)
@click.argument("game", type=GAME)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=100,
    metavar="N",
    help="Number of games (default: 100).",
)
@setup_options("bot:LEVEL")
@jobs_option("play")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=DECISIONS,
    metavar="N",
    help=f"Decisions after which a game is given up (default: {DECISIONS}).",
)
@json_option
@click.option(
    "--html",
    "html_file",
    type=OutputFile(),
    metavar="FILE",
    help="Write a page with plots; - is stdout.",
)
@click.option(
    "--save", "folder", type=FOLDER, metavar="DIR", help="Save the log of every game in DIR."
)
@with_context
def command(
    workplace: CommandContext,
    game: str,
    games: int,
    asked: GameRequest,
    jobs: int,
    limit: int,
    json_file: Path | None,
    html_file: Path | None,
    folder: Path | None,
) -> None:
    """Let bots play many games of GAME, and report lengths, wins and scores.

    A game that does not end is given up and counted. The same seed gives the same result for any
    number of processes. If JSON or HTML goes to stdout, the sentences go to stderr.
    """
    if json_file == html_file == STDOUT:
        raise UsageError("one_stdout")
    rules = workplace.shelf.load(game)
    seats = asked.seats or ("bot:greedy",) * max(2, rules.seats[0])
    seated = players(seats, rules, workplace.texts)
    if people := [player.name for player in seated if player.bot is None]:
        raise UsageError("only_bots", name=people[0])
    header = asked.header(rules, seated)
    began = time.perf_counter()
    games_played = simulate(rules, header, games, jobs=min(jobs, games), limit=limit, folder=folder)
    with ending_by_exception():  # the processes that play end with us
        played = list(_watched(games_played, games))
    seconds = time.perf_counter() - began
    summary = summarize(rules, header, played)
    name = workplace.shelf.box(game).name[workplace.language]
    content = content_of(rules, header, game)
    terms = rules.terms(content, workplace.language)
    texts = load_catalogue(workplace.language, ENGINE, MULTIPLAYER, TUI, rules.folder).with_terms(
        terms
    )
    lines = [report.title(summary, texts, name), *report.sentences(summary, texts)]
    lines.append(texts.text("simulation.speed", rate=f"{games / seconds:.1f}"))
    put("\n".join(lines), err=STDOUT in {json_file, html_file})
    if json_file:
        put_json(json_file, summary)
    if html_file:
        put_out(html_file, report.as_page(summary, texts, name).encode())


def _watched(games_played: Iterator[FinishedGame], games: int) -> Iterator[FinishedGame]:
    """The games as they are played, with a progress bar if stderr is a terminal."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(games_played, games, hidden=hidden, file=sys.stderr) as bar:
        yield from bar

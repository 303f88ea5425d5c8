"""`hako review`: the decisions of a finished game, judged by what each seat could know."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import click

from hako.cli.context import CommandContext, say
from hako.cli.output_file import put_json
from hako.cli.printing import put
from hako.cli.shared_options import (
    as_seat_option,
    jobs_option,
    json_option,
    save_argument,
    seat_of,
    with_context,
)
from hako.engine.bots.worker_pool import WorkerPool
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.storage_errors import StorageError
from hako.engine.review.job import SECONDS, ReviewJob
from hako.engine.review.report_text import report_text
from hako.engine.review.review import InlineExecutor, Review, review_of
from hako.engine.review.review_report import report
from hako.engine.transcript.sentences import texts_for
from hako.engine.transcript.text_export import part_as_text
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.bot_text import called
from hako.tui.terminal.signals import ending_by_exception

MINUTES = SECONDS / 60

EXAMPLES = """
\b
Examples:
  hako review 20261121-203000-flip-city
  hako review game.hako --as-seat 1 --json review.json
"""


@click.command("review", epilog=EXAMPLES)
@save_argument
@as_seat_option
@jobs_option("think")
@click.option(
    "--minutes",
    type=click.FloatRange(0),
    default=MINUTES,
    metavar="N",
    help=f"Maximum time in minutes (default: {MINUTES:g}).",
)
@json_option
@with_context
def command(
    workplace: CommandContext,
    save: str,
    as_seat: int | None,
    jobs: int,
    minutes: float,
    json_file: Path | None,
) -> None:
    """Judge the decisions in SAVE, a finished game: what they lost, and what was better.

    The review is saved beside SAVE. It can be stopped at any time and continued later; until it
    is done, its results are marked as preliminary.
    """
    table = workplace.open(save).table
    viewer = seat_of(table, as_seat)
    review = _thought_out(table, jobs, 60 * minutes, workplace.own_texts)
    players, language = called(table.players, workplace.language), workplace.language
    texts = texts_for(table.game, table.content, players, language, MULTIPLAYER, TUI)
    judged = report(table, review, texts, viewer, workplace.library.first_ending(table))
    if json_file is not None:
        put_json(json_file, judged)
    else:
        parts = ("\n".join(part_as_text(part)) for part in report_text(judged, texts))
        put("\n\n".join(parts))


def _thought_out(table: History[Any], jobs: int, seconds: float, texts: Catalogue) -> Review:
    """The review after some seconds at most; it is saved even if it is interrupted."""
    review = review_of(table)
    if review.is_done:
        return review
    under_way = ReviewJob(table)
    try:
        with ending_by_exception():
            asyncio.run(_think(under_way, jobs, seconds))
    finally:
        review = under_way.review or review
        _keep(under_way, review, texts)
    return review


async def _think(under_way: ReviewJob, jobs: int, seconds: float) -> None:
    """Run the review, with a progress bar if stderr is a terminal."""
    worker_pool = WorkerPool(jobs)
    bar = click.progressbar(length=100, hidden=not sys.stderr.isatty(), file=sys.stderr)

    def show() -> None:
        if under_way.review is not None:
            bar.update(int(100 * under_way.review.share) - bar.pos)

    under_way.listeners.append(show)
    try:
        with bar:
            await under_way.continue_review(
                InlineExecutor() if jobs == 1 else worker_pool, jobs, seconds
            )
    finally:
        worker_pool.close()


def _keep(under_way: ReviewJob, review: Review, texts: Catalogue) -> None:
    share = f"{review.share:.0%}"
    try:
        under_way.keep()
    except StorageError as error:
        say(texts.text("review.lost", share=share, reason=error))
    else:
        if not review.is_done:
            say(texts.text("review.kept", share=share))

"""`hako review`: what was decided in a game that is over, judged by what each seat could know."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from hako.engine.bots.thinker import Thinker
from hako.engine.log.store import StoreFailed
from hako.engine.review.report import in_words, report
from hako.engine.review.review import Alone, keep, review_of, reviewed
from hako.engine.transcript.telling import texts_for
from hako.engine.transcript.words import part_as_text
from hako.tui import TUI
from hako.tui.commands.options import (
    as_seat_option,
    json_option,
    put_json,
    save_argument,
    seat_of,
    with_workplace,
)
from hako.tui.commands.workplace import say
from hako.tui.films.transcripts import called
from hako.tui.terminal.signals import ending_by_exception

if TYPE_CHECKING:
    from hako.engine.log.table import Table
    from hako.engine.words.text import Texts
    from hako.tui.commands.workplace import Workplace

MINUTES = 10.0

EVERY = 10.0
"""Seconds after which what is done is kept, whatever happens then."""

EXAMPLES = """
\b
Examples:
  hako review 20261121-203000-flip-city
  hako review game.hako --as-seat 1 --json review.json
"""


@click.command("review", epilog=EXAMPLES)
@save_argument
@as_seat_option
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=lambda: os.cpu_count() or 1,
    metavar="N",
    help="Processes that think; as many as processors, if nothing is said.",
)
@click.option(
    "--minutes",
    type=click.FloatRange(0),
    default=MINUTES,
    metavar="N",
    help=f"How long to think at most; {MINUTES:g}, if nothing is said.",
)
@json_option
@with_workplace
def command(
    workplace: Workplace,
    save: str,
    as_seat: int | None,
    jobs: int,
    minutes: float,
    json_file: Path | None,
) -> None:
    """Judge what was decided in SAVE, a game that is over: what it lost, what was better.

    The review is kept beside SAVE. It can be ended at any time, and goes on where it was;
    until it is done, it says that nothing is sure yet.
    """
    table = workplace.open(save).table
    viewer = seat_of(table, as_seat)
    thinking = _Thinking(table, workplace.own_texts)
    thinking.go_on(jobs, 60 * minutes)
    players, language = called(table.players, workplace.language), workplace.language
    texts = texts_for(table.game, table.content, players, language, TUI)
    found = report(table, thinking.review, texts, viewer)
    if json_file is not None:
        put_json(json_file, found)
    else:
        told = ("\n".join(part_as_text(part)) for part in in_words(found, texts))
        click.echo("\n\n".join(told))


class _Thinking:
    """A review under way, with a bar on stderr where somebody sees it."""

    def __init__(self, table: Table[Any], texts: Texts) -> None:
        self.review = review_of(table)
        self._table = table
        self._texts = texts

    def go_on(self, jobs: int, seconds: float) -> None:
        """Think for so long at most; what is done is kept also where that is broken off."""
        if self.review.is_done:
            return
        try:
            with ending_by_exception():
                asyncio.run(self._think(jobs, monotonic() + seconds))
        finally:
            self._keep()

    async def _think(self, jobs: int, until: float) -> None:
        thinker, kept = Thinker(jobs), monotonic()
        worker = Alone() if jobs == 1 else thinker
        bar = click.progressbar(length=100, hidden=not sys.stderr.isatty(), file=sys.stderr)
        try:
            with bar:
                async for review in reviewed(self._table, self.review, worker, jobs):
                    self.review = review
                    bar.update(int(100 * self.review.share) - bar.pos)
                    if monotonic() > until:
                        break
                    if monotonic() > kept + EVERY:
                        kept = monotonic()
                        with suppress(StoreFailed):  # it is told in the end
                            keep(self._table, self.review)
        finally:
            thinker.close()

    def _keep(self) -> None:
        share = f"{self.review.share:.0%}"
        try:
            keep(self._table, self.review)
        except StoreFailed as error:
            say(self._texts.say("review.lost", share=share, reason=error))
        else:
            if not self.review.is_done:
                say(self._texts.say("review.kept", share=share))

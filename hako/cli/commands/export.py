"""`hako export`: a saved game as a transcript."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import UNDECIDED, CommandError, UsageError
from hako.cli.output_file import STDOUT, OutputFile
from hako.cli.shared_options import (
    ChoiceParam,
    as_seat_option,
    save_argument,
    seat_of,
    with_context,
)
from hako.engine.i18n.suggestions import suggestion
from hako.engine.storage.folder import SUFFIX
from hako.tui.recordings.transcripts import FORMATS, SIZE, Format, Size, transcript, write

if TYPE_CHECKING:
    from hako.engine.log.history import History
    from hako.engine.review.review import Review


class TerminalSize(click.ParamType):  # type: ignore[type-arg]  # generic in newer versions of click only
    """Columns and lines of a recording, such as 160x50."""

    name = "size"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002 - click passes it
        ctx: click.Context | None,
    ) -> Size:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", value)
        size = (int(match[1]), int(match[2])) if match else (0, 0)
        if size[0] < SIZE[0] or size[1] < SIZE[1]:
            raise UsageError("film_size", ctx=ctx, size=value)
        return size


EXAMPLES = """
\b
Examples:
  hako export 20261121-203000-flip-city -o game.html
  hako export game.hako --format txt --lang ja --as-seat 1
  hako export game.hako -o game.cast --size 160x50 --short
"""


@click.command("export", epilog=EXAMPLES)
@save_argument
@click.option(
    "--format",
    "form",
    type=ChoiceParam(FORMATS),
    help="Format; by default that of the output file's ending, or md.",
)
@as_seat_option
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    default=STDOUT,
    metavar="FILE",
    help="File to write to; - is stdout (the default).",
)
@click.option(
    "--size",
    type=TerminalSize(),
    metavar="COLUMNSxLINES",
    help="Size of a recording, at least 80x24 (the default).",
)
@click.option("--short", "is_short", is_flag=True, help="Only what mattered most, in a recording.")
@click.option("--review", is_flag=True, help="Include the review that hako review made.")
@with_context
def command(
    workplace: CommandContext,
    save: str,
    form: Format | None,
    as_seat: int | None,
    output: Path,
    size: Size | None,
    *,
    is_short: bool,
    review: bool,
) -> None:
    """Write SAVE, a file or the name of a saved game, as a transcript.

    md, txt and html are for readers, json is for programs, cast is a recording for asciinema.
    The transcript of a finished game shows everything that was hidden, unless it is written for
    one seat; that of an unfinished game shows only what a watcher, or that seat, can see. If
    records could not be checked, such as those of older rules, the transcript says so, and the
    exit status is 3.
    """
    form = form or _format_of(output)
    if form != "cast" and (size is not None or is_short):
        raise UsageError("size_of_film" if size is not None else "short_film", form=form)
    size = size or SIZE
    table = workplace.open(save).table
    viewer = seat_of(table, as_seat)
    judged = _review_for(table, form, save) if review else None
    first = workplace.library.first_ending(table) if review else None
    if output == STDOUT:
        content = transcript(
            table,
            form,
            workplace.language,
            viewer,
            size,
            review=judged,
            first=first,
            is_short=is_short,
        )
        click.echo(content, nl=False)
    else:
        write(
            table,
            form,
            workplace.language,
            viewer,
            output,
            size,
            review=judged,
            first=first,
            is_short=is_short,
        )
    if table.undecided:
        raise SystemExit(UNDECIDED)


def _review_for(table: History[Any], form: Format, save: str) -> Review:
    """The review that was made of the table's game; UsageError or CommandError where there is none."""
    from hako.engine.review.review import review_of

    if form == "cast":
        raise UsageError("film_review")
    review = review_of(table)
    if not review.share:
        raise CommandError("no_review", save=save)
    return review


def _format_of(output: Path) -> Format:
    """The format of a file by its ending; Markdown if it has none, as for a pipe."""
    ending = output.suffix.removeprefix(".")
    form = next((form for form in FORMATS if form == ending), None)
    if form is not None or ending in {"", SUFFIX.removeprefix(".")}:  # write refuses the latter
        return form or "md"
    raise UsageError(
        "no_format", near=suggestion(ending, FORMATS), ending=output.suffix, formats=FORMATS
    )

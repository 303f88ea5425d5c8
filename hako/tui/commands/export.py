"""`hako export`: a saved game as a transcript."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hako.tui.commands.options import (
    OneOf,
    as_seat_option,
    save_argument,
    seat_of,
    with_house,
)
from hako.tui.transcripts import FORMATS, Format, transcript, write

if TYPE_CHECKING:
    from hako.tui.commands.house import House


@click.command("export")
@save_argument
@click.option(
    "--format",
    "form",
    type=OneOf(FORMATS),
    help="Without it, the ending of the output file decides; else md.",
)
@as_seat_option
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to write it, instead of stdout.",
)
@with_house
def command(
    house: House, save: str, form: Format | None, as_seat: int | None, output: Path | None
) -> None:
    """Write SAVE, a file or the name of a saved game, as a transcript.

    A game that is over is told with all that was hidden, unless it is told for one seat; a
    game that goes on as a watcher or that seat may know it.
    """
    form = form or _format_of(output)
    table = house.open(save).table
    viewer = seat_of(table, as_seat)
    if output is None:
        click.echo(transcript(table, form, house.language, viewer), nl=False)
    else:
        write(table, form, house.language, viewer, output)


def _format_of(output: Path | None) -> Format:
    ending = output.suffix.removeprefix(".") if output is not None else ""
    return next((form for form in FORMATS if form == ending), "md")

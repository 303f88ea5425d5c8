"""`hako share`: a finished game as one page to post or to mail."""

from __future__ import annotations

from pathlib import Path

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import UNDECIDED, CommandError
from hako.cli.output_file import OutputFile, put_out
from hako.cli.shared_options import as_seat_option, save_argument, seat_of, with_context

EXAMPLES = """
\b
Examples:
  hako share 20261121-203000-flip-city
  hako share game.hako --lang ja -o game.html
  hako share game.hako --as-seat 1 -o -
"""


@click.command("share", epilog=EXAMPLES)
@save_argument
@as_seat_option
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    metavar="FILE",
    help="Where to write it; - is stdout. Without it, NAME.html in the current folder.",
)
@with_context
def command(workplace: CommandContext, save: str, as_seat: int | None, output: Path | None) -> None:
    """Write SAVE, a file or the name of a game that is over, as one page for a browser.

    The page needs no other file and no network: the cover, where the points came from, the
    scores over time, the last turn in motion, and the game round by round with its boards. It
    shows all that was hidden, unless it is written for one seat.
    """
    from hako.tui.recordings.transcripts import share_page

    table = workplace.open(save).table
    if table.outcome is None:
        raise CommandError("share_unfinished", save=save)
    name = table.save.name if table.save is not None else table.game.id
    path = output or Path(f"{Path(name).stem}.html")
    page = share_page(table, workplace.language, seat_of(table, as_seat))
    put_out(path, page.encode())
    if output is None:
        click.echo(path)
    if table.undecided:
        raise SystemExit(UNDECIDED)

"""`hako verify`: every record of saved games, checked against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import click

from hako.cli.context import FOLDER, CommandContext, say
from hako.cli.exceptions import UNDECIDED
from hako.cli.main import FAILED
from hako.cli.printing import put
from hako.cli.shared_options import with_context
from hako.cli.word_completion import SAVE
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.log.line_base import LogLine
from hako.engine.log.log_format import BadLog, Log, bad_log_errors, read_header
from hako.engine.log.storage_errors import StorageError
from hako.engine.rules.model import letter
from hako.engine.storage.file_save import open_file
from hako.multiplayer import MULTIPLAYER
from hako.multiplayer.tables.open_log import compared, read_log
from hako.tui import TUI


@click.command("verify")
@click.argument("saves", type=SAVE, metavar="SAVE...", nargs=-1, required=True)
@click.option(
    "--people", is_flag=True, help="List the players of the seats, undo requests and consents."
)
@with_context
def command(workplace: CommandContext, saves: tuple[str, ...], *, people: bool) -> None:
    """Replay saved games and check every move against the rules.

    Undone moves are checked against the undo policy of the table. SAVE is a file or the name of a
    saved game. A line is printed for each; the exit status is 1 if one of them fails, otherwise 3
    if records of one could not be checked, such as those of older rules.
    """
    statuses = {_verify(workplace, save, people=people) for save in saves}
    for status in (FAILED, UNDECIDED):
        if status in statuses:
            raise SystemExit(status)


def _verify(workplace: CommandContext, save: str, *, people: bool) -> int:
    """The exit status for a save."""
    texts, language = workplace.own_texts, workplace.language
    try:
        path = workplace.path(save)
        _, data = open_file(path)
        with bad_log_errors(path.name):
            game = workplace.shelf.load(read_header(data, path.name).game)
            log = read_log(game, data, path.name)
            if people:
                of_game = load_catalogue(language, ENGINE, MULTIPLAYER, TUI, FOLDER, game.folder)
                for sentence in _people(log, of_game):
                    put(sentence)
            table = compared(game, log, path.name)
    except (BadLog, StorageError) as error:
        say(error.text(language))
        return FAILED
    records = len(table.positions)
    if undecided := table.undecided:
        reason = undecided.summary
        put(texts.text("verify.undecided", save=save, game=game.id, reason=reason))
    else:
        put(texts.text("verify.right", save=save, game=game.id, records=records))
    if table.header.committed and table.is_dealt:
        from hako.multiplayer.tables.table import SharedTable  # slow to import

        assert isinstance(table, SharedTable), "nobody else is committed to a seed"
        typed = [letter(seat) for seat, part in enumerate(table.deal.contributions) if part]
        put(texts.text("verify.shuffled", save=save, seats=typed))
    if log.torn:
        put(texts.text("verify.torn", save=save))
    return UNDECIDED if undecided else 0


def _people(log: Log, texts: Catalogue) -> Iterator[str]:
    """Sentences about seats, consent, readiness and clocks, each with its line's number in the log."""
    from hako.multiplayer.tables.seat_changes import SeatChanged  # only where people sit

    seats = enumerate(log.header.seats)
    first: Iterable[tuple[int, LogLine]] = ((1, SeatChanged(*seated)) for seated in seats)
    for number, line in chain(first, enumerate(log.lines, start=2)):
        if (sentence := line.sentence(texts)) is not None:
            yield texts.text("verify.line", number=number, sentence=sentence)

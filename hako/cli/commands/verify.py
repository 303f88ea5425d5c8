"""`hako verify`: every record of saved games is decided again and compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from hako.cli.context import FOLDER, CommandContext, say
from hako.cli.main import FAILED
from hako.cli.options import with_context
from hako.cli.param_types import SAVE
from hako.cli.printing import put
from hako.cli.usage import UNDECIDED
from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.failure import escape_controls
from hako.engine.log.records import (
    BadLog,
    HeadMoved,
    Log,
    OptionsChanged,
    OwnerChanged,
    Player,
    ReadyChanged,
    Record,
    Redealt,
    RulesUpgraded,
    SeatChanged,
    SecretCommitted,
    SeedDisclosed,
    SeedMixed,
    TimeClaimed,
    TimeNoted,
    TimeoutResolved,
    UndoAnswered,
    UndoRequested,
    bad_log_errors,
    read_header,
    read_log,
)
from hako.engine.log.save import StorageError
from hako.engine.log.verify import compared
from hako.engine.rules.model import Seat, letter
from hako.engine.storage.file_save import open_file
from hako.engine.transcript.levels import level_text
from hako.engine.transcript.transcript import option_text
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI


@click.command("verify")
@click.argument("saves", type=SAVE, metavar="SAVE...", nargs=-1, required=True)
@click.option("--people", is_flag=True, help="List who sat where, who asked and who agreed.")
@with_context
def command(workplace: CommandContext, saves: tuple[str, ...], *, people: bool) -> None:
    """Decide every record of each SAVE again and compare it with what the save says.

    What was taken back is held to the table's policy. SAVE is a file, or the name of a saved
    game. A line is printed for each; the exit status is 1 if one of them fails, else 3 if
    records of one could not be decided again, such as those of older rules.
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
            of_game = load_catalogue(language, ENGINE, MULTIPLAYER, TUI, FOLDER, game.folder)
            for sentence in _people(log, of_game) if people else ():
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
        typed = [letter(seat) for seat, part in enumerate(table.deal.contributions) if part]
        put(texts.text("verify.shuffled", save=save, seats=typed))
    if log.torn:
        put(texts.text("verify.torn", save=save))
    return UNDECIDED if undecided else 0


def _people(log: Log, texts: Catalogue) -> Iterator[str]:
    """Render each line about seats, consent, readiness and clocks, with its number in the log."""
    players = list(log.header.seats)
    yield from (_seated(texts, 1, seat, player) for seat, player in enumerate(players))
    for number, line in enumerate(log.lines, start=2):
        match line:
            case SeatChanged():
                yield _seated(texts, number, line.seat, line.player)
            case UndoRequested() | HeadMoved():
                key = "asked" if isinstance(line, UndoRequested) else "went"
                yield _seat_line(texts, number, key, line.by, record=line.to)
            case UndoAnswered():
                yield _seat_line(texts, number, "agreed" if line.yes else "refused", line.by)
            case ReadyChanged():
                key = "typed" if line.part else "ready" if line.yes else "unready"
                yield _seat_line(texts, number, key, line.by)
            case OptionsChanged():
                options = [option_text(key, value, texts) for key, value in line.options.items()]
                more = {"clock": line.clock, "delay": line.delay}
                options += [
                    texts.text(
                        "transcript.option", option=texts.text(f"new_game.{key}"), value=value
                    )
                    for key, value in (
                        (key, escape_controls(value)) for key, value in more.items() if value
                    )
                ]
                options += [texts.text("new_game.rated")] * line.rated
                yield _line(texts, number, "altered", options=options)
            case OwnerChanged():
                yield _seat_line(texts, number, "hosts", line.by)
            case SecretCommitted():
                yield _line(texts, number, "committed", commitment=escape_controls(line.commitment))
            case SeedDisclosed():
                yield _line(texts, number, "opened")
            case Redealt() | TimeClaimed() | TimeoutResolved():
                yield _in_game(texts, number, line)
            case SeedMixed() | Record() | RulesUpgraded() | TimeNoted():
                pass


def _in_game(texts: Catalogue, number: int, line: Redealt | TimeClaimed | TimeoutResolved) -> str:
    if isinstance(line, TimeoutResolved):
        return _seat_line(texts, number, f"settle_{line.how}", line.by, other=letter(line.seat))
    key = "anew" if isinstance(line, Redealt) else "out_of_time"
    return _seat_line(texts, number, key, line.seat)


def _seated(texts: Catalogue, number: int, seat: Seat, player: Player) -> str:
    name, level = escape_controls(player.name), level_text(player.bot or "-", texts)
    if player.is_open:
        return _seat_line(texts, number, "open", seat)
    if player.is_bots_own:
        return _seat_line(texts, number, "bot", seat, name=name, level=level)
    key = "replaced" if player.bot else "person"
    return _seat_line(
        texts, number, key, seat, name=name, level=level, key=escape_controls(player.key or "-")
    )


def _seat_line(texts: Catalogue, number: int, entry: str, seat: Seat | None, **values: Any) -> str:
    where = "-" if seat is None else letter(seat)
    return _line(texts, number, entry, seat=where, **values)


def _line(texts: Catalogue, number: int, entry: str, **values: Any) -> str:
    sentence = texts.text(f"verify.people.{entry}", **values)
    return texts.text("verify.people.line", number=number, told=sentence)

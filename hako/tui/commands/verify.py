"""`hako verify`: every record of saved games is decided again and compared."""

from __future__ import annotations

import click

from hako.engine.log.records import BadLog, read_header, read_log, reading
from hako.engine.log.store import StoreFailed, open_file
from hako.engine.log.verify import verify
from hako.tui.commands.options import with_workplace
from hako.tui.commands.workplace import Workplace, say


@click.command("verify")
@click.argument("saves", metavar="SAVE...", nargs=-1, required=True)
@with_workplace
def command(workplace: Workplace, saves: tuple[str, ...]) -> None:
    """Decide every record of each SAVE again and compare it with what the save says.

    SAVE is a file, or the name of a saved game. A line is printed for each; the exit status
    is 1 if one of them fails.
    """
    passed = [_verify(workplace, save) for save in saves]
    if not all(passed):
        raise SystemExit(1)


def _verify(workplace: Workplace, save: str) -> bool:
    texts, language = workplace.own_texts, workplace.language
    try:
        path = workplace.path(save)
        _, data = open_file(path)
        with reading(path.name):
            game = workplace.shelf.load(read_header(data, path.name).game)
            log = read_log(game, data, path.name)
            records = verify(game, log, path.name)
    except (BadLog, StoreFailed) as error:
        say(error.told(language))
        return False
    click.echo(texts.say("verify.right", save=save, game=game.id, records=records))
    if log.torn:
        click.echo(texts.say("verify.torn", save=save))
    return True

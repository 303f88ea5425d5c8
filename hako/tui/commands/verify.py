"""`hako verify`: every record of saved games is decided again and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hako.engine.content import BadContent
from hako.engine.log import BadLog
from hako.engine.store import StoreFailed
from hako.tui.commands.options import with_house

if TYPE_CHECKING:
    from hako.tui.commands.house import House


@click.command("verify")
@click.argument("saves", metavar="SAVE...", nargs=-1, required=True)
@with_house
def command(house: House, saves: tuple[str, ...]) -> None:
    """Decide every record of each SAVE again and compare it with what the save says.

    SAVE is a file, or the name of a saved game. A line is printed for each; the exit status
    is 1 if one of them fails.
    """
    passed = [_verify(house, save) for save in saves]
    if not all(passed):
        raise SystemExit(1)


def _verify(house: House, save: str) -> bool:
    from hako.content import UnknownGame

    try:
        table, torn = house.library.open_file(house.path(save))
    except (BadLog, BadContent, StoreFailed, UnknownGame) as error:
        click.echo(f"hako: {error}", err=True)
        return False
    key = "verify.finished" if table.outcome is not None else "verify.unfinished"
    click.echo(house.texts.say(key, save=save, game=table.game.id, records=len(table.moments)))
    if torn:
        click.echo(house.texts.say("verify.torn", save=save))
    return True

"""`hako resume`: a saved game is continued."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import CommandError
from hako.cli.needs_terminal import needs_terminal
from hako.cli.shared_options import plain_option, play_at, with_context
from hako.cli.word_completion import SAVE


@click.command("resume")
@click.argument("save", type=SAVE, required=False)
@plain_option
@with_context
def command(workplace: CommandContext, save: str | None, plain: bool) -> None:
    """Continue SAVE, a file or the name of a saved game.

    Without SAVE, continue the unfinished game that was played last.
    """
    table = workplace.open(save if save is not None else _last_unfinished(workplace)).table
    if not plain:
        needs_terminal("hako resume")
    if table.header.is_shared and table.outcome is None:
        # whoever goes on with it plays for everybody, and sees what they hold
        asked = workplace.own_texts.text("resume.shared", code=table.header.code)
        if not click.confirm(asked):
            raise SystemExit(1)
    play_at(workplace, table, plain=plain)


def _last_unfinished(workplace: CommandContext) -> str:
    from hako.engine.storage.save_index import SavedGame

    for entry in workplace.library.entries():
        if isinstance(entry, SavedGame) and not entry.finished:
            return entry.name
    folder = workplace.library.store.folder
    raise CommandError("nothing_unfinished", folder=folder)

"""`hako saves`: the list of saved games, and their deletion."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from hako.cli.context import CommandContext
from hako.cli.output_file import put_json
from hako.cli.printing import put
from hako.cli.shared_options import json_option, with_context
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.failure import escape_controls
from hako.engine.i18n.width import columns
from hako.engine.storage.save_index import DamagedSave, SavedGame, SaveEntry
from hako.tui.saved_games import players_text, progress_text
from hako.tui.theme.relative_time import age

EXAMPLES = """
\b
Examples:
  hako saves cultus ann               games of Cultus in which Ann plays
  hako saves --finished --delete      delete all finished games
"""


@click.command("saves", epilog=EXAMPLES)
@click.argument("words", metavar="[WORD]...", nargs=-1)
@click.option(
    "--finished/--unfinished", default=None, help="List only finished, or only unfinished games."
)
@click.option("--delete", is_flag=True, help="Delete the listed games (asks first).")
@json_option
@with_context
def command(
    workplace: CommandContext,
    words: tuple[str, ...],
    *,
    finished: bool | None,
    delete: bool,
    json_file: Path | None,
) -> None:
    """List the saved games, the last played first, with the commands that continue them.

    With WORDs, list only games that have all of them in their name, game or players. A file that
    cannot be opened is listed with the reason; it counts as neither finished nor unfinished.
    """
    entries = [
        entry
        for entry in workplace.library.entries()
        if finished in {None, getattr(entry, "finished", ...)} and _has(workplace, entry, words)
    ]
    if json_file is not None:
        put_json(json_file, [_facts(workplace, entry) for entry in entries])
    else:
        _list(workplace, entries)
    if delete and entries:
        asked = workplace.own_texts.text("saves.delete", saves=len(entries))
        if not click.confirm(asked, err=True):
            raise SystemExit(1)
        for entry in entries:
            workplace.library.store.delete(entry.name)


def _has(workplace: CommandContext, entry: SaveEntry, words: Iterable[str]) -> bool:
    names = [entry.name]
    if isinstance(entry, SavedGame):
        titles = workplace.shelf.box(entry.game).name.values()
        names += [entry.game, *map(str, titles), *(player.name for player in entry.players)]
    return all(any(word.casefold() in name.casefold() for name in names) for word in words)


def _facts(workplace: CommandContext, entry: SaveEntry) -> dict[str, Any]:
    """A save as an object of the JSON output."""
    about: dict[str, Any] = {
        "save": entry.name,
        "file": str(workplace.library.store.path(entry.name)),
        "played": datetime.fromtimestamp(entry.played, UTC).isoformat(timespec="seconds"),
    }
    if isinstance(entry, DamagedSave):
        return {**about, "damaged": str(entry.reason)}
    return {
        **about,
        "game": entry.game,
        "players": [{"name": player.name, "bot": player.bot} for player in entry.players],
        "turn": entry.turn,
        "finished": entry.finished,
        "winners": entry.winners,
        "scores": entry.scores,
    }


def _list(workplace: CommandContext, entries: Sequence[SaveEntry]) -> None:
    texts = workplace.texts
    if not entries:
        folder = workplace.library.store.folder
        put(texts.text("saves.nothing", folder=folder))
    rows = [(escape_controls(entry.name), *_columns(workplace, texts, entry)) for entry in entries]
    for line in columns(rows):
        put(line)


def _columns(
    workplace: CommandContext, texts: Catalogue, entry: SaveEntry
) -> tuple[str, str, str, str]:
    """The columns after the name: age, game, turn or result, and players, or the damage."""
    ago = age(texts, time.time() - entry.played)
    if isinstance(entry, DamagedSave):
        return ago, "?", texts.text("games.damaged"), entry.reason.text(workplace.language)
    state = progress_text(entry, texts, workplace.shelf.folder_of(entry.game))
    game = workplace.shelf.box(entry.game).name[workplace.language]
    return ago, game, state, players_text(entry, texts)

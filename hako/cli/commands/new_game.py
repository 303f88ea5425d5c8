"""`hako new-game`: the files of a new game, a small complete one."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click

import hako
from hako.cli.context import CommandContext
from hako.cli.exceptions import CommandError, UsageError
from hako.cli.printing import put
from hako.cli.shared_options import with_context
from hako.engine.storage.files import write_file

HAKO = Path(hako.__file__).parent

BLANK = HAKO / "blank_game"
"""A small complete game, of which the command writes a copy under another name."""

ENDINGS = {".py", ".toml", ".md"}


@click.command("new-game")
@click.argument("game_id", metavar="ID")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for the package; without it, the game goes into this checkout of hako.",
)
@with_context
def command(workplace: CommandContext, game_id: str, into: Path | None) -> None:
    """Begin a game called ID, as a small complete game with rulebook and tests, to be changed.

    With --into it becomes a package of its own, which hako finds with `hako --games DIR` or once it
    is installed. It can be played at once.
    """
    _check(game_id)
    files = _files(workplace, game_id, into)
    for path, text in files.items():
        write_file(path, text.encode(), makes_folder=True)
        click.echo(path)
    key = "new_game.here" if into is None else "new_game.there"
    put(workplace.own_texts.text(key, id=game_id, folder=into))


def _files(workplace: CommandContext, game_id: str, into: Path | None) -> dict[Path, str]:
    """The files of the game; raises UsageError where a game that hako finds has its id."""
    files = _within_hako(workplace, game_id) if into is None else _outside(game_id, into)
    shelf = workplace.shelf
    if game_id in {*(box.id for box in shelf.boxes), *(box.id for box in shelf.damaged)}:
        raise UsageError("game_on_shelf", id=game_id)
    return files


def _check(game_id: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", game_id) or keyword.iskeyword(game_id):
        raise UsageError("no_id", id=game_id)


def _within_hako(workplace: CommandContext, game_id: str) -> dict[Path, str]:
    """The files of a game in a checkout of hako, each with its text."""
    root = HAKO.parent
    tests = root / "tests" / "rules" / game_id
    if not tests.parent.is_dir():
        raise UsageError("no_checkout")
    folder = HAKO / "content" / game_id
    if folder.exists():
        raise CommandError("game_exists", folder=folder)
    order = (
        max(box.order for box in workplace.shelf.boxes if (HAKO / "content" / box.id).exists()) + 1
    )
    package = f"hako.content.{game_id}"
    files = {folder / name: text for name, text in _game(game_id, package)}
    box = folder / "game.toml"
    files[box] = re.sub(r"(?m)^order = .*", f"order = {order}", files[box])
    files[tests / "__init__.py"] = f'"""Tests of {_title(game_id)}."""\n'
    files[tests / f"test_{game_id}.py"] = _read(f"new/test_{BLANK.name}.py", game_id, package)
    return files


def _outside(game_id: str, into: Path) -> dict[Path, str]:
    """The files of a package of its own, each with its text; a project that is there stays."""
    folder = into / game_id
    if folder.exists():
        raise CommandError("game_exists", folder=folder)
    if find_spec(game_id) is not None:
        raise UsageError("id_is_taken", id=game_id)
    files = {folder / name: text for name, text in _game(game_id, game_id)}
    test = _read(f"new/test_{BLANK.name}.py", game_id, game_id)
    files[into / "tests" / f"test_{game_id}.py"] = test
    if not (into / "pyproject.toml").exists():
        files[into / "pyproject.toml"] = _read("new/pyproject.toml", game_id, game_id)
    return files


def _game(game_id: str, package: str) -> Iterator[tuple[str, str]]:
    for path in sorted(BLANK.iterdir()):
        if path.suffix in ENDINGS:
            name = path.name.replace(BLANK.name, game_id)
            yield name, _read(path.name, game_id, package)


def _read(name: str, game_id: str, package: str) -> str:
    """A file of the small game with the other one's names in it."""
    text = (BLANK / name).read_text("utf-8")
    title = _title(game_id)
    camel_case = "".join(map(str.capitalize, game_id.split("_")))
    names = {
        f"hako.{BLANK.name}": package,
        BLANK.name: game_id,
        "BlankGame": camel_case,
        "BlankState": f"{camel_case}State",
        "Blank game": title,
        "白紙のゲーム": title,
        "blank-game": game_id.replace("_", "-"),
    }
    for placeholder, replacement in names.items():
        text = text.replace(placeholder, replacement)
    return text


def _title(game_id: str) -> str:
    return game_id.replace("_", " ").capitalize()

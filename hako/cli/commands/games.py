"""`hako games`: the games on the shelf, and the options and bots of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hako.cli.context import CommandContext
from hako.cli.output_file import put_json
from hako.cli.printing import put
from hako.cli.shared_options import json_option, with_context
from hako.cli.word_completion import GAME
from hako.content import Box, Shelf, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from hako.engine.i18n.catalogue import Catalogue
    from hako.engine.rules.game import Option


@click.command("games")
@click.argument("game", type=GAME, required=False)
@json_option
@with_context
def command(workplace: CommandContext, game: str | None, json_file: Path | None) -> None:
    """List the games on the shelf, or the options and bots of GAME.

    With GAME, print its options with their values, and the levels and characters of bots.
    """
    boxes = workplace.shelf.boxes if game is None else (workplace.shelf.box(game),)
    if json_file is not None:
        entries = [facts(workplace.shelf, box) for box in boxes]
        if game is None:
            entries += [{"id": it.id, "damaged": str(it.reason)} for it in workplace.shelf.damaged]
        put_json(json_file, entries)
    elif game is None:
        _list(workplace)
    else:
        _describe(workplace, boxes[0])


def facts(shelf: Shelf, box: Box) -> dict[str, Any]:
    """A game as an object of the JSON output."""
    entry = {
        "id": box.id,
        "name": box.name,
        "tagline": box.tagline,
        "players": [box.players.min, box.players.max],
        "minutes": box.minutes,
        "designer": box.designer,
        "publisher": box.publisher,
        "playable": shelf.is_playable(box),
    }
    if not shelf.is_playable(box):
        return entry
    try:
        game = shelf.load(box.id)
    except UnknownGame as error:
        return {**entry, "playable": False, "damaged": str(error)}
    options = {option.key: list(option.values) for option in game.options}
    return {**entry, "rules": game.rules, "options": options}


def _list(workplace: CommandContext) -> None:
    texts, language = workplace.own_texts, workplace.language
    shelf = workplace.shelf
    ids = [*(box.id for box in shelf.boxes), *(box.id for box in shelf.damaged)]
    width = max(map(len, ids))
    for box in shelf.boxes:
        coming = "" if shelf.is_playable(box) else f"  {texts.text('games.coming')}"
        players = _span(box.players.min, box.players.max)
        put(f"{box.id:{width}}  {players:>3}  {box.name[language]}{coming}")
        put(f"{'':{width}}       {box.tagline[language]}")
    for damaged in shelf.damaged:
        put(f"{damaged.id:{width}}    -  {texts.text('games.damaged')}")
        put(f"{'':{width}}       {damaged.reason.text(language)}")


def _describe(workplace: CommandContext, box: Box) -> None:
    texts, language = workplace.own_texts, workplace.language
    put(box.name[language])
    put(box.tagline[language])
    put(texts.text("games.players", players=_span(box.players.min, box.players.max)))
    if box.minutes:
        put(texts.text("games.minutes", minutes=_span(*box.minutes)))
    put(box.credits[language])
    if not workplace.shelf.is_playable(box):
        put(texts.text("games.coming"))
        return
    from hako.engine.bots.characters import SOMEBODY, characters
    from hako.engine.bots.levels import LEVELS
    from hako.engine.i18n.catalogue import load_catalogue

    game = workplace.shelf.load(box.id)
    its_texts = load_catalogue(language, game.folder)
    for option in game.options:
        _print_option(option, game.seats, texts, its_texts)
    put(texts.text("games.levels"))
    _print_meanings({level: texts.text(f"games.level.{level}") for level in LEVELS})
    if not characters(game):
        return
    put(texts.text("games.characters"))
    descriptions = {name: its_texts.text(f"character.{name}.about") for name in characters(game)}
    _print_meanings({**descriptions, SOMEBODY: texts.text("games.somebody")})


def _print_meanings(about: Mapping[str, str]) -> None:
    """Print words and their meanings in two columns."""
    for word, description in about.items():
        put(f"  {word:{max(map(len, about))}}  {description}")


def _print_option(option: Option, seats: range, texts: Catalogue, of_game: Catalogue) -> None:
    """Print an option, and the meaning of each of its values, the default first."""
    put("")
    about = of_game.text(f"option.{option.key}.text")
    put(texts.text("games.option", key=option.key, about=about))
    meanings = {}
    for value in option.values:
        means = of_game.text(f"option.{option.key}.{value}")
        if value == option.default:
            means = texts.text("games.default", means=means)
        if few := [count for count in seats if value not in option.allowed(count)]:
            counts = [count for count in seats if count not in few]
            means = texts.text("games.only_with", means=means, players=counts)
        meanings[value] = means
    _print_meanings(meanings)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"

"""`hako games`: what stands on the shelf, and what one game can be played with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hako.tui.commands.options import with_workplace

if TYPE_CHECKING:
    from hako.content import Box, Shelf
    from hako.tui.commands.workplace import Workplace


@click.command("games")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
@with_workplace
def command(workplace: Workplace, game: str | None, as_json: bool) -> None:
    """List the games on the shelf; with GAME, its options and the levels of bots."""
    boxes = workplace.shelf.boxes if game is None else (workplace.shelf.box(game),)
    if as_json:
        import msgspec

        told = [facts(workplace.shelf, box) for box in boxes]
        if game is None:
            told += [{"id": it.id, "damaged": str(it.reason)} for it in workplace.shelf.damaged]
        click.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
    elif game is None:
        _list(workplace)
    else:
        _describe(workplace, boxes[0])


def facts(shelf: Shelf, box: Box) -> dict[str, Any]:
    """What other programs may want to know of a game."""
    told = {
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
        return told
    from hako.content import UnknownGame

    try:
        game = shelf.load(box.id)
    except UnknownGame as error:
        return {**told, "playable": False, "damaged": str(error)}
    options = {option.key: list(option.values) for option in game.options}
    return {**told, "rules": game.rules, "options": options}


def _list(workplace: Workplace) -> None:
    texts, language = workplace.own_texts, workplace.language
    shelf = workplace.shelf
    ids = [*(box.id for box in shelf.boxes), *(box.id for box in shelf.damaged)]
    width = max(map(len, ids))
    for box in shelf.boxes:
        coming = "" if shelf.is_playable(box) else f"  {texts.say('games.coming')}"
        players = _span(box.players.min, box.players.max)
        click.echo(f"{box.id:{width}}  {players:>3}  {box.name[language]}{coming}")
        click.echo(f"{'':{width}}       {box.tagline[language]}")
    for damaged in shelf.damaged:
        click.echo(f"{damaged.id:{width}}    -  {texts.say('games.damaged')}")
        click.echo(f"{'':{width}}       {damaged.reason.told(language)}")


def _describe(workplace: Workplace, box: Box) -> None:
    texts, language = workplace.own_texts, workplace.language
    click.echo(box.name[language])
    click.echo(box.tagline[language])
    click.echo(texts.say("games.players", players=_span(box.players.min, box.players.max)))
    if box.minutes:
        click.echo(texts.say("games.minutes", minutes=_span(*box.minutes)))
    click.echo(box.credits[language])
    if not workplace.shelf.is_playable(box):
        click.echo(texts.say("games.coming"))
        return
    from hako.engine.bots.levels import LEVELS

    for option in workplace.shelf.load(box.id).options:
        values = ", ".join(option.values)
        click.echo(texts.say("games.option", key=option.key, values=values))
    click.echo(texts.say("games.levels", levels=", ".join(LEVELS)))


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"

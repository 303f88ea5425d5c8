"""`hako rules`: a game's rulebook, or one clause of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hako.tui.commands.options import with_workplace

if TYPE_CHECKING:
    from hako.tui.commands.workplace import Workplace


@click.command("rules")
@click.argument("game")
@click.argument("clause", required=False)
@with_workplace
def command(workplace: Workplace, game: str, clause: str | None) -> None:
    """Print the rulebook of GAME as Markdown, or one CLAUSE of it, such as play.2."""
    from hako.content import UnknownGame
    from hako.engine.content.rulebook import parse

    box = workplace.shelf.box(game)
    path = workplace.shelf.folder_of(box.id) / f"rules.{workplace.language}.md"
    if not path.exists():
        raise UnknownGame("rulebook_to_come", game=box.id)
    text = path.read_text(encoding="utf-8")
    if clause is None:
        click.echo(text, nl=False)
        return
    found = parse(text).clause(clause)
    click.echo(f"{found.id} ({found.heading})\n\n{found.text}")

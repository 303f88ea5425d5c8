"""`hako lookup`: an explanation of a card, token or word of a game."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.printing import put
from hako.cli.shared_options import with_context
from hako.cli.word_completion import GAME


@click.command("lookup")
@click.argument("game", type=GAME)
@click.argument("name", nargs=-1)
@with_context
def command(workplace: CommandContext, game: str, name: tuple[str, ...]) -> None:
    """Explain a card, token, track or word of GAME by its NAME.

    Without NAME, list everything that can be looked up.
    """
    from hako.engine.content.files import load
    from hako.engine.transcript.glossary import Glossary
    from hako.engine.transcript.sentences import texts_for

    rules = workplace.shelf.load(game)
    content = load(rules.content, rules.folder / f"{rules.id}.toml")
    glossary = Glossary(rules, content, texts_for(rules, content, (), workplace.language))
    put(glossary.look_up(" ".join(name)))

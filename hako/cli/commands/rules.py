"""`hako rules`: a game's rulebook, or one clause of it."""

from __future__ import annotations

import click

from hako.cli.context import CommandContext
from hako.cli.printing import put
from hako.cli.shared_options import refuse_together, with_context
from hako.cli.word_completion import GAME
from hako.content import UnknownGame
from hako.engine.content.rulebook import Rulebook, parse


@click.command("rules")
@click.argument("game", type=GAME)
@click.argument("clause", required=False)
@click.option("--all", "whole", is_flag=True, help="Print the whole rulebook.")
@with_context
def command(workplace: CommandContext, game: str, clause: str | None, *, whole: bool) -> None:
    """List the sections of GAME's rulebook, or print CLAUSE.

    CLAUSE is one clause, such as play.2, or a section, such as play. --all prints the whole
    rulebook as Markdown.
    """
    refuse_together("CLAUSE", clause, "--all", whole)
    box = workplace.shelf.box(game)
    path = workplace.shelf.folder_of(box.id) / f"rules.{workplace.language}.md"
    if not path.exists():
        raise UnknownGame("rulebook_to_come", game=box.id)
    text = path.read_text(encoding="utf-8")
    if whole:
        put(text.removesuffix("\n"))
    elif clause is None:
        _list(workplace, box.id, parse(text))
    else:
        clauses = parse(text).clauses_under(clause)
        put("\n\n".join(f"{entry.id} ({entry.heading})\n\n{entry.text}" for entry in clauses))


def _list(workplace: CommandContext, game: str, rulebook: Rulebook) -> None:
    """Each section after the clauses in it."""
    rows = [(" ".join(section.spans), section.heading) for section in rulebook.sections]
    width = max((len(spans) for spans, _ in rows), default=0)
    put(rulebook.title)
    for spans, heading in rows:
        put(f"  {spans:{width}}  {heading}")
    for clause in rulebook.clauses[:1]:
        one = clause.id.partition(".")[2]
        kind = one.rpartition(".")[0]
        put(workplace.own_texts.text("rules.ask", game=game, one=one, kind=kind))

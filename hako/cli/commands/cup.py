"""`hako cup`: the cups of a house, reckoned again from their lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hako.cli.options import json_option, put_json, with_context
from hako.cli.printing import put
from hako.cli.usage import UNDECIDED, UsageError

if TYPE_CHECKING:
    from hako.cli.context import CommandContext
    from hako.engine.storage.protocols import Store


@click.command("cup")
@click.argument("cup", metavar="[CUP | FILE.json]", required=False)
@click.option(
    "--store", metavar="URL", help="Of a house in this PostgreSQL database, instead of a folder."
)
@click.option("--md", "as_markdown", is_flag=True, help="As Markdown.")
@json_option
@with_context
def command(
    workplace: CommandContext,
    cup: str | None,
    store: str | None,
    as_markdown: bool,
    json_file: Path | None,
) -> None:
    """Tell who takes part in a CUP of the house that is kept here, who meets whom, how they stand.

    All pairings and standings are reckoned again from its lines, and every table that is kept yet
    from its log; it is an error where they do not follow, and the exit status is 3 where a log
    cannot be decided again, such as of older rules. So they are of a FILE.json, which --json
    or ssh HOST cup CUP --json writes. Without any, all cups are listed. The host announces them, see hako house; ssh HOST cup CUP enter lets
    you take part.
    """
    from hako.engine.i18n.failure import Failure
    from hako.engine.storage.folder import open_file
    from hako.multiplayer.rebuild import check_results
    from hako.multiplayer.tournaments.organizer import FILE, TournamentList
    from hako.multiplayer.tournaments.report import as_markdown as page
    from hako.multiplayer.tournaments.report import (
        build_report,
        listed,
        read_report,
        tournament_text,
    )
    from hako.multiplayer.tournaments.tournament import verified

    texts, shelf = workplace.texts, workplace.shelf
    undecided: list[Failure] = []
    if cup is not None and cup.endswith(".json"):
        _, content = open_file(Path(cup))
        try:
            found = read_report(content)
        except Failure as error:
            raise Failure("in_file", file=cup, reason=error) from None
    else:
        with _kept(workplace, store) as house:
            cups = TournamentList(house.document(FILE, 0o600))
            if cup is None:
                put("\n".join(listed(cups, texts, shelf)).rstrip())
                return
            found = verified(cups.find(cup).lines)
            undecided = check_results(house, found, shelf)
    if json_file is not None:
        put_json(json_file, build_report(found))
    elif as_markdown:
        click.echo(page(found, texts, shelf), nl=False)
    else:
        put("\n".join(tournament_text(found, texts, shelf)).rstrip())
    for failure in undecided:
        put(f"hako: {failure.text(workplace.language)}", err=True)
    if undecided:
        raise SystemExit(UNDECIDED)


@contextmanager
def _kept(workplace: CommandContext, store: str | None) -> Iterator[Store]:
    """What the house is kept in that is asked of."""
    from hako.multiplayer.data_location import is_database, store_at
    from hako.multiplayer.services import Services

    if store is not None and not is_database(store):
        raise UsageError("no_database_url", store=store)
    folder = Services(workplace.data, store_at(store) if store else None)
    try:
        yield folder.store
    finally:
        folder.store.close()

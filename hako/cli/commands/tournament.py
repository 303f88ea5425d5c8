"""`hako tournament`: tournaments of a server, calculated again from their records."""

from __future__ import annotations

from pathlib import Path

import click

from hako.cli.context import CommandContext
from hako.cli.exceptions import UNDECIDED
from hako.cli.output_file import put_json
from hako.cli.printing import put
from hako.cli.shared_options import database_option, json_option, with_context
from hako.engine.i18n.failure import Failure


@click.command("tournament")
@click.argument("name", metavar="[NAME | FILE.json]", required=False)
@database_option
@click.option("--md", "as_markdown", is_flag=True, help="Write Markdown.")
@json_option
@with_context
def command(
    workplace: CommandContext,
    name: str | None,
    database: str | None,
    as_markdown: bool,
    json_file: Path | None,
) -> None:
    """Show the tournament NAME of the server that keeps its data here: players, tables and standings.

    All pairings and standings are computed again from the tournament's records, and the results of
    its tables from their logs. It is an error if they differ; the exit status is 3 if a log cannot
    be checked, such as one of older rules. The same holds for a FILE.json, which --json or
    ssh HOST tournament NAME --json writes. Without an argument, list all tournaments. Admins
    announce tournaments, see hako admin; players enter with ssh HOST tournament NAME enter.
    """
    from hako.engine.storage.file_save import open_file
    from hako.multiplayer.rebuild_ratings import check_results
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
    if name is not None and name.endswith(".json"):
        _, content = open_file(Path(name))
        try:
            tournament = read_report(content)
        except Failure as error:
            raise Failure("in_file", file=name, reason=error) from None
    else:
        with workplace.server_data(database) as folder:
            tournament_list = TournamentList(folder.store.document(FILE, 0o600))
            if name is None:
                put("\n".join(listed(tournament_list, texts, shelf)).rstrip())
                return
            tournament = verified(tournament_list.find(name).lines)
            undecided = check_results(folder.store, tournament, shelf)
    if json_file is not None:
        put_json(json_file, build_report(tournament))
    elif as_markdown:
        click.echo(page(tournament, texts, shelf), nl=False)
    else:
        put("\n".join(tournament_text(tournament, texts, shelf)).rstrip())
    for failure in undecided:
        put(f"hako: {failure.text(workplace.language)}", err=True)
    if undecided:
        raise SystemExit(UNDECIDED)

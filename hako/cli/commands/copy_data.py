"""`hako copy-data`: a copy of a server's data, from a folder to a database or back."""

from __future__ import annotations

import sys

import click

from hako.cli.context import CommandContext
from hako.cli.printing import put
from hako.cli.shared_options import with_context


@click.command("copy-data")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@with_context
def command(workplace: CommandContext, source: str, target: str) -> None:
    """Copy the data of a stopped server to another place, which must be empty.

    FROM and TO are data folders, or databases such as postgresql://host/name. Tables, names,
    sanctions, deals, settings, lessons, chat and reviews are copied and compared. The keys of the
    server, host_key and pass_key, stay in the data folder of the machine.
    """
    from hako.multiplayer.data_copy import copy

    with click.progressbar(length=100, hidden=not sys.stderr.isatty(), file=sys.stderr) as bar:
        count = copy(source, target, lambda done, of: bar.update(100 * done // of - bar.pos))
    put(workplace.own_texts.text("data.copied", count=count, where=target))

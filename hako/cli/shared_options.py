"""Options that several commands share, and errors about their values."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hako.cli.output_file import STDOUT, OutputFile
from hako.cli.word_completion import SAVE

if TYPE_CHECKING:
    from hako.cli.context import CommandContext
    from hako.engine.i18n.languages import Language
    from hako.engine.log.history import History
    from hako.engine.rules.model import Viewer

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class ChoiceParam(click.Choice[str]):
    """A word out of a few; a misspelt one is answered with the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            from hako.cli.exceptions import UsageError
            from hako.engine.i18n.suggestions import suggestion

            near = suggestion(str(value), self.choices)
            name = param.get_error_hint(ctx) if param else self.name
            raise UsageError(
                "not_one_of", ctx=ctx, near=near, name=name, value=value, values=self.choices
            ) from None


class OnceCommand(click.Command):
    """A command that refuses an option given twice, where only one value could count."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            _, _, given = self.make_parser(ctx).parse_args(list(args))
            for param, times in Counter(given).items():
                takes_one = isinstance(param, click.Option) and not (param.multiple or param.count)
                if takes_one and times > 1:
                    from hako.cli.exceptions import UsageError

                    raise UsageError("given_twice", ctx=ctx, name=param.get_error_hint(ctx))
        return super().parse_args(ctx, args)


def refuse_together(one: str, is_one: object, other: str, is_other: object) -> None:
    """Raises UsageError if two options are given of which one has no effect."""
    if is_one and is_other:
        from hako.cli.exceptions import UsageError

        raise UsageError("not_together", one=one, other=other)


json_option = click.option(
    "--json",
    "json_file",
    type=OutputFile(),
    is_flag=False,
    flag_value=str(STDOUT),
    metavar="[FILE]",
    help="Write JSON, for other programs; - or no FILE is stdout.",
)


DATA, LANGUAGE, GAMES = "HAKO_DATA", "HAKO_LANG", "HAKO_GAMES"
"""Name the same in the environment: asked for once, before any command, so that --lang wins.

The first is hako.tui.saved_games.DATA: help does not wait for the library.
"""

data_option = partial(
    click.option,
    "--data",
    type=click.Path(path_type=Path, readable=False),  # we say ourselves what would do
    metavar="DIR",
    help="Folder of saved games and settings, instead of the default.",
)
language_option = partial(
    click.option,
    "--lang",
    "language",
    type=ChoiceParam(["en", "ja"]),
    help="Language, instead of that in the settings or of the terminal.",
)
games_option = partial(
    click.option,
    "--games",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of additional games, such as hako new-game writes.",
)
save_argument = click.argument("save", type=SAVE, metavar="SAVE")


def jobs_option(work: str) -> Callable[[Decorated], Decorated]:
    """The option --jobs: the number of processes that do the `work`."""
    return click.option(
        "--jobs",
        type=click.IntRange(1),
        default=lambda: os.cpu_count() or 1,
        metavar="N",
        help=f"Number of processes that {work} (default: the number of CPUs).",
    )


as_seat_option = click.option(
    "--as-seat",
    type=click.IntRange(1),
    metavar="N",
    help="As this seat sees it; the first seat is 1.",
)
database_option = click.option(
    "--database", metavar="URL", help="Read this PostgreSQL database instead of a folder."
)

plain_option = click.option(
    "--plain", is_flag=True, help="Lines of text, for pipes and screen readers."
)


def play_at(workplace: CommandContext, table: History[Any], *, plain: bool) -> None:
    """Play a table in lines of text, or on the screen."""
    if plain:
        from hako.cli.plain.entry_points import play_plain

        play_plain(workplace, table)
    else:
        from hako.cli.open_screens import open_table

        open_table(workplace, table)


name_option = click.option("--name", help="Your name at the tables, instead of your account's.")


def asked_of_all(words: Sequence[str]) -> dict[str, Any]:
    """The values of --data and --lang, read also from a command line that is wrong."""
    command = click.Command(
        None,
        add_help_option=False,
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    )
    data_option(envvar=DATA)(command)
    language_option(envvar=LANGUAGE)(command)
    return command.make_context(None, [*words], resilient_parsing=True).params


def with_context(command: Decorated) -> Callable[..., Any]:
    """Hand the command a CommandContext that heeds its --data and --lang."""

    @data_option()
    @language_option()
    @click.pass_obj
    @wraps(command)
    def within(
        workplace: CommandContext,
        /,
        *values: Any,
        data: Path | None,
        language: Language | None,
        **options: Any,
    ) -> Any:
        return command(workplace.changed(data, language), *values, **options)

    return within


def seat_of(table: History[Any], number: int | None) -> Viewer:
    """The seat meant by --as-seat; None for everybody."""
    if number is not None and number > len(table.players):
        from hako.cli.exceptions import UsageError

        raise UsageError("as_seat", most=len(table.players), seat=number)
    return None if number is None else number - 1

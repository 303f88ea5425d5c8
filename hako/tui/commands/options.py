"""Options that several commands share, and how a wrong value is answered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from hako.engine.rules import Viewer
    from hako.engine.table import Table
    from hako.engine.text import Language
    from hako.tui.commands.house import House

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class OneOf(click.Choice[str]):
    """A word out of a few; a misspelt one is answered with the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            from hako.engine.names import did_you_mean

            hint = did_you_mean(str(value), self.choices)
            raise click.BadParameter(error.message + hint, ctx, param) from None


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="HAKO_DATA",  # hako.tui.library.DATA: help does not wait for the library
    metavar="DIR",
    help="Folder of saved games and settings, instead of the usual ones.",
)
language_option = click.option(
    "--lang",
    "language",
    type=OneOf(["en", "ja"]),
    envvar="HAKO_LANG",
    help="Language, instead of that of the settings or the terminal.",
)
save_argument = click.argument("save", metavar="SAVE")
as_seat_option = click.option(
    "--as-seat",
    type=click.IntRange(1),
    metavar="N",
    help="As that seat may know it; the first seat is 1.",
)
plain_option = click.option(
    "--plain", is_flag=True, help="As lines of text: for pipes and screen readers."
)


def with_house(command: Decorated) -> Callable[..., Any]:
    """Hand the command a House that heeds its --data and --lang."""

    @data_option
    @language_option
    @click.pass_obj
    @wraps(command)
    def within(
        house: House, /, *values: Any, data: Path | None, language: Language | None, **options: Any
    ) -> Any:
        return command(house.changed(data, language), *values, **options)

    return within


def seat_of(table: Table[Any], number: int | None) -> Viewer:
    """The seat meant by --as-seat; None for everybody."""
    if number is not None and number > len(table.players):
        raise click.UsageError(
            f"--as-seat goes from 1 to {len(table.players)} in this game, not to {number}."
        )
    return None if number is None else number - 1

"""The limits of a server as options: each field of Limits is one, with the sentence under it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import pairwise
from typing import Any

import click
import msgspec

from hako.cli.options import Decorated
from hako.server.limits import Limits


class LimitsCommand(click.Command):
    """A command whose limits are listed apart from its other options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        told = {option.name: option.get_help_record(ctx) for option in self.get_params(ctx)}
        limits = Limits.__struct_fields__
        for title, names in (
            ("Options", [name for name in told if name not in limits]),
            ("Limits", limits),
        ):
            with formatter.section(title):
                formatter.write_dl([row for name in names if (row := told[name]) is not None])


def limit_options(command: Decorated) -> Callable[..., Any]:
    """Hand the command the Limits that were asked for."""

    @wraps(command)
    def within(*values: Any, **options: Any) -> Any:
        limits = {name: options.pop(name) for name in Limits.__struct_fields__}
        return command(*values, limits=Limits(**limits), **options)

    decorated: Callable[..., Any] = within
    least = msgspec.json.schema(Limits)["$defs"]["Limits"]["properties"]
    for name, told in reversed([*_sentences()]):
        decorated = click.option(
            f"--{name.replace('_', '-')}",
            type=_range(least[name]),
            default=least[name]["default"],
            show_default=True,
            metavar="N",
            help=told,
        )(decorated)
    return decorated


def _range(schema: dict[str, Any]) -> click.IntRange | click.FloatRange:
    """The numbers that a limit can be, from its JSON schema."""
    if schema["type"] == "integer":
        return click.IntRange(min=schema["minimum"])
    return click.FloatRange(min=schema["exclusiveMinimum"], min_open=True)


def _sentences() -> Iterator[tuple[str, str]]:
    """Each field with what stands under it in the source: there it is told once, for all."""
    tree = ast.parse(inspect.getsource(Limits))
    fields = next(node for node in tree.body if isinstance(node, ast.ClassDef)).body
    for field, below in pairwise(fields):
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
            yield ast.unparse(field.target), ast.literal_eval(below.value)

"""What click finds wrong with a command line, in words of ours: its own are English."""

from __future__ import annotations

import re

import click

from hako.engine.words.failure import Failure
from hako.tui.commands.usage import Misused

_OF_PATH = re.compile(
    r"'(?P<file>.*)' (?P<what>does not exist|is a file|is a directory|is not (?:read|writ)able)"
)
_WRONG_WITH_PATH = {
    "does not exist": Failure("not_there"),
    "is a file": Failure("is_file"),
    "is a directory": Failure("is_folder"),
    "is not readable": Failure("not_allowed"),
    "is not writable": Failure("not_allowed"),
}


def misuse(error: click.UsageError) -> Misused:
    """What is wrong with a command line, and where its help is."""
    path = error.ctx.command_path if error.ctx else "hako"
    return Misused("with_help", reason=_reason(error), command=path)


def _reason(error: click.UsageError) -> Misused:
    match error:
        case Misused():
            return error
        case click.NoSuchOption():
            near = next(iter(error.possibilities or ()), None)
            return Misused("no_option", near=near, option=error.option_name)
        case click.BadOptionUsage():
            if "require" in error.message:
                return Misused("needs_value", option=error.option_name)
            return Misused("takes_no_value", option=error.option_name)
        case click.BadParameter() if error.param is not None:
            return _bad_value(error, error.param)
        case _:
            if match := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", error.message):
                return Misused("extra", words=match[1])
            return Misused("as_told", what=error.format_message().rstrip("."))


def _bad_value(error: click.BadParameter, param: click.Parameter) -> Misused:
    name = param.get_error_hint(error.ctx)
    if isinstance(error, click.MissingParameter):
        return Misused("missing", name=name)
    value = error.message.partition(" is not ")[0].strip("'")
    match param.type:
        case click.IntRange() | click.FloatRange() as range_ if range_.min_open:
            return Misused("number_above", name=name, value=value, least=range_.min)
        case click.IntRange() | click.FloatRange() as range_ if range_.max is None:
            return Misused("number_from", name=name, value=value, least=range_.min)
        case click.IntRange() | click.FloatRange() as range_:
            least, most = range_.min, range_.max
            return Misused("number_between", name=name, value=value, least=least, most=most)
        case click.types.IntParamType():
            return Misused("number", name=name, value=value)
        case click.Path() if match := _OF_PATH.search(error.message):
            reason = _WRONG_WITH_PATH[match["what"]]
            return Misused("bad_path", name=name, file=match["file"], reason=reason)
        case _:
            return Misused("bad_value", name=name, what=error.message.rstrip("."))

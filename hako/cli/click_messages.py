"""Translation of click's errors, whose own sentences are English, into failures."""

from __future__ import annotations

import re

import click

from hako.cli.exceptions import UsageError
from hako.engine.i18n.failure import Failure

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


def misuse(error: click.UsageError) -> UsageError:
    """The failure for an error of click, with the command whose --help would help."""
    path = error.ctx.command_path if error.ctx else "hako"
    return UsageError("with_help", reason=_reason(error), command=path)


def _reason(error: click.UsageError) -> UsageError:
    match error:
        case UsageError():
            return error
        case click.NoSuchOption():
            near = next(iter(error.possibilities or ()), None)
            return UsageError("no_option", near=near, option=error.option_name)
        case click.BadOptionUsage():
            if "require" in error.message:
                return UsageError("needs_value", option=error.option_name)
            return UsageError("takes_no_value", option=error.option_name)
        case click.BadParameter() if error.param is not None:
            return _bad_value(error, error.param)
        case _:
            if match := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", error.message):
                return UsageError("extra", words=match[1])
            return UsageError("as_told", what=error.format_message().rstrip("."))


def _bad_value(error: click.BadParameter, param: click.Parameter) -> UsageError:
    name = param.get_error_hint(error.ctx)
    if isinstance(error, click.MissingParameter):
        return UsageError("missing", name=name)
    value = error.message.partition(" is not ")[0].strip("'")
    match param.type:
        case click.IntRange() | click.FloatRange() as range_ if range_.min_open:
            return UsageError("number_above", name=name, value=value, least=range_.min)
        case click.IntRange() | click.FloatRange() as range_ if range_.max is None:
            return UsageError("number_from", name=name, value=value, least=range_.min)
        case click.IntRange() | click.FloatRange() as range_:
            least, most = range_.min, range_.max
            return UsageError("number_between", name=name, value=value, least=least, most=most)
        case click.types.IntParamType():
            return UsageError("number", name=name, value=value)
        case click.Path() if match := _OF_PATH.search(error.message):
            reason = _WRONG_WITH_PATH[match["what"]]
            return UsageError("bad_path", name=name, file=match["file"], reason=reason)
        case _:
            return UsageError("bad_value", name=name, what=error.message.rstrip("."))

"""Messages for errors in a file of JSON lines: the place and the fault."""

from __future__ import annotations

import re

from hako.engine.i18n.failure import Failure


def reason(error: Exception) -> Failure:
    """The reason why a line cannot be decoded, from the decoder's exception."""
    if isinstance(error, UnicodeDecodeError):
        return Failure("not_utf8", byte=error.start + 1)
    if isinstance(error, RecursionError):
        return Failure("nested_too_deeply")
    message, _, path = str(error).partition(" - at `")
    if match := re.fullmatch(r"JSON is malformed: .* \(byte (\d+)\)", message):
        return Failure("no_json", byte=int(match[1]) + 1)
    if message == "Input data was truncated":
        return Failure("cut_off")
    failure = _missing(message) or mismatch(message)
    return Failure("in_entry", entry=path.rstrip("`"), reason=failure) if path else failure


def mismatch(message: str) -> Failure:
    """The Failure for a wrong type or value, from the decoder's message."""
    if match := re.fullmatch(r"Expected `(.+)`, got `(.+)`", message):
        return Failure("wrong_kind", expected=match[1], found=match[2])
    if match := re.fullmatch(r"Expected `int` <= (\d+)", message):
        return Failure("too_large", most=int(match[1]))
    if match := re.fullmatch(r"Expected (.*)", message):
        return Failure("expected", what=match[1])
    return Failure("as_told", what=message)


def _missing(message: str) -> Failure | None:
    """The Failure for a missing field or an unknown value; None for other messages."""
    if match := re.fullmatch(r"Object missing required field `(.*)`", message):
        return Failure("missing_field", name=match[1])
    if match := re.fullmatch(r"Invalid (?:enum )?value '(.*)'", message):
        return Failure("unknown_value", name=match[1])
    return None

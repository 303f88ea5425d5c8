"""What an error in a file of JSON lines says: the place, and what is wrong there."""

from __future__ import annotations

import re

from hako.engine.i18n.failure import Failure


def reason(error: Exception) -> Failure:
    """Why a line cannot be decoded, from the decoder's own words."""
    if isinstance(error, UnicodeDecodeError):
        return Failure("not_utf8", byte=error.start + 1)
    if isinstance(error, RecursionError):
        return Failure("nested_too_deeply")
    what, _, path = str(error).partition(" - at `")
    if match := re.fullmatch(r"JSON is malformed: .* \(byte (\d+)\)", what):
        return Failure("no_json", byte=int(match[1]) + 1)
    if what == "Input data was truncated":
        return Failure("cut_off")
    found = _missing(what) or mismatch(what)
    return Failure("in_entry", entry=path.rstrip("`"), reason=found) if path else found


def mismatch(what: str) -> Failure:
    """What is expected at a place, where it is not a matter of names."""
    if match := re.fullmatch(r"Expected `(.+)`, got `(.+)`", what):
        return Failure("wrong_kind", expected=match[1], found=match[2])
    if match := re.fullmatch(r"Expected `int` <= (\d+)", what):
        return Failure("too_large", most=int(match[1]))
    if match := re.fullmatch(r"Expected (.*)", what):
        return Failure("expected", what=match[1])
    return Failure("as_told", what=what)


def _missing(what: str) -> Failure | None:
    """What is said of a name, if it is one."""
    if match := re.fullmatch(r"Object missing required field `(.*)`", what):
        return Failure("missing_field", name=match[1])
    if match := re.fullmatch(r"Invalid (?:enum )?value '(.*)'", what):
        return Failure("unknown_value", name=match[1])
    return None

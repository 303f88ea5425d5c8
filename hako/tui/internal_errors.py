"""Messages about internal errors; imported only when one happened."""

from __future__ import annotations

import os
import traceback

from hako.engine.i18n.failure import Failure
from hako.tui import TUI
from hako.tui.textual_version import wrong_textual

TRACEBACK = "HAKO_TRACEBACK"
"""The environment variable that shows the traceback of an internal error."""


class InternalError(Failure):
    """An unexpected error of another module."""

    words = TUI


def mistake(error: BaseException) -> Failure:
    """The message about an unexpected error; with its traceback if HAKO_TRACEBACK is set."""
    if os.environ.get(TRACEBACK):
        return Failure("because", reason="".join(traceback.format_exception(error)))
    if (wrong := wrong_textual()) is not None:
        return wrong
    notes = "".join(f" {note}" for note in getattr(error, "__notes__", ()))
    kind = type(error).__name__
    return InternalError("mistake", kind=kind, what=str(error), notes=notes, variable=TRACEBACK)

"""Messages about internal errors; imported only when one happened."""

from __future__ import annotations

import os
import traceback

from rich.text import Text

from hako.engine.i18n.failure import Failure
from hako.engine.i18n.languages import Language
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


def exit_text(error: BaseException, language: Language) -> Text:
    """The line on the terminal after an error has ended the app; Textual's would show values."""
    from textual.worker import WorkerFailed  # `mistake` is needed where Textual is another one

    cause = error.error if isinstance(error, WorkerFailed) else error
    return Text(f"hako: {mistake(cause).text(language)}")

"""What can go wrong, sorted by whose matter it is; imported only when something did."""

from __future__ import annotations

import os
import traceback
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from hako.content import UnknownGame
from hako.engine.bot import UnknownBot
from hako.engine.content import BadContent
from hako.engine.failure import Failure, of_system
from hako.engine.log import BadLog
from hako.engine.rulebook import UnknownClause
from hako.engine.setup import BadSetup
from hako.engine.simulate import NeverEnds
from hako.engine.store import StoreFailed
from hako.tui.commands.usage import Unable
from hako.tui.extras import NotInstalled
from hako.tui.names import BadFile

WRONGLY_ASKED = (UnknownGame, UnknownBot, UnknownClause, BadSetup)
"""The command asks for something that there is not: exit status 2."""

FAILED = (BadLog, BadContent, BadFile, NeverEnds, NotInstalled, StoreFailed, Unable)
"""The command is right, and still it cannot be done: exit status 1."""

TRACEBACK = "HAKO_TRACEBACK"
"""Set in the environment, it shows where a mistake of ours happened."""


class Unforeseen(Failure):
    """What others raise and nobody expected there."""

    words = Path(__file__).parent


def failure(error: BaseException) -> Failure:
    """What went wrong, with words in every language."""
    match error:
        case Failure() if isinstance(error, WRONGLY_ASKED + FAILED):
            return error
        case BrokenProcessPool():
            return Unforeseen("process_ended")
        case OSError() if error.filename is not None:
            return Failure("in_file", file=error.filename, reason=of_system(error))
        case OSError():  # it is the output that has no name
            return Unforeseen("no_output", reason=of_system(error))
        case _:
            return mistake(error)


def mistake(error: BaseException) -> Failure:
    """What is said where we are wrong ourselves."""
    if os.environ.get(TRACEBACK):
        return Failure("because", reason="".join(traceback.format_exception(error)))
    notes = "".join(f" {note}" for note in getattr(error, "__notes__", ()))
    kind = type(error).__name__
    return Unforeseen("mistake", kind=kind, what=str(error), notes=notes, variable=TRACEBACK)

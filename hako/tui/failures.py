"""What can go wrong, sorted by whose matter it is; imported only when something did."""

from __future__ import annotations

import os
import traceback
from concurrent.futures.process import BrokenProcessPool

from hako.content import UnknownGame
from hako.engine.bot import UnknownBot
from hako.engine.content import BadContent
from hako.engine.log import BadLog
from hako.engine.rulebook import UnknownClause
from hako.engine.setup import BadSetup
from hako.engine.simulate import NeverEnds
from hako.tui.names import BadFile

WRONGLY_ASKED = (UnknownGame, UnknownBot, UnknownClause, BadSetup)
"""The command asks for something that there is not: exit status 2."""

FAILED = (BadLog, BadContent, BadFile, NeverEnds, BrokenProcessPool, OSError)
"""The command is right, and still it cannot be done: exit status 1. StoreFailed is an OSError."""

TRACEBACK = "HAKO_TRACEBACK"
"""Set in the environment, it shows where a mistake of ours happened."""


def mistake(error: BaseException) -> str:
    """What is said where we are wrong ourselves."""
    if os.environ.get(TRACEBACK):
        return "".join(traceback.format_exception(error))
    notes = "".join(f" {note}" for note in getattr(error, "__notes__", ()))
    return (
        f"a mistake in hako itself ({type(error).__name__}: {error}).{notes} What was played is"
        f" saved. {TRACEBACK}=1 shows where it happened; please report it."
    )

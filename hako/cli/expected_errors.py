"""Errors sorted by exit status, and their failures; imported only after an error."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool

from hako.cli.exceptions import CommandError
from hako.content import UnknownGame
from hako.engine.bots.simple_bots import UnknownBot
from hako.engine.content.files import BadContent
from hako.engine.content.rulebook import UnknownClause
from hako.engine.i18n.failure import Failure, from_os_error
from hako.engine.log.log_format import BadLog
from hako.engine.log.setup_checks import BadSetup
from hako.engine.log.storage_errors import StorageError
from hako.engine.missing_package import MissingPackage
from hako.engine.review.review import GameNotOver
from hako.engine.transcript.glossary import UnknownEntry
from hako.multiplayer.accounts.names import BadAccountFile
from hako.multiplayer.command_rejected import CommandRejected
from hako.server.request_failed import RequestFailed
from hako.tui.internal_error_messages import InternalError, mistake

WRONGLY_ASKED = (UnknownGame, UnknownBot, UnknownClause, UnknownEntry, BadSetup)
"""The command asks for something that there is not: exit status 2."""

FAILED = (
    BadLog,
    BadContent,
    BadAccountFile,
    CommandRejected,
    MissingPackage,
    GameNotOver,
    RequestFailed,
    StorageError,
    CommandError,
)
"""The command is right, and still it cannot be done: exit status 1."""


def failure(error: BaseException) -> Failure:
    """The failure for an error; an internal error for one that is not expected."""
    match error:
        case Failure() if type(error) is Failure or isinstance(error, WRONGLY_ASKED + FAILED):
            return error  # of other kinds each has somebody who expects it
        case BrokenProcessPool():
            return InternalError("process_ended")
        case OSError() if error.filename is not None:
            return Failure("in_file", file=error.filename, reason=from_os_error(error))
        case OSError():  # it is the output that has no name
            return InternalError("no_output", reason=from_os_error(error))
        case _:
            return mistake(error)

"""Errors of a command: wrong usage, and requests that cannot be fulfilled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hako.engine.i18n.failure import Failure

FOLDER = Path(__file__).parent

UNDECIDED = 3
"""Exit status where it was done with a log that is not verified; see engine/log/unreplayed_count.py."""


class CommandError(Failure):
    """The command is right, and still it cannot be done: exit status 1."""

    words = FOLDER


class UsageError(Failure, click.UsageError):
    """A wrong command line: exit status 2."""

    words = FOLDER

    def __init__(
        self,
        key: str,
        /,
        *,
        ctx: click.Context | None = None,
        near: str | None = None,
        **values: Any,
    ) -> None:
        super().__init__(key, near=near, **values)
        self.ctx = ctx

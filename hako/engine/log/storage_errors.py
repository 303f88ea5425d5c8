"""Errors of storage: a line was not written, or somebody else wrote first."""

from __future__ import annotations

from hako.engine.i18n.failure import Failure


class StorageError(Failure, OSError):
    """A folder or file that cannot be written or read: its path, the reason, a remedy."""


class Conflict(Exception):
    """Another process wrote first. Read the new lines and decide again."""

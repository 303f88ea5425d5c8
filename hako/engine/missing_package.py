"""The error about a package that is installed only with an extra of hako-tabletop."""

from __future__ import annotations

from hako.engine.i18n.failure import Failure


class MissingPackage(Failure, ImportError):
    """A package that a part of hako needs is not installed: its name, and how to install it."""

"""What `pip install hako-tabletop` leaves out, unless it is asked for."""

from __future__ import annotations

from hako.engine.i18n.failure import Failure


class MissingPackage(Failure, ImportError):
    """A part of hako needs a package that is not there: which one, and how to get it."""

"""What `pip install hako-tabletop` leaves out, unless it is asked for."""

from __future__ import annotations

from pathlib import Path

from hako.engine.failure import Failure


class NotInstalled(Failure, ImportError):
    """A part of hako needs a package that is not there: which one, and how to get it."""

    words = Path(__file__).parent

"""The running version of hako, and the remedy for a log that does not open with it."""

from __future__ import annotations

from functools import cache

from hako.engine.i18n.failure import Failure


@cache
def this_hako() -> str:
    """The running version of hako."""
    from importlib.metadata import version  # slow to import, and only new games need it

    return version("hako-tabletop")


def way_out(hako: str) -> Failure:
    """The remedy for a log of that version that does not open: that version, or the game's author."""
    return Failure("author_breaks_log" if hako == this_hako() else "other_hako", hako=hako)

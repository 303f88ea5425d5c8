"""The version of hako that runs, and what is to be done about a log that does not open with it."""

from __future__ import annotations

from functools import cache

from hako.engine.i18n.failure import Failure


@cache
def this_hako() -> str:
    """The version of hako that is running."""
    from importlib.metadata import version  # slow to import, and only new games need it

    return version("hako-tabletop")


def way_out(hako: str) -> Failure:
    """What opens a log of that version that does not open here: another hako, or the game's author."""
    return Failure("author_breaks_log" if hako == this_hako() else "other_hako", hako=hako)

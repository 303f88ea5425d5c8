"""The versions of hako and of a game's rules, and the remedy for a log that does not open."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from hako.engine.i18n.failure import Failure
from hako.engine.log.line_base import LogLineBase


@cache
def this_hako() -> str:
    """The running version of hako."""
    from importlib.metadata import version  # slow to import, and only new games need it

    return version("hako-tabletop")


def way_out(hako: str) -> Failure:
    """The remedy for a log of that version that does not open: that version, or the game's author."""
    return Failure("author_breaks_log" if hako == this_hako() else "other_hako", hako=hako)


class RulesTarget(Protocol):
    """Members that a change of rules needs of a history."""

    rules: int

    def upgrade(self, rules: int) -> None: ...


class RulesUpgraded(LogLineBase[RulesTarget], frozen=True, tag="rules"):
    """An old game is continued: the lines after this one use a later version of the rules."""

    rules: int
    hako: str
    """Version of hako that wrote the line."""

    def check(self, history: RulesTarget, /) -> Failure | None:
        if self.rules <= history.rules:
            return Failure("rules_set_back", before=history.rules, version=self.rules)
        return None

    def apply(self, history: RulesTarget, /) -> None:
        history.upgrade(self.rules)

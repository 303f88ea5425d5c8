"""Refusals: the commands on a table that cannot be done now, in a sentence for the player."""

from __future__ import annotations

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import StaleTable
from hako.engine.log.undo import CannotUndo
from hako.engine.rules.play import IllegalAction
from hako.multiplayer.rate_limit import RateLimited

REFUSALS = (StaleTable, CannotUndo, IllegalAction, RateLimited)


def refusal_text(error: Exception, words: Catalogue) -> str:
    """The sentence of a refusal."""
    if isinstance(error, CannotUndo):
        return words.text(f"table.cannot_{error.reason}", **error.values)
    if isinstance(error, IllegalAction) and error.reason:
        return words.lazy_text(error.reason)
    if isinstance(error, RateLimited):
        return error.text(words.language)
    return words.text("table.moved_on")

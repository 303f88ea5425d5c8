"""Sentences about clocks: the time controls of a table and the time left."""

from __future__ import annotations

from hako.engine.i18n.catalogue import Catalogue
from hako.multiplayer.tables.clock import clock_of

_UNITS = (("days", 24 * 3600), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def lasting(texts: Catalogue, seconds: float, *, in_short: bool = False) -> str:
    """A duration in its two greatest units that are not 0."""
    parts, rest = [], max(0, int(seconds))
    for unit, size in _UNITS:
        count, rest = divmod(rest, size)
        if count:
            parts.append((unit, count))
    greatest = parts[:2] or [("seconds", 0)]
    how = "in_short" if in_short else "lasting"
    return texts.text(f"clock.between_{how}").join(
        texts.text(f"clock.{how}.{unit}", count=count) for unit, count in greatest
    )


def clock_text(texts: Catalogue, spec: str) -> str:
    """A sentence about the time control in a clock's spec."""
    clock = clock_of(spec)
    if clock is None:
        return texts.text("clock.none")
    bank, more, most = (
        lasting(texts, seconds) for seconds in (clock.bank, clock.increment, clock.most)
    )
    how = "capped" if clock.most > clock.bank else "bank"
    key = "clock.a_turn" if clock.is_a_turn else f"clock.{how}"
    sentence = texts.text(key, bank=bank, more=more, most=most)
    return texts.text("clock.strict", clock=sentence) if clock.is_strict else sentence


def time_left_text(texts: Catalogue, left: int, grace: int) -> str:
    """A sentence about the seconds that a seat has left, or what is left of its grace period."""
    if left > 0:
        return texts.text("clock.left", time=lasting(texts, left))
    return texts.text("clock.in_grace", time=lasting(texts, left + grace))

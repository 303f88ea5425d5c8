"""Clocks in words: how long a seat may take, and how long it still can."""

from __future__ import annotations

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.clock import clock_of

_UNITS = (("days", 24 * 3600), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def lasting(texts: Catalogue, seconds: float, *, in_short: bool = False) -> str:
    """So long, in the two greatest units that there is something of; none of it is 0 seconds."""
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
    """What a clock gives each seat."""
    clock = clock_of(spec)
    if clock is None:
        return texts.text("clock.none")
    bank, more, most = (lasting(texts, each) for each in (clock.bank, clock.increment, clock.most))
    how = "capped" if clock.most > clock.bank else "bank"
    key = "clock.a_turn" if clock.is_a_turn else f"clock.{how}"
    told = texts.text(key, bank=bank, more=more, most=most)
    return texts.text("clock.strict", clock=told) if clock.is_strict else told


def time_left_text(texts: Catalogue, left: int, grace: int) -> str:
    """How long a seat still has, or how long it will be waited for without any time."""
    if left > 0:
        return texts.text("clock.left", time=lasting(texts, left))
    return texts.text("clock.in_grace", time=lasting(texts, left + grace))

"""Relative time: ages of things in words."""

from __future__ import annotations

from hako.engine.i18n.catalogue import Catalogue

_STEPS = (
    (60, 60, "minutes"),
    (60 * 60, 24, "hours"),
    (24 * 60 * 60, 60, "days"),
)
"""Seconds of a unit, the number of them from which on the next unit is used, and its key."""


def age(texts: Catalogue, seconds: float) -> str:
    """The age in words, such as "3 hours ago"; "now" below a minute, or in the future."""
    if seconds < 60:
        return texts.text("age.now")
    for unit, most, key in _STEPS:
        if (count := int(seconds // unit)) < most:
            return texts.text(f"age.{key}", count=count)
    return texts.text("age.long")

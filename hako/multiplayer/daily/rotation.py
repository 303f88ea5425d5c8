"""Rotation of the daily games: which game a day has."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date


def game_of_day(games: Sequence[str], day: date) -> str | None:
    """The game of a day that is not stored yet; None if no game has solo play."""
    return games[day.toordinal() % len(games)] if games else None

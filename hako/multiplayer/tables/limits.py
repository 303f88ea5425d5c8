"""Limits of what people may do at a shared table."""

from __future__ import annotations

from msgspec import Struct

from hako.multiplayer.rate_limit import WriteLimits


class TableLimits(Struct, frozen=True):
    """Limits of what people may do at a shared table."""

    chat_characters: int = 200
    """Length to which a chat message is cut."""
    chat_seconds: float = 0.5
    """Minimum time between two messages of one user; earlier ones are dropped."""
    consent_seconds: float = 60.0
    """Time for which an undo request waits for those present; then it is refused."""
    refusal_seconds: float = 10.0
    """Wait after a refused undo request; after k refusals k * k times as long."""
    ready_seconds: float = 60.0
    """Time after which an absent player is no longer ready to be dealt to."""
    host_seconds: float = 600.0
    """Time after which the table of an absent owner passes to a player who is present."""
    acts_at_once: int = 30
    """Number of stored writes (chat, sitting down, entering a tournament) in one burst; see WriteLimits."""
    act_seconds: float = 5.0
    """Seconds until one more such write is allowed."""
    answer_seconds: float = 5.0
    """Delay of a due premove, in which the previous player may still undo."""
    tables_per_player: int = 20
    """Maximum number of tables of one owner that are played at the same time."""

    def writes(self) -> WriteLimits:
        """Limits of stored writes, with nothing written yet."""
        return WriteLimits(1 / self.act_seconds, self.acts_at_once)


DEFAULT_LIMITS = TableLimits()

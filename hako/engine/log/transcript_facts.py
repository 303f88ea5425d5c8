"""Facts about a game beside its positions, for transcripts and exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.undo import UndoStatistics


class TableChange(Protocol):
    """Something that happened during the game and that those who read it are told."""

    def transcript_sentence(self, texts: Catalogue) -> str:
        """The sentence for those who read the game."""


class SeedProof(Struct, frozen=True):
    """The sources of a seed, for verification by anybody: commitment and contributions."""

    secret: str
    table: str
    commitment: str
    parts: tuple[str, ...]
    seed: str


class TranscriptFacts(Struct, frozen=True):
    """The facts about a game that follow from other lines than its records."""

    seed: int | str | None
    """The seed as it may be published after the end; None while it is secret."""
    proof: SeedProof | None
    """The proof of a seed in which people took part; None before it is public, or without one."""
    undo: UndoStatistics
    changes: Mapping[int, Sequence[TableChange]]
    """Changes after a position, by its number."""
    options: Callable[[Catalogue], Iterable[str]] = lambda _: ()
    """Sentences about further options of the table, such as its clock."""

"""The sentences of a table in one language, for one reader."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from hako.engine import ENGINE
from hako.engine.i18n.catalogue import Catalogue, load_catalogue
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.i18n.languages import Language
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.log_format import Record
from hako.engine.log.position import Position
from hako.engine.rules.game import Game
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.play import events


def texts_of(table: History[Any], language: Language, *more: Path) -> Catalogue:
    """The catalogue of a table, with the names of its cards and of its players."""
    return texts_for(table.game, table.content, table.players, language, *more)


def texts_for(
    game: Game[Any], content: Any, players: Sequence[Player], language: Language, *more: Path
) -> Catalogue:
    """The catalogue of a game with that content and those players.

    `more` are further folders with catalogues, such as those of a user interface.
    """
    texts = load_catalogue(language, ENGINE, *more, game.folder)
    names = {
        seat: player.name or texts.text("table.open_seat") for seat, player in enumerate(players)
    }
    return texts.with_terms(game.terms(content, language)).with_terms({"seat": names})


def seen(table: History[Any], moment: Position[Any], viewer: Viewer) -> Record[Any, Any]:
    """A record as the viewer may see it; for None nothing is hidden once the game is over."""
    if viewer is None and table.outcome is not None:
        return moment.record
    return moment.record.masked(viewer)


def whose(table: History[Any], moment: Position[Any]) -> Seat | None:
    """The seat of a record; None where it reveals the secret choices of several seats."""
    record, parent = moment.record, moment.parent
    reveals_all = parent is not None and table.positions[parent].record.is_sealed
    return None if reveals_all and not record.is_sealed else record.seat


def goal(game: Game[Any], view: Any, viewer: Viewer, texts: Catalogue) -> str:
    """A sentence about the viewer's goal and progress; empty if the game has none or is over."""
    text = game.goal(view, viewer) if view.agenda else None
    return texts.lazy_text(text) if text else ""


class RenderedRecord(Struct, frozen=True, gc=False):
    """A sentence of the log."""

    sentence: str
    opens: bool = False
    """True if a part of the game begins with it; see Event.opens."""
    seat: Seat | None = None
    """The seat of that part; None for a part of all seats, such as a round."""
    totals: str = ""
    """The new values of changed counters; see record_sentences.py."""

    @property
    def in_full(self) -> str:
        """The sentence and the totals after it."""
        return join_sentences((self.sentence, self.totals))


def rendered(
    record: Record[Any, Any], texts: Catalogue, *, details: bool = False
) -> list[RenderedRecord]:
    """The sentences of a record, which must already be masked for the reader.

    `details` includes quiet events and choices. A choice has a sentence only if no event has one.
    """
    lines = [
        RenderedRecord(
            texts.render(event), event.opens, getattr(event, "seat", None) if event.opens else None
        )
        for event in events(record.then)
        if details or not event.quiet
    ]
    if lines or record.seat is None:
        return lines
    if record.action is None:
        return [RenderedRecord(texts.text("table.sealed", seat=record.seat))]
    if record.action.quiet and not details:
        return []
    return [RenderedRecord(texts.choice(record.seat, record.action))]


def record_text(record: Record[Any, Any], texts: Catalogue, *, details: bool = False) -> list[str]:
    """The sentences of a record as plain text."""
    return [line.sentence for line in rendered(record, texts, details=details)]

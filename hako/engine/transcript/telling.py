"""Telling: the sentences of a table in one language, as one reader may hear them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from hako.engine import ENGINE
from hako.engine.log.records import Player, Record
from hako.engine.log.table import Moment, Table
from hako.engine.rules.game import Game, Outcome
from hako.engine.rules.play import events
from hako.engine.rules.vocabulary import Viewer
from hako.engine.words.note import Language
from hako.engine.words.text import Texts, load_texts


def texts_of(table: Table[Any], language: Language, *more: Path) -> Texts:
    """Every sentence of a table, with the names of its cards and of who sits at it now."""
    return texts_for(table.game, table.content, table.players, language, *more)


def texts_for(
    game: Game[Any], content: Any, players: Sequence[Player], language: Language, *more: Path
) -> Texts:
    """Every sentence of a game played with that content by those players.

    `more` are the folders of those who show the game, with sentences of their own.
    """
    texts = load_texts(language, ENGINE, *more, game.folder)
    names = {
        seat: player.name or texts.say("table.open_seat") for seat, player in enumerate(players)
    }
    terms = game.terms(content, language)
    return texts.with_terms({**terms, "seat": {**terms.get("seat", {}), **names}})


def seen(table: Table[Any], moment: Moment[Any], viewer: Viewer) -> Record[Any, Any]:
    """A record as the viewer may see it; nothing is hidden from everybody (None) in the end."""
    if viewer is None and table.outcome is not None:
        return moment.record
    return moment.record.masked(viewer)


class Ranked(Struct, frozen=True, order=True):
    """How somebody did."""

    place: int
    """1-based."""
    number: int
    """The seat; opponents without one are counted on."""
    name: str
    score: int


def ranking(outcome: Outcome, texts: Texts) -> list[Ranked]:
    """All seats and opponents, the winners first."""
    names = [texts.term("seat", seat) for seat in range(len(outcome.scores))]
    names += [texts.term(its.term, its.name) for its in outcome.opponents]
    scores = (*outcome.scores, *(its.score for its in outcome.opponents))
    rows = zip(outcome.places(), range(len(names)), names, scores, strict=True)
    return sorted(Ranked(*row) for row in rows)


class Said(Struct, frozen=True):
    """A sentence of the log."""

    sentence: str
    opens: bool = False
    """Whether a part of the game begins with it; see Event.opens."""


def said(record: Record[Any, Any], texts: Texts, *, details: bool = False) -> list[Said]:
    """What a record says; it must be masked for the reader already.

    Quiet events and choices are told with `details`; a choice only where no event tells of it.
    """
    told = [
        Said(texts.tell(event), event.opens)
        for event in events(record.then)
        if details or not event.quiet
    ]
    if told or record.seat is None:
        return told
    if record.action is None:
        return [Said(texts.say("table.sealed", seat=record.seat))]
    if record.action.quiet and not details:
        return []
    action = texts.tell(record.action)
    return [Said(texts.say("table.chose", seat=record.seat, action=action))]


def told(record: Record[Any, Any], texts: Texts, *, details: bool = False) -> list[str]:
    """The same as sentences alone."""
    return [line.sentence for line in said(record, texts, details=details)]

"""The records of a game as JSON for other programs, limited to what one viewer may know."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.log.transcript_facts import SeedProof
from hako.engine.log.undo import UndoStatistics
from hako.engine.rules.game import Outcome
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.ranking import Parts
from hako.engine.transcript.sentences import record_text, seen

FORMAT = 1
"""The format of the JSON. Raise it when a reader of the older format would misread it."""


class SeatFacts(Struct, frozen=True):
    """The player of a seat; keys and codes of shared tables are left out."""

    name: str
    bot: str | None


class ExportedRecord(Struct, frozen=True):
    """A record, masked for the viewer."""

    ply: int
    """The number of records before it."""
    seat: Seat | None
    action: Any
    """None for a record without a choice, or where it is secret."""
    then: Any
    """The consequences: a list for each step that was carried out."""
    turn: int
    """The turn or round after the record."""
    scores: tuple[int, ...]
    sentences: tuple[str, ...] = field(name="said")


class GameEnd(Struct, frozen=True):
    """The end of the game."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    how: str
    breakdown: tuple[Parts, ...]
    """For each seat the points by part; they sum to its score."""


class Doubtful(Struct, frozen=True):
    """The records that verification could not decide again; see log/unreplayed_count.py."""

    records: int
    reasons: tuple[str, ...]


class ExportedGame(Struct, frozen=True):
    """The whole transcript."""

    format: int
    hako: str
    game: str
    title: str
    rules: int
    language: Language
    created: str
    options: Any
    changes: Any
    seats: tuple[SeatFacts, ...]
    viewer: Viewer
    """The seat for whose eyes the transcript is; None for everybody's."""
    reveals_all: bool
    """True if nothing is hidden, because the game is over."""
    ending: GameEnd | None
    left_behind: int
    """The number of undone records, which are left out."""
    records: tuple[ExportedRecord, ...]
    requests: UndoStatistics | UnsetType = UNSET
    """The requests to undo, at tables where the others are asked."""
    seed: int | str | UnsetType = UNSET
    """Only where the game is over and nothing is hidden: it would reveal the rest."""
    deal: SeedProof | UnsetType = UNSET
    """The proof of a shuffle in which people took part; public when the game is over."""
    undecided: Doubtful | UnsetType = UNSET
    """Only where some records were not decided again, so that the game is not verified."""
    review: Any = UNSET
    """The report of a review (hako review), if requested."""


def facts(
    table: History[Any], texts: Catalogue, title: str, viewer: Viewer, review: Any = UNSET
) -> str:
    """The transcript as JSON text; `review` is added as it is."""
    header, outcome = table.header, table.outcome
    reveals_all = viewer is None and outcome is not None
    about = table.facts
    path = table.path()
    exported = ExportedGame(
        format=FORMAT,
        hako=header.hako,
        game=header.game,
        title=title,
        rules=header.rules,
        language=texts.language,
        created=header.created,
        options=header.options,
        changes=header.changes,
        seats=tuple(SeatFacts(player.name, player.bot) for player in table.players),
        viewer=viewer,
        reveals_all=reveals_all,
        ending=_ending(table, outcome, texts) if outcome is not None else None,
        left_behind=len(table.positions) - len(path),
        records=tuple(_fact(table, texts, moment, viewer) for moment in path),
        requests=about.undo if about.undo.asked else UNSET,
        seed=about.seed if reveals_all and about.seed is not None else UNSET,
        deal=about.proof or UNSET,
        undecided=_doubtful(table, texts.language),
        review=review,
    )
    return msgspec.json.format(msgspec.json.encode(exported)).decode() + "\n"


def _doubtful(table: History[Any], language: Language) -> Doubtful | UnsetType:
    undecided = table.undecided
    reasons = tuple(reason.text(language) for reason in undecided.reasons)
    return Doubtful(undecided.records, reasons) if undecided else UNSET


def _ending(table: History[Any], outcome: Outcome, texts: Catalogue) -> GameEnd:
    seats = slice(len(outcome.scores))
    return GameEnd(
        winners=outcome.winners,
        scores=outcome.scores,
        places=outcome.places()[seats],
        how=texts.lazy_text(outcome.how),
        breakdown=tuple(table.game.score_parts(table.view(None))[seats]),
    )


def _fact(
    table: History[Any], texts: Catalogue, moment: Position[Any], viewer: Viewer
) -> ExportedRecord:
    record, changes = seen(table, moment, viewer), table.changes.get(moment.number, ())
    turn, scores = table.game.progress(table.view(None, moment.number))
    return ExportedRecord(
        ply=moment.ply,
        seat=record.seat,
        action=record.action,
        then=record.then,
        turn=turn,
        scores=scores,
        sentences=(
            *record_text(record, texts),
            *(change.transcript_sentence(texts) for change in changes),
        ),
    )

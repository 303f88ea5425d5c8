"""The records of a game as JSON, for other programs: what one viewer may know, and no more."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.lazy_text import Language
from hako.engine.log.table import Position, Table, UndoStatistics
from hako.engine.rules.game import Outcome
from hako.engine.rules.model import Seat, Viewer
from hako.engine.transcript.sentences import Parts, changed, record_text, seen

FORMAT = 1
"""Raised when a reader of older transcripts would misread."""


class SeatFacts(Struct, frozen=True):
    """Who sat on a seat; keys and codes of shared tables are nobody else's business."""

    name: str
    bot: str | None


class ExportedRecord(Struct, frozen=True):
    """A record, masked for the viewer."""

    ply: int
    """How many records come before it."""
    seat: Seat | None
    action: Any
    """None where there was no choice, or where it is a secret."""
    then: Any
    """What followed: a list for each step that was done."""
    turn: int
    """Turn or round reached."""
    scores: tuple[int, ...]
    said: tuple[str, ...]


class GameEnd(Struct, frozen=True):
    """How the game ended."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    how: str
    breakdown: tuple[Parts, ...]
    """For each seat the points by part; they sum to its score."""


class SeedProof(Struct, frozen=True):
    """What a seed came from, to be checked by anybody; see log/fair.py."""

    secret: str
    table: str
    commitment: str
    parts: tuple[str, ...]
    seed: str


class Doubtful(Struct, frozen=True):
    """What was not decided again; see engine.log.undecided."""

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
    """The seat for whose eyes it is; None for everybody's."""
    reveals_all: bool
    """Whether nothing is hidden, because the game is over."""
    ending: GameEnd | None
    left_behind: int
    """Records that were taken back and are left out."""
    records: tuple[ExportedRecord, ...]
    requests: UndoStatistics | UnsetType = UNSET
    """To take back, where the others were asked."""
    seed: int | str | UnsetType = UNSET
    """Only where the game is over and nothing is hidden: it would tell what is."""
    deal: SeedProof | UnsetType = UNSET
    """Where people took part in the shuffle: from the end on, for everybody."""
    undecided: Doubtful | UnsetType = UNSET
    """Only where not everything was decided again, so that it is not verified."""
    review: Any = UNSET
    """The report of a review (hako review), where that was asked for."""


def facts(
    table: Table[Any], texts: Catalogue, title: str, viewer: Viewer, review: Any = UNSET
) -> str:
    """The transcript as JSON text; `review` is added as it is."""
    header, outcome = table.header, table.outcome
    reveals_all = viewer is None and outcome is not None
    seed = table.deal.disclosed_seed
    path = table.path()
    found = ExportedGame(
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
        requests=table.requests if table.requests.asked else UNSET,
        seed=UNSET if not reveals_all or seed is None else seed,
        deal=shuffle(table),
        undecided=_doubtful(table, texts.language),
        review=review,
    )
    return msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"


def _doubtful(table: Table[Any], language: Language) -> Doubtful | UnsetType:
    undecided = table.undecided
    reasons = tuple(reason.text(language) for reason in undecided.reasons)
    return Doubtful(undecided.records, reasons) if undecided else UNSET


def shuffle(table: Table[Any]) -> SeedProof | UnsetType:
    """What a table's seed came from, once that may be told."""
    its = table.deal
    if its.committed is None or not its.is_open:
        return UNSET
    about, seed = its.about.decode(), str(its.disclosed_seed)
    return SeedProof(its.committed.secret, about, its.committed.commitment, its.contributions, seed)


def _ending(table: Table[Any], outcome: Outcome, texts: Catalogue) -> GameEnd:
    seats = slice(len(outcome.scores))
    return GameEnd(
        winners=outcome.winners,
        scores=outcome.scores,
        places=outcome.places()[seats],
        how=texts.lazy_text(outcome.how),
        breakdown=tuple(table.game.score_parts(table.view(None))[seats]),
    )


def _fact(
    table: Table[Any], texts: Catalogue, moment: Position[Any], viewer: Viewer
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
        said=(*record_text(record, texts), *(changed(texts, each) for each in changes)),
    )

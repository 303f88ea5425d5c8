"""Accounts: the figures of a seat between two positions, with what changed each, and their total.

The rows of an account add up: each shows a value before and now, and the parts of the score of a game
with several parts have their total below them. Where one part alone changed, its total tells that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, TypeAlias

from msgspec import Struct

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.game import Game
from hako.engine.rules.model import Event, Seat, State, snake_case
from hako.engine.transcript.seen_events import after_own_choice, own_events, seen_events

Figures: TypeAlias = Mapping[tuple[str, str], int]
"""Numbers of a seat by table of terms and name: ("part", ...) of its score, or ("figure", ...)."""


class AccountRow(Struct, frozen=True):
    """A figure of a seat that changed."""

    label: str
    """The name of the figure."""
    causes: tuple[str, ...]
    """The events that changed it, in short; empty for a total."""
    before: int
    now: int
    is_total: bool = False

    @property
    def change(self) -> int:
        """The gain, or the loss if it is negative."""
        return self.now - self.before

    @property
    def because(self) -> str:
        """The causes in a row."""
        return join_sentences(self.causes)


class HappenedEvent(Struct, frozen=True):
    """An event of an account, as its reader may see it."""

    event: Event[Any]
    moment: int
    """The number of its position."""
    change: int = 0
    """The change of the figure by it."""


def account(
    table: History[Any],
    moments: Sequence[Position[Any]],
    seat: Seat,
    reader: Seat,
    texts: Catalogue,
) -> Iterator[tuple[AccountRow, int | None]]:
    """The rows of a seat's account over positions that follow each other, as a reader may know them.

    It begins after the reader's own choice, if that is the first. Each row with the number of the last
    position that changed it; None for a total of several.
    """
    game, start = table.game, after_own_choice(table, moments[0], reader)
    end = table.view_at(moments[-1], reader)
    was, now = figures(game, start, seat), figures(game, end, seat)
    changes = {name: (was.get(name, 0), now.get(name, 0)) for name in {**was, **now}}
    shown = {*now, *(name for name in was if name[0] != "figure")}
    """A figure that is gone, such as the money of a turn that has ended, is not told."""
    names = [
        name
        for name, (before, after) in changes.items()
        if before != after and name in shown and not _is_told_as_part(name, changes)
    ]
    if not names:
        return
    causes = _causes(table, moments, seat, reader)
    totals = [game.progress(state)[1][seat] for state in (start, end)]
    has_parts = sum(table_name == "part" for table_name, _ in {**was, **now}) > 1
    has_total = has_parts and totals[0] != totals[1]
    is_alone = has_total and sum(name[0] == "part" for name in names) == 1
    for name in names:
        happened = causes.get(name, [])
        note = game.part_note(start, end, seat, name[1]) if name[0] == "part" else None
        grew = now.get(name, 0) > was.get(name, 0)
        sentences = (
            (texts.lazy_text(note),) if note else _cause_sentences(happened, texts, grew=grew)
        )
        moment = happened[-1].moment if happened else moments[-1].number
        label = texts.term(*name) if name[0] else score_name(texts)
        if is_alone and name[0] == "part":
            label = texts.text("since.score_part", score=score_name(texts), part=label)
            yield AccountRow(label, sentences, totals[0], totals[1], is_total=True), moment
        else:
            yield AccountRow(label, sentences, was.get(name, 0), now.get(name, 0)), moment
    if has_total and not is_alone:
        yield AccountRow(score_name(texts), (), totals[0], totals[1], is_total=True), None


def score_name(texts: Catalogue) -> str:
    """The name of a score during play, such as "points owned", where it is not the final one."""
    return texts.text("score.name" if "score.name" in texts else "since.score")


def figures(game: Game[Any], seen: State, seat: Seat) -> Figures:
    """The parts of a seat's score, and its counters; victory points are told as the score."""
    parts = game.score_parts(seen)[seat]
    counters = game.counters(seen).get(seat, {})
    score = game.progress(seen)[1][seat]
    is_whole = len(parts) < 2
    shown = {("part", name): points or 0 for name, points in parts.items()}
    if is_whole:
        shown = {("", ""): score}
    rest = {("figure", name): count for name, count in counters.items() if name != "vp"}
    return {**shown, **rest}


def _is_told_as_part(
    name: tuple[str, str], changes: Mapping[tuple[str, str], tuple[int, int]]
) -> bool:
    """True for a counter that is a part of the score by the same name, such as coins that win."""
    return name[0] == "figure" and changes[name] == changes.get(("part", name[1]))


def sum_key(kind: type[Event[Any]]) -> str:
    """The key of the texts for the sum of events of a kind."""
    return f"sum.{snake_case(kind.__name__)}"


def summed(alike: Sequence[Event[Any]], texts: Catalogue) -> str:
    """Events of one kind as one phrase."""
    return join_sentences(sentences_about(alike, texts))


def sentences_about(alike: Sequence[Event[Any]], texts: Catalogue) -> list[str]:
    """Events of one kind: the sum that the texts have, or their sentences, equal ones counted."""
    kind = type(alike[0])
    if sum_key(kind) in texts:
        return [texts.text(sum_key(kind), **{"count": len(alike), **_values(kind, alike)})]
    sentences = groupby(map(texts.render, alike))
    return [repeated(one, len([*equal]), texts) for one, equal in sentences]


def repeated(sentence: str, count: int, texts: Catalogue) -> str:
    """A sentence about what happened so often in a row."""
    if count == 1:
        return sentence
    return texts.text("since.times", deed=sentence.rstrip(".。"), count=count)


def _cause_sentences(
    happened: Sequence[HappenedEvent], texts: Catalogue, *, grew: bool
) -> tuple[str, ...]:
    """The events that changed a figure, those of a kind together, first what changed it most that way."""
    by_kind: dict[type[Event[Any]], list[HappenedEvent]] = {}
    for one in happened:
        if sum_key(type(one.event)) in texts or not (one.event.quiet or one.event.opens):
            by_kind.setdefault(type(one.event), []).append(one)
    kinds = sorted(
        by_kind.values(), key=lambda alike: sum(one.change for one in alike), reverse=grew
    )
    return tuple(
        sentence
        for alike in kinds
        for sentence in sentences_about([one.event for one in alike], texts)
    )


def _values(kind: type[Event[Any]], alike: Sequence[Event[Any]]) -> dict[str, Any]:
    """The fields of events of a kind: numbers but seats added up, all else as a row of its values."""
    values: dict[str, Any] = {}
    for field in kind.__struct_fields__:
        row = [getattr(event, field) for event in alike]
        if field != "seat" and all(type(value) is int for value in row):
            values[field] = sum(row)
        elif field == "seat" or any(isinstance(value, Mapping) for value in row):
            values[field] = row[0]
        else:
            flat = [
                one for value in row for one in (value if isinstance(value, tuple) else (value,))
            ]
            values[field] = tuple(dict.fromkeys(flat))
    return values


def _causes(
    table: History[Any], moments: Sequence[Position[Any]], seat: Seat, reader: Seat
) -> dict[tuple[str, str], list[HappenedEvent]]:
    """The events that changed each figure of a seat."""
    causes: dict[tuple[str, str], list[HappenedEvent]] = {}
    game = table.game
    for moment in moments:
        before = figures(game, after_own_choice(table, moment, reader), seat)
        if before == figures(game, table.view_at(moment, reader), seat):
            continue
        own = own_events(moment, reader)
        for seen in islice(seen_events(table, moment, reader), own, None):
            after = figures(game, seen.after, seat)
            for name in {**before, **after}:
                if before.get(name, 0) != after.get(name, 0):
                    change = after.get(name, 0) - before.get(name, 0)
                    cause = HappenedEvent(seen.event, moment.number, change)
                    causes.setdefault(name, []).append(cause)
            before = after
    return causes

"""What a transcript tells, whatever it is written in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from hako.engine.log.table import Table
from hako.engine.rules.vocabulary import Viewer
from hako.engine.transcript.chart import Axes, Racer
from hako.engine.transcript.telling import Ranked, said, seen, standing
from hako.engine.words.text import Texts

COLUMNS = ("place", "player", "score", "parts")
"""Of the table of the result."""


class Part(Struct, frozen=True):
    """A part of the game, such as a turn."""

    heading: str
    """Empty before the first part."""
    sentences: tuple[str, ...]


class Story(Struct, frozen=True):
    """A game told."""

    title: str
    about: tuple[str, ...]
    """Sentences about the game: when, who, with which options, for whose eyes."""
    ending: str
    """How it ended, or that it has not."""
    ranking: tuple[Ranked, ...]
    """Empty while the game goes on."""
    parts: tuple[Part, ...]
    race: tuple[Racer, ...]
    axes: Axes
    notes: tuple[str, ...]
    """What a reader may want to know in the end."""


def tell(table: Table[Any], texts: Texts, title: str, viewer: Viewer) -> Story:
    """The story of a table up to now, as the viewer may know it; None is everybody.

    `texts` are the table's, see telling; `title` is the game's name.
    """
    outcome = table.outcome
    ending = "transcript.unfinished" if outcome is None else "transcript.finished"
    return Story(
        title=title,
        about=tuple(_about(table, texts, viewer)),
        ending=texts.say(ending, how=texts.note(outcome.how) if outcome else ""),
        ranking=() if outcome is None else _ranking(table, texts),
        parts=tuple(_parts(table, texts, viewer)),
        race=race(table, texts),
        axes=axes(table, texts),
        notes=tuple(_notes(table, texts, viewer)),
    )


def _ranking(table: Table[Any], texts: Texts) -> tuple[Ranked, ...]:
    return tuple(standing(table.game, table.view(None), texts))


def _about(table: Table[Any], texts: Texts, viewer: Viewer) -> Iterator[str]:
    header = table.header
    if header.created:
        yield texts.say("transcript.created", when=header.created[:16].replace("T", " "))
    for seat, player in enumerate(table.players):
        key = "transcript.bot" if player.bot else "transcript.person"
        yield texts.say(key, number=seat + 1, seat=seat, level=player.bot)
    for key, value in table.game.chosen(header.options, len(table.players)).items():
        option, chosen = f"option.{key}.text", f"option.{key}.{value}"
        yield texts.say(
            "transcript.option",
            option=texts.say(option) if option in texts else key,
            value=texts.say(chosen) if chosen in texts else value,
        )
    if header.changes:
        yield texts.say("transcript.changes")
    yield from _viewpoint(table, texts, viewer)


def _viewpoint(table: Table[Any], texts: Texts, viewer: Viewer) -> Iterator[str]:
    if viewer is not None:
        yield texts.say("transcript.as_seat", seat=viewer)
    elif table.outcome is None:
        yield texts.say("transcript.as_watcher")


def _parts(table: Table[Any], texts: Texts, viewer: Viewer) -> Iterator[Part]:
    heading = ""
    sentences: list[str] = []
    for moment in table.path():
        for line in said(seen(table, moment, viewer), texts):
            if line.opens and (heading or sentences):
                yield Part(heading, tuple(sentences))
                sentences = []
            if line.opens:
                heading = line.sentence
            else:
                sentences.append(line.sentence)
    yield Part(heading, tuple(sentences))


def race(table: Table[Any], texts: Texts) -> tuple[Racer, ...]:
    """How the scores grew, turn after turn; from public knowledge."""
    by_turn = dict(table.game.progress(table.view(None, moment.number)) for moment in table.path())
    names = [texts.term("seat", seat) for seat in range(len(table.players))]
    if table.outcome is not None:
        names += [texts.term(its.term, its.name) for its in table.outcome.opponents]
    return tuple(
        Racer(name, tuple((turn, scores[number]) for turn, scores in sorted(by_turn.items())))
        for number, name in enumerate(names)
    )


def axes(table: Table[Any], texts: Texts) -> Axes:
    """What the axes of the race are called."""
    key = f"score.{table.outcome.counted if table.outcome else 'name'}"
    up = texts.say(key) if key in texts else texts.say("transcript.score")
    return Axes(texts.say("transcript.across"), up)


def _notes(table: Table[Any], texts: Texts, viewer: Viewer) -> Iterator[str]:
    left_behind = len(table.moments) - len(table.path())
    if left_behind:
        yield texts.say("transcript.left_behind", count=left_behind)
    if viewer is None and table.outcome is not None:
        yield texts.say("transcript.seed", seed=table.header.seed)
    yield texts.say("transcript.made", version=table.header.hako)

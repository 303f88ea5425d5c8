"""The transcript as Markdown and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.model import Seat
from hako.engine.transcript.chart import SIGNS
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.ranking import placed
from hako.engine.transcript.transcript import (
    COLUMNS,
    Transcript,
    TranscriptChoice,
    TranscriptPart,
)

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|])")


def markdown(transcript: Transcript, texts: Catalogue) -> str:
    """The transcript as Markdown."""
    return "\n".join(_markdown(transcript, texts)) + "\n"


def text(transcript: Transcript, texts: Catalogue) -> str:
    """The transcript as plain text with underlined headings."""
    return "\n".join(_text(transcript, texts)) + "\n"


def sign_of(seat: Seat) -> str:
    """The sign of a seat in text."""
    return SIGNS[seat % len(SIGNS)]


def gains_text(choice: TranscriptChoice) -> str:
    """The changes of scores that a choice brought, such as "● +2 ▲ −5"."""
    return " ".join(
        f"{sign_of(seat)} {'+' if points > 0 else '−'}{abs(points)}"
        for seat, points in choice.gains
    )


def scores_text(part: TranscriptPart) -> str:
    """The scores after a part, the highest first."""
    return " ".join(f"{sign_of(seat)} {score}" for seat, score in part.leading)


def heading_text(part: TranscriptPart) -> str:
    """The heading of a part with its summary."""
    return ": ".join(filter(None, (part.heading, part.summary)))


def causes_text(transcript: Transcript, texts: Catalogue) -> list[str]:
    """The turns that decided the game, one a sentence."""
    chances = transcript.chances
    return [
        texts.text(
            "transcript.cause",
            across=transcript.axes.across,
            turn=cause.turn,
            seat=cause.seat,
            before=round(cause.before),
            after=round(cause.after),
            sentence=cause.sentence,
        ).rstrip(" :：")
        for cause in (chances.causes if chances else ())
    ]


def accuracies_text(transcript: Transcript, texts: Catalogue) -> str:
    """The accuracy of each seat, as far as it is known."""
    accuracies = transcript.chances.accuracies if transcript.chances else ()
    known = ", ".join(
        f"{texts.term('seat', seat)} {accuracy:.0f}"
        for seat, accuracy in enumerate(accuracies)
        if accuracy is not None
    )
    return f"{texts.text('transcript.accuracy')}: {known}" if known else ""


def _markdown(transcript: Transcript, texts: Catalogue) -> Iterator[str]:
    yield f"# {_plain(transcript.title)}"
    yield ""
    yield f"**{_plain(transcript.ending)}**"
    yield ""
    yield from (f"{_plain(line)}  " for line in (transcript.course, transcript.facts) if line)
    if transcript.ranking:
        heads = [texts.text(f"transcript.{key}") for key in COLUMNS]
        yield ""
        yield f"| {' | '.join(heads)} |"
        yield "| ---: | :--- | ---: | :--- |"
        for row in transcript.ranking:
            parts = _plain(texts.term("part", row.text()))
            yield f"| {row.place} | {_plain(row.name)} | {row.score} | {parts} |"
    if causes := causes_text(transcript, texts):
        yield from ("", f"**{texts.text('transcript.turned')}**", "")
        yield from (f"{number}. {_plain(cause)}" for number, cause in enumerate(causes, start=1))
        yield from ("", _plain(accuracies_text(transcript, texts)))
    stories = [part for part in transcript.parts if part.is_open]
    for part in stories:
        yield from ("", f"## {_plain(part.heading)}", "")
        yield from _fenced(part.board)
    yield ""
    yield from _fenced(chart(transcript.race, transcript.axes))
    yield ""
    yield from (f"- {_plain(sentence)}" for sentence in transcript.about)
    for part in transcript.parts:
        if not part.is_open:
            yield ""
            yield from _part(part)
    yield ""
    for note in transcript.notes:
        yield f"*{_plain(note)}*  "


def _part(part: TranscriptPart) -> Iterator[str]:
    if part.heading:
        scores = f" ({scores_text(part)})" if part.scores else ""
        yield f"## {_plain(heading_text(part))}{scores}"
        yield ""
    for choice in part.choices:
        mark = "" if choice.seat is None else f"{sign_of(choice.seat)} "
        gains = f" **{gains_text(choice)}**" if choice.gains else ""
        first, *others = choice.sentences
        yield f"- {mark}{_plain(first)}{gains}"
        yield from (f"  - {_plain(sentence)}" for sentence in others)
    yield from (f"- {_plain(sentence)}" for sentence in part.remarks)
    if part.board:
        yield from ("", f"<details><summary>{escape(part.caption)}</summary>", "")
        yield from _fenced(part.board)
        yield from ("", "</details>")


def _text(transcript: Transcript, texts: Catalogue) -> Iterator[str]:
    yield transcript.title
    yield "=" * 60
    yield transcript.ending
    yield from filter(None, (transcript.course, transcript.facts))
    for row in transcript.ranking:
        yield placed(row, texts)
    if causes := causes_text(transcript, texts):
        yield from ("", texts.text("transcript.turned"), "-" * 60, *causes)
        yield accuracies_text(transcript, texts)
    for part in transcript.parts:
        if part.is_open:
            yield ""
            yield from part_as_text(part)
    yield ""
    yield from chart(transcript.race, transcript.axes)
    yield ""
    yield from transcript.about
    for part in transcript.parts:
        if not part.is_open:
            yield ""
            yield from part_as_text(part)
    yield ""
    yield from transcript.notes


def part_as_text(part: TranscriptPart) -> Iterator[str]:
    """A part as lines of text."""
    if part.heading:
        yield "  ".join(filter(None, (heading_text(part), scores_text(part))))
        yield "-" * 60
    for choice in part.choices:
        mark = "" if choice.seat is None else f"{sign_of(choice.seat)} "
        first, *others = choice.sentences
        yield "  ".join(filter(None, (f"{mark}{first}", gains_text(choice))))
        yield from (f"  └ {sentence}" for sentence in others)
    yield from part.remarks
    if part.is_open:
        yield from part.board
    elif part.board:
        yield from ("", f"[{part.caption}]", *part.board)


def _fenced(lines: Iterable[str]) -> Iterator[str]:
    yield from ("```text", *lines, "```")


def _plain(sentence: str) -> str:
    """The sentence with Markdown's special characters escaped."""
    return _MARKUP.sub(r"\\\1", sentence)

"""The transcript as Markdown and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.sentences import placed
from hako.engine.transcript.transcript import COLUMNS, Transcript, TranscriptPart

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|])")


def markdown(transcript: Transcript, texts: Catalogue) -> str:
    """The transcript as Markdown."""
    return "\n".join(_markdown(transcript, texts)) + "\n"


def text(transcript: Transcript, texts: Catalogue) -> str:
    """The transcript as plain text with underlined headings."""
    return "\n".join(_text(transcript, texts)) + "\n"


def _markdown(transcript: Transcript, texts: Catalogue) -> Iterator[str]:
    yield f"# {_plain(transcript.title)}"
    yield ""
    yield f"**{_plain(transcript.ending)}**"
    if transcript.ranking:
        heads = [texts.text(f"transcript.{key}") for key in COLUMNS]
        yield ""
        yield f"| {' | '.join(heads)} |"
        yield "| ---: | :--- | ---: | :--- |"
        for row in transcript.ranking:
            parts = _plain(texts.term("part", row.text()))
            yield f"| {row.place} | {_plain(row.name)} | {row.score} | {parts} |"
    yield ""
    yield from _fenced(chart(transcript.race, transcript.axes))
    yield ""
    yield from _items(transcript.about)
    for part in transcript.parts:
        yield ""
        if part.heading:
            yield f"## {_plain(part.heading)}"
            yield ""
        yield from _items(part.sentences)
        if part.is_open:
            yield from _fenced(part.board)
        elif part.board:
            yield from ("", f"<details><summary>{escape(part.caption)}</summary>", "")
            yield from _fenced(part.board)
            yield from ("", "</details>")
    yield ""
    for note in transcript.notes:
        yield f"*{_plain(note)}*  "


def _text(transcript: Transcript, texts: Catalogue) -> Iterator[str]:
    yield transcript.title
    yield "=" * 60
    yield transcript.ending
    for row in transcript.ranking:
        yield placed(row, texts)
    yield ""
    yield from chart(transcript.race, transcript.axes)
    yield ""
    yield from transcript.about
    for part in transcript.parts:
        yield ""
        yield from part_as_text(part)
    yield ""
    yield from transcript.notes


def part_as_text(part: TranscriptPart) -> Iterator[str]:
    """A part as lines of text."""
    if part.heading:
        yield part.heading
        yield "-" * 60
    yield from part.sentences
    if part.is_open:
        yield from part.board
    elif part.board:
        yield from ("", f"[{part.caption}]", *part.board)


def _items(sentences: tuple[str, ...]) -> Iterator[str]:
    return (f"- {_plain(sentence)}" for sentence in sentences)


def _fenced(lines: Iterable[str]) -> Iterator[str]:
    yield from ("```text", *lines, "```")


def _plain(sentence: str) -> str:
    """The sentence with Markdown's special characters escaped."""
    return _MARKUP.sub(r"\\\1", sentence)

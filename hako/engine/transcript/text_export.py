"""The story as Markdown and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.chart import text as chart
from hako.engine.transcript.sentences import placed
from hako.engine.transcript.transcript import COLUMNS, Transcript, TranscriptPart

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|])")


def markdown(story: Transcript, texts: Catalogue) -> str:
    """The story as Markdown."""
    return "\n".join(_markdown(story, texts)) + "\n"


def text(story: Transcript, texts: Catalogue) -> str:
    """The story as text, underlined where Markdown has headings."""
    return "\n".join(_text(story, texts)) + "\n"


def _markdown(story: Transcript, texts: Catalogue) -> Iterator[str]:
    yield f"# {_plain(story.title)}"
    yield ""
    yield f"**{_plain(story.ending)}**"
    if story.ranking:
        heads = [texts.text(f"transcript.{key}") for key in COLUMNS]
        yield ""
        yield f"| {' | '.join(heads)} |"
        yield "| ---: | :--- | ---: | :--- |"
        for row in story.ranking:
            parts = _plain(texts.term("part", row.text()))
            yield f"| {row.place} | {_plain(row.name)} | {row.score} | {parts} |"
    yield ""
    yield from _fenced(chart(story.race, story.axes))
    yield ""
    yield from _items(story.about)
    for part in story.parts:
        yield ""
        if part.heading:
            yield f"## {_plain(part.heading)}"
            yield ""
        yield from _items(part.sentences)
        if part.board:
            yield from ("", f"<details><summary>{escape(part.caption)}</summary>", "")
            yield from _fenced(part.board)
            yield from ("", "</details>")
    yield ""
    for note in story.notes:
        yield f"*{_plain(note)}*  "


def _text(story: Transcript, texts: Catalogue) -> Iterator[str]:
    yield story.title
    yield "=" * 60
    yield story.ending
    for row in story.ranking:
        yield placed(row, texts)
    yield ""
    yield from chart(story.race, story.axes)
    yield ""
    yield from story.about
    for part in story.parts:
        yield ""
        yield from part_as_text(part)
    yield ""
    yield from story.notes


def part_as_text(part: TranscriptPart) -> Iterator[str]:
    """A part as lines of text."""
    if part.heading:
        yield part.heading
        yield "-" * 60
    yield from part.sentences
    if part.board:
        yield from ("", f"[{part.caption}]", *part.board)


def _items(sentences: tuple[str, ...]) -> Iterator[str]:
    return (f"- {_plain(sentence)}" for sentence in sentences)


def _fenced(lines: Iterable[str]) -> Iterator[str]:
    yield from ("```text", *lines, "```")


def _plain(sentence: str) -> str:
    """The sentence with nothing in it that Markdown would take for markup."""
    return _MARKUP.sub(r"\\\1", sentence)

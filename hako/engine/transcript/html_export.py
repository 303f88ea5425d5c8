"""The story as a web page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.html_page import page
from hako.engine.transcript.svg import lines
from hako.engine.transcript.transcript import COLUMNS, Transcript


def html(story: Transcript, texts: Catalogue) -> str:
    """The story as a page, with the race as a plot."""
    return page(story.title, texts.language, "\n".join(_body(story, texts)))


def _body(story: Transcript, texts: Catalogue) -> Iterator[str]:
    yield f"<h1>{escape(story.title)}</h1>"
    yield f"<p><strong>{escape(story.ending)}</strong></p>"
    if story.ranking:
        yield _table(story, texts)
    race = texts.text("transcript.race")
    yield lines(race, story.race, story.axes)
    yield _list("faint", story.about)
    for part in story.parts:
        if part.heading:
            yield f"<h2>{escape(part.heading)}</h2>"
        yield _list("", part.sentences)
        if part.board:
            board = escape("\n".join(part.board))
            summary = f"<summary>{escape(part.caption)}</summary>"
            yield f"<details>{summary}<pre>{board}</pre></details>"
    yield _list("faint", story.notes)


def _table(story: Transcript, texts: Catalogue) -> str:
    place, player, score, parts = (escape(texts.text(f"transcript.{key}")) for key in COLUMNS)
    rows = "".join(
        f'<tr><td class="number">{row.place}</td><td>{escape(row.name)}</td>'
        f'<td class="number">{row.score}</td>'
        f'<td class="faint">{escape(texts.term("part", row.text()))}</td></tr>\n'
        for row in story.ranking
    )
    head = (
        f'<tr><th class="number">{place}</th><th>{player}</th><th class="number">{score}</th>'
        f"<th>{parts}</th></tr>"
    )
    return f"<table>\n<thead>{head}</thead>\n<tbody>\n{rows}</tbody>\n</table>"


def _list(kind: str, sentences: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>\n" for sentence in sentences)
    return f'<ul class="{kind}">\n{items}</ul>' if items else ""

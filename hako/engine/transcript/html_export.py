"""The transcript as a self-contained web page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.transcript.html_frame import page
from hako.engine.transcript.svg import lines
from hako.engine.transcript.transcript import COLUMNS, Transcript


def html(transcript: Transcript, texts: Catalogue) -> str:
    """The transcript as a page, with the scores as a plot."""
    return page(transcript.title, texts.language, "\n".join(_body(transcript, texts)))


def _body(transcript: Transcript, texts: Catalogue) -> Iterator[str]:
    if transcript.picture:
        yield f'<figure class="cover">{transcript.picture}</figure>'
    yield f"<h1>{escape(transcript.title)}</h1>"
    yield f"<p><strong>{escape(transcript.ending)}</strong></p>"
    if transcript.ranking:
        yield _table(transcript, texts)
    race = texts.text("transcript.race")
    yield lines(race, transcript.race, transcript.axes)
    yield _list("faint", transcript.about)
    for part in transcript.parts:
        if part.heading:
            yield f"<h2>{escape(part.heading)}</h2>"
        yield _list("", part.sentences)
        if part.board:
            board = f"<pre>{_board(part.board)}</pre>"
            summary = f"<summary>{escape(part.caption)}</summary>"
            yield board if part.is_open else f"<details>{summary}{board}</details>"
    yield _list("faint", transcript.notes)


def _board(board: Iterable[str]) -> str:
    return escape("\n".join(board))


def _table(transcript: Transcript, texts: Catalogue) -> str:
    place, player, score, parts = (escape(texts.text(f"transcript.{key}")) for key in COLUMNS)
    rows = "".join(
        f'<tr><td class="number">{row.place}</td><td>{escape(row.name)}</td>'
        f'<td class="number">{row.score}</td>'
        f'<td class="faint">{escape(texts.term("part", row.text()))}</td></tr>\n'
        for row in transcript.ranking
    )
    head = (
        f'<tr><th class="number">{place}</th><th>{player}</th><th class="number">{score}</th>'
        f"<th>{parts}</th></tr>"
    )
    return f"<table>\n<thead>{head}</thead>\n<tbody>\n{rows}</tbody>\n</table>"


def _list(kind: str, sentences: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>\n" for sentence in sentences)
    return f'<ul class="{kind}">\n{items}</ul>' if items else ""

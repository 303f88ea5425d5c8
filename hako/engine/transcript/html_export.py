"""The transcript as a page for a browser that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.rules.model import Seat, letter
from hako.engine.rules.story_table import StoryBand, StoryCell
from hako.engine.transcript.html_frame import page
from hako.engine.transcript.plot_svg import COLORS, areas, lines
from hako.engine.transcript.ranking import RankedSeat
from hako.engine.transcript.story_table_layout import band_title
from hako.engine.transcript.text_export import accuracies_text, heading_text, sign_of
from hako.engine.transcript.transcript import (
    COLUMNS,
    Transcript,
    TranscriptChoice,
    TranscriptPart,
)

STYLE = """
body{max-width:60rem}
.top{display:flex;gap:1.5rem;align-items:flex-start;flex-wrap:wrap}
.top>div{flex:1;min-width:16rem}.top svg.cover{width:9rem;flex:none;margin:0}
h1{margin:.2em 0}.game{color:var(--faint)}
.bar{display:flex;height:1.6em;font-size:.8rem;overflow:hidden}
.bar span{overflow:hidden;white-space:nowrap;padding:0 .3em;box-shadow:inset 2px 0 var(--paper);color:var(--paper);background:var(--own)}
.m{font-weight:bold}.num{white-space:nowrap;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
.story td,.story th{white-space:nowrap}
.why a{display:block;text-decoration:none}.why b{border:1px solid var(--faint);border-radius:4px;padding:0 .4em;font-size:.8rem}
ul.log>li{padding-left:2.4em;position:relative}ul.log>li>.m{position:absolute;left:0}ul.log .num{float:right;padding-left:1em}
ul ul{padding-left:1.2em;color:var(--faint)}ul ul li:before{content:"\\2514\\00a0"}
li.why{box-shadow:inset 3px 0 var(--ink)}
.part{border-top:1px solid var(--line);padding:.3em 0}.part>summary{display:flex;gap:1em;justify-content:space-between;flex-wrap:wrap}
.part>summary b{color:var(--ink)}
button{font:inherit;font-size:.85rem}
svg.areas a:hover rect{fill:var(--ink);fill-opacity:.1}
.cells{background:#171513;border-radius:4px}
@media print{.noprint{display:none}}
"""

_SCRIPT = (
    "<script>addEventListener('hashchange',()=>{let e=document.querySelector(location.hash),"
    "d=e?e.closest('details'):null;if(d){d.open=true;e.scrollIntoView()}});"
    "document.querySelector('[data-all]').onclick=()=>"
    "document.querySelectorAll('details.part').forEach(d=>d.open=true)</script>"
)


def html(transcript: Transcript, texts: Catalogue) -> str:
    """The page: how the game came about first, then each of its parts, folded but for the last."""
    seats = "".join(f".t{seat}{{--own:var(--c{seat});color:var(--own)}}" for seat in range(COLORS))
    drawn = transcript.drawings.styles if transcript.drawings else ""
    style = f"<style>{STYLE}{seats}{drawn}</style>"
    return page(transcript.title, texts.language, f"{style}\n{_Page(transcript, texts).body()}")


class _Page:
    """Writes the body of one page."""

    def __init__(self, transcript: Transcript, texts: Catalogue) -> None:
        self._transcript, self._texts = transcript, texts
        chances = transcript.chances
        causes = chances.causes if chances else ()
        self._causes = {cause.moment: number for number, cause in enumerate(causes, start=1)}
        """The numbers of the turns that decided the game, by their positions."""
        self._parts = [part for part in transcript.parts if part.choices]

    def body(self) -> str:
        """The body as HTML."""
        return "\n".join(self._body())

    def _body(self) -> Iterator[str]:
        transcript, say = self._transcript, self._texts.text
        yield self._head()
        if transcript.ranking:
            yield from self._points()
        for band in transcript.story:
            yield f"<h2>{escape(band_title(band, self._texts))}</h2>"
            yield self._story_table(band)
        yield from self._curve()
        if transcript.drawings and transcript.drawings.last_turn:
            yield transcript.drawings.last_turn
        yield _list("faint", transcript.about)
        across = transcript.axes.across
        yield (
            f"<h2>{escape(say('transcript.rounds', across=across).capitalize())} "
            f'<button class="noprint" data-all="">{escape(say("transcript.unfold"))}</button></h2>'
        )
        for number, part in enumerate(self._parts):
            yield self._part(number, part, is_open=part is self._parts[-1])
        for part in transcript.parts:
            if not part.choices and part.sentences:
                yield f"<h2>{escape(part.heading)}</h2>" if part.heading else ""
                yield _list("", part.sentences)
        yield _list("faint", transcript.notes)
        yield _SCRIPT

    # ------------------------------------------------------------------ the result

    def _head(self) -> str:
        transcript = self._transcript
        cover = transcript.drawings.cover if transcript.drawings else ""
        scores = " · ".join(
            f'{self._mark(row.number)} {escape(row.name)} <b class="t{row.number % COLORS}">{row.score}</b>'
            for row in transcript.ranking
        )
        return (
            f'<header class="top">{cover}<div><div class="game">{escape(transcript.title)}</div>'
            f"<h1>{escape(transcript.ending)}</h1><p>{escape(transcript.course)}</p><p>{scores}</p>"
            f'<p class="faint">{escape(transcript.facts)}</p></div></header>'
        )

    def _points(self) -> Iterator[str]:
        rows = [row for row in self._transcript.ranking if row.parts]
        if rows:
            yield f"<h2>{escape(self._texts.text('transcript.parts'))}</h2>"
            yield from self._bars(rows)
        place, player, score, parts = (self._texts.text(f"transcript.{key}") for key in COLUMNS)
        body = "".join(
            f'<tr><td class="number">{row.place}</td><td>{escape(row.name)}</td>'
            f'<td class="number">{row.score}</td>'
            f'<td class="faint">{escape(self._texts.term("part", row.text()))}</td></tr>\n'
            for row in self._transcript.ranking
        )
        yield (
            f'<table>\n<thead><tr><th class="number">{escape(place)}</th><th>{escape(player)}</th>'
            f'<th class="number">{escape(score)}</th><th>{escape(parts)}</th></tr></thead>\n'
            f"<tbody>\n{body}</tbody>\n</table>"
        )

    def _bars(self, rows: Iterable[RankedSeat]) -> Iterator[str]:
        rows = [*rows]
        most = max(1, *(sum(filter(None, row.parts.values())) for row in rows))
        for row in rows:
            pieces = "".join(
                f'<span style="width:{100 * points / most:.1f}%" title="{escape(name)} {points}">'
                f"{escape(name)} {points}</span>"
                for part, points in row.parts.items()
                if points and points > 0 and (name := self._texts.term("part", part))
            )
            yield (
                f"<div>{self._mark(row.number)} {escape(row.name)} <b>{row.score}</b></div>"
                f'<div class="bar t{row.number % COLORS}">{pieces}</div>'
            )

    def _story_table(self, band: StoryBand) -> str:
        heads = "".join(f"<th>{self._cell(cell)}</th>" for cell in band.heads)
        head = f"<tr><th></th>{heads}</tr>" if heads else ""
        body = "".join(
            f"<tr><td>{self._row_label(row.label)}</td>"
            + "".join(f"<td>{self._cell(cell)}</td>" for cell in row.cells)
            + "</tr>\n"
            for row in band.rows
        )
        return f'<div class="scroll"><table class="story">{head}{body}</table></div>'

    def _row_label(self, label: Any) -> str:
        if isinstance(label, int):
            return f"{self._mark(label)} {escape(self._texts.term('seat', label))}"
        return escape(self._texts.lazy_text(label)) if label.key else ""

    def _cell(self, cell: StoryCell) -> str:
        return "".join(
            _sign(part)
            if isinstance(part, int)
            else escape(part if isinstance(part, str) else self._texts.lazy_text(part))
            for part in cell
        )

    def _mark(self, seat: Seat) -> str:
        return f'<span class="m t{seat % COLORS}">{sign_of(seat)}{letter(seat)}</span>'

    # ------------------------------------------------------------------ the curve

    def _curve(self) -> Iterator[str]:
        """The chances to win with what turned them, or the scores."""
        transcript, chances = self._transcript, self._transcript.chances
        if chances is None:
            name = self._texts.text("transcript.race")
            yield f"<h2>{escape(name)}</h2>"
            yield lines(name, transcript.race, transcript.axes)
            return
        name = self._texts.text("transcript.chances")
        yield f"<h2>{escape(name)}</h2>"
        points = [(turn, shares, self._part_at(at)) for at, turn, shares in chances.points]
        names = [self._texts.term("seat", seat) for seat in range(len(points[0][1]))]
        causes = [(cause.turn, number) for number, cause in enumerate(chances.causes, start=1)]
        yield areas(name, names, points, causes)
        items = "".join(
            f'<a href="#m{cause.moment}"><b>{number}</b> {escape(transcript.axes.across)} {cause.turn} '
            f"{self._mark(cause.seat)} {cause.before:.0f} → {cause.after:.0f}% &#160;"
            f"{escape(cause.sentence)}</a>"
            for number, cause in enumerate(chances.causes, start=1)
        )
        yield f'<div class="why">{items}</div>'
        yield f'<p class="faint">{escape(accuracies_text(transcript, self._texts))}</p>'

    def _part_at(self, moment: int) -> int:
        """The number of the part in which a position is, or that begins after it."""
        firsts = [part.choices[0].moment for part in self._parts]
        return max(0, sum(first <= moment + 1 for first in firsts) - 1)

    # ------------------------------------------------------------------ part by part

    def _part(self, number: int, part: TranscriptPart, *, is_open: bool) -> str:
        scores = " ".join(f"{_sign(seat)} {score}" for seat, score in part.leading)
        heading = heading_text(part) or self._texts.text("transcript.start")
        items = "".join(map(self._choice, part.choices))
        opened = ' open=""' if is_open else ""
        return (
            f'<details class="part" id="r{number}"{opened}><summary>'
            f'<b>{escape(heading)}</b><span class="num">{scores}</span></summary>'
            f'<ul class="log">{items}</ul>{self._board(part)}</details>'
        )

    def _board(self, part: TranscriptPart) -> str:
        if not part.board:
            return ""
        board = "".join(part.board) if self._transcript.drawings else _plain_board(part.board)
        return f"<figure>{board}<figcaption>{escape(part.caption)}</figcaption></figure>"

    def _choice(self, choice: TranscriptChoice) -> str:
        first, *others = choice.sentences
        mark = "" if choice.seat is None else f"{self._mark(choice.seat)} "
        gains = " ".join(
            f"{_sign(seat)} {'+' if points > 0 else '−'}{abs(points)}"
            for seat, points in choice.gains
        )
        gained = f'<span class="num">{gains}</span>' if gains else ""
        cause = self._causes.get(choice.moment)
        kind = f' class="why" id="m{choice.moment}"' if cause else ""
        number = f"<b>! {cause}</b> " if cause else ""
        followed = "".join(f"<li>{escape(sentence)}</li>" for sentence in others)
        more = f"<ul>{followed}</ul>" if followed else ""
        return f"<li{kind}>{gained}{mark}{number}{escape(first)}{more}</li>"


def _sign(seat: Seat) -> str:
    """The sign of a seat in its colour."""
    return f'<span class="m t{seat % COLORS}">{sign_of(seat)}</span>'


def _plain_board(board: Iterable[str]) -> str:
    return f"<pre>{escape(chr(10).join(board))}</pre>"


def _list(kind: str, sentences: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>\n" for sentence in sentences)
    return f'<ul class="{kind}">\n{items}</ul>' if items else ""

"""The page of a finished game for posting or mailing, which needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from hako.content import read_box
from hako.content.cover import cover_of
from hako.engine.i18n.lazy_text import Language
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Seat, Viewer, letter
from hako.engine.rules.story import StoryBand, StoryCell
from hako.engine.transcript.chart import SIGNS
from hako.engine.transcript.counters import CounterTotals
from hako.engine.transcript.html_frame import page
from hako.engine.transcript.sentences import RankedSeat, seen, standing, texts_for, whose
from hako.engine.transcript.story import band_title, story_of
from hako.engine.transcript.svg import COLORS, lines
from hako.engine.transcript.transcript import BoardTexts, axes, race
from hako.multiplayer import MULTIPLAYER
from hako.tui import TUI
from hako.tui.recordings.board_svg import BoardPainter, cover_svg
from hako.tui.recordings.board_text import BoardText
from hako.tui.recordings.transcripts import Size, called
from hako.tui.theme.styles import styles_of
from hako.tui.theme.themes import DARK

BOARD: Size = (120, 36)
"""Columns and lines of the boards."""

FRAMES = 10
"""Positions of the last turn that move, at most."""

SECONDS = 1.4
"""Seconds that each of them is shown."""

MOST_BYTES = 400_000
"""Bytes of a page above which it has fewer boards."""

_STYLE = """
body{max-width:60rem}
.top{display:flex;gap:1.5rem;align-items:flex-start;flex-wrap:wrap}
.cover{width:9rem;flex:none;margin:0}.top>div{flex:1;min-width:16rem}
h1{margin:.2em 0}.game{color:var(--faint)}
.bar{display:flex;height:1.6em;font-size:.8rem;overflow:hidden}
.bar span{overflow:hidden;white-space:nowrap;padding:0 .3em;box-shadow:inset 2px 0 var(--paper);color:var(--paper);background:var(--own)}
.bar b{font-weight:normal;color:var(--paper)}
.m{font-weight:bold}
.scroll{overflow-x:auto}
.story td,.story th{white-space:nowrap}
ul ul{padding-left:1.4em}ul ul li:before{content:"\\2514\\00a0";color:var(--faint)}
details{border-top:1px solid var(--line);padding:.3em 0}summary{display:flex;gap:1em;justify-content:space-between}
summary b{color:var(--ink)}
.cells{background:#171513;border-radius:4px}
.film g{opacity:0}.film g:last-child{opacity:1}
@media (prefers-reduced-motion:no-preference){.still:not(:checked)~.film g{opacity:0;animation:show var(--all) infinite}}
@media print{.film g{animation:none!important;opacity:0!important}.film g:last-child{opacity:1!important}.noprint{display:none}}
"""

_SCRIPT = (
    "<script>addEventListener('hashchange',()=>{let d=document.querySelector(location.hash);"
    "if(d)d.open=true});document.querySelector('[data-all]').onclick=()=>"
    "document.querySelectorAll('details').forEach(d=>d.open=true)</script>"
)


@dataclass
class _Round:
    """A part of the game: the choices, each with what followed from it."""

    heading: str = ""
    choices: list[tuple[Seat | None, list[str]]] = field(default_factory=list)
    scores: tuple[int, ...] = ()
    """The scores after it."""
    board: str = ""


class SharedPage:
    """Writes the page of one table for one viewer."""

    def __init__(self, table: History[Any], language: Language, viewer: Viewer = None) -> None:
        """Take a table that is over."""
        assert table.outcome is not None, "only a finished game is shared"
        self._table, self._viewer, self._outcome = table, viewer, table.outcome
        players = called(table.players, language)
        self._texts = texts_for(table.game, table.content, players, language, MULTIPLAYER, TUI)
        self._name = read_box(table.game.folder).name[language]
        self._painter = BoardPainter()
        self._boards = BoardText(table, viewer, self._texts, BOARD, styles_of(DARK.name))

    def html(self) -> str:
        """The page, with fewer boards where all of them would be too many bytes."""
        rounds = [*self._rounds()]
        film = self._film()
        text = self._page(rounds, film)
        for keep in (2, len(rounds)):
            if len(text.encode()) <= MOST_BYTES:
                break
            for number, part in enumerate(rounds[:-3]):
                if number % keep or keep == len(rounds):
                    part.board = ""
            text = self._page(rounds, film)
        return text

    def _page(self, rounds: Sequence[_Round], film: str) -> str:
        body = "\n".join(self._body(rounds, film))
        frames = f"@keyframes show{{0%,{100 / FRAMES:g}%{{opacity:1}}{100 / FRAMES + 0.1:g}%,100%{{opacity:0}}}}"
        style = f"<style>{_STYLE}{frames}{_seat_styles()}{self._painter.css()}</style>"
        return page(f"{self._name}: {self._title()}", self._texts.language, f"{style}\n{body}")

    # ------------------------------------------------------------------ parts

    def _title(self) -> str:
        return self._texts.lazy_text(self._outcome.how)

    def _body(self, rounds: Sequence[_Round], film: str) -> Iterator[str]:
        say = self._texts.text
        rows = standing(self._table.game, self._table.view(None), self._texts)
        yield self._head(rows)
        if any(row.parts for row in rows):
            yield f"<h2>{escape(say('end.parts'))}</h2>"
            yield from self._bars(rows)
        for band in story_of(self._table):
            yield f"<h2>{escape(band_title(band, self._texts))}</h2>"
            yield self._story_table(band)
        yield f"<h2>{escape(say('transcript.race'))}</h2>"
        chart = axes(self._texts)
        yield lines(say("transcript.race"), race(self._table, self._texts), chart)
        yield f"<h2>{escape(say('share.last_turn'))}</h2>"
        yield film
        yield (
            f"<h2>{escape(say('share.rounds'))} "
            f'<button class="noprint" data-all>{escape(say("share.unfold"))}</button></h2>'
        )
        for number, part in enumerate(rounds):
            yield self._round(number, part, is_open=part is rounds[-1])
        yield f'<p class="faint">{escape(say("transcript.made", version=self._table.header.hako))}</p>'
        yield _SCRIPT

    def _head(self, rows: Sequence[RankedSeat]) -> str:
        table = self._table
        cover = cover_svg(cover_of(table.game.folder, table.game.id), self._name)
        scores = " &nbsp; ".join(
            f'{self._mark(row.number)} {escape(row.name)} <b class="t{row.number % COLORS}">{row.score}</b>'
            for row in rows
        )
        turn, _ = table.game.progress(table.view(None))
        across = self._texts.text("transcript.across")
        facts = [
            self._texts.text("shelf.players_exactly", count=len(table.players)),
            self._texts.text("saves.turn", across=across, turn=turn),
            table.header.created[:10] if table.header.created else "",
        ]
        if self._viewer is not None:
            facts.append(self._texts.text("transcript.as_seat", seat=self._viewer))
        return (
            f'<header class="top">{cover}<div><div class="game">{escape(self._name)}</div>'
            f"<h1>{escape(self._title())}</h1><p>{scores}</p>"
            f'<p class="faint">{escape(" · ".join(filter(None, facts)))}</p></div></header>'
        )

    def _bars(self, rows: Sequence[RankedSeat]) -> Iterator[str]:
        most = max(1, *(sum(filter(None, row.parts.values())) for row in rows))
        for row in rows:
            pieces = "".join(
                f'<span style="width:{100 * points / most:.1f}%" title="{escape(name)} {points}">'
                f"<b>{escape(name)} {points}</b></span>"
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
        return escape(self._texts.lazy_text(label))

    def _cell(self, cell: StoryCell) -> str:
        parts = (
            _sign(part)
            if isinstance(part, int)
            else escape(part if isinstance(part, str) else self._texts.lazy_text(part))
            for part in cell
        )
        return "".join(parts)

    def _mark(self, seat: Seat) -> str:
        return f"{_sign(seat)}{letter(seat)}"

    # ------------------------------------------------------------------ the last turn

    def _film(self) -> str:
        """The positions of the last turn, one after the other; the last one where nothing moves."""
        path = self._table.path()
        turn_of = [self._table.game.progress(self._table.view(None, it.number))[0] for it in path]
        last = [moment for moment, turn in zip(path, turn_of, strict=True) if turn == turn_of[-1]]
        shown = last[-FRAMES:]
        name = self._texts.text("share.last_turn")
        frames = [self._boards.strips(moment) for moment in shown]
        svg = self._painter.svg(name, frames, kind="cells film")
        seconds = SECONDS * FRAMES
        delays = "".join(
            f".film g:nth-child({number}){{animation-delay:{SECONDS * (number - 1):g}s!important}}"
            for number in range(1, len(shown) + 1)
        )
        hold = escape(self._texts.text("share.hold"))
        return (
            f'<style>{delays}</style><div style="--all:{seconds:g}s">'
            f'<input type="checkbox" class="still noprint" id="still"/>'
            f'<label class="noprint" for="still"> {hold}</label>'
            f"{svg}</div>"
        )

    # ------------------------------------------------------------------ round by round

    def _rounds(self) -> Iterator[_Round]:
        """The parts of the game; a heading without choices is joined to the next one."""
        table, viewer = self._table, self._viewer
        boards = BoardTexts(table, self._texts, self._draw)
        running = CounterTotals(table, viewer, self._texts, wears_marks=True)
        part = _Round()
        path = table.path()
        for moment in path:
            boards.acted(moment)
            sentences: list[str] = []
            for line in running.render(moment, seen(table, moment, viewer)):
                if not line.opens:
                    sentences.append(line.in_full)
                    continue
                if sentences:
                    part.choices.append((whose(table, moment), sentences))
                    sentences = []
                if part.choices:
                    yield self._closed(part, boards, moment)
                    part = _Round(line.sentence)
                else:
                    part.heading = " · ".join(filter(None, (part.heading, line.sentence)))
            if sentences:
                part.choices.append((whose(table, moment), sentences))
        yield self._closed(part, boards, path[-1], last=True)

    def _closed(
        self, part: _Round, boards: BoardTexts, moment: Position[Any], *, last: bool = False
    ) -> _Round:
        _, board = boards.after(moment, last=last)
        part.board = "".join(board)
        _, part.scores = self._table.game.progress(self._table.view(None, moment.number))
        return part

    def _draw(self, moment: Position[Any]) -> list[str]:
        caption = self._texts.text("transcript.board")
        return [self._painter.svg(caption, [self._boards.strips(moment)])]

    def _round(self, number: int, part: _Round, *, is_open: bool) -> str:
        seats = len(self._table.players)
        scores = " ".join(f"{_sign(seat)} {part.scores[seat]}" for seat in range(seats))
        items = "".join(self._choice(seat, sentences) for seat, sentences in part.choices)
        return (
            f'<details id="r{number}"{" open" * is_open}><summary><b>{escape(part.heading or self._texts.text("share.setup"))}</b>'
            f"<span>{scores}</span></summary><ul>{items}</ul>{part.board}</details>"
        )

    def _choice(self, seat: Seat | None, sentences: Sequence[str]) -> str:
        first, *others = sentences
        mark = "" if seat is None else f"{self._mark(seat)} "
        followed = "".join(f"<li>{escape(sentence)}</li>" for sentence in others)
        return f"<li>{mark}{escape(first)}{f'<ul>{followed}</ul>' if followed else ''}</li>"


def _sign(seat: Seat) -> str:
    """The sign of a seat in its colour."""
    return f'<span class="m t{seat % COLORS}">{SIGNS[seat % len(SIGNS)]}</span>'


def _seat_styles() -> str:
    return "".join(f".t{seat}{{--own:var(--c{seat});color:var(--own)}}" for seat in range(COLORS))


def share_page(table: History[Any], language: Language, viewer: Viewer = None) -> str:
    """The page of a table that is over; `viewer` is the seat whose knowledge it shows."""
    return SharedPage(table, language, viewer).html()

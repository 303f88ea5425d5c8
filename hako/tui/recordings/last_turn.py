"""The last turn of a game in motion, as an SVG that can be held still, with its steps beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from hako.engine.i18n.catalogue import Catalogue
from hako.engine.log.history import History
from hako.engine.log.position import Position
from hako.engine.rules.model import Viewer
from hako.engine.transcript.plot_svg import COLORS
from hako.engine.transcript.sentences import record_text, seen
from hako.engine.transcript.text_export import sign_of
from hako.engine.transcript.transcript import scores_at
from hako.tui.recordings.board_svg import BoardPainter
from hako.tui.recordings.board_text import BoardText

FRAMES = 10
"""Positions that are shown, at most."""

SECONDS = 1.4
"""Seconds that each of them is shown."""

STYLE = """
.motion{display:flex;gap:1rem;flex-wrap:wrap;align-items:flex-start}.motion svg{flex:3;min-width:18rem}
.motion ol{flex:1;min-width:13rem;margin:0;font-size:.9rem}.motion li{padding:.2em .4em;border-left:3px solid var(--line)}
.frame{opacity:0}.frame:last-child{opacity:1}
@media(prefers-reduced-motion:no-preference){
.still:not(:checked)~.motion .frame{opacity:0;animation:show var(--all) infinite}
.still:not(:checked)~.motion li{animation:light var(--all) infinite}}
@media print{.frame{animation:none!important;opacity:0!important}.frame:last-child{opacity:1!important}.motion li{animation:none!important}}
"""


def last_turn(
    table: History[Any],
    viewer: Viewer,
    texts: Catalogue,
    boards: BoardText,
    painter: BoardPainter,
    most: int = FRAMES,
) -> str:
    """The last positions of the last turn as HTML, one after the other, so many at most.

    The last one stays where nothing moves.
    """
    shown = _positions(table)[-most:]
    name = texts.text("share.last_turn")
    svg = painter.film(name, [boards.strips(moment) for moment in shown])
    steps = "".join(_step(table, moment, viewer, texts) for moment in shown)
    share = 100 / len(shown)
    moving = (
        f"@keyframes show{{0%,{share:g}%{{opacity:1}}{share + 0.1:g}%,100%{{opacity:0}}}}"
        f"@keyframes light{{0%,{share:g}%{{border-color:var(--ink)}}{share + 0.1:g}%,100%"
        "{border-color:var(--line)}}" + "".join(_delays(len(shown)))
    )
    return (
        f"<style>{STYLE}{moving}</style><h2>{escape(name)}</h2>"
        f'<div style="--all:{SECONDS * len(shown):g}s">'
        '<input type="checkbox" class="still noprint" id="still"/>'
        f'<label class="noprint" for="still"> {escape(texts.text("share.hold"))}</label>'
        f'<div class="motion">{svg}<ol>{steps}</ol></div></div>'
    )


def _positions(table: History[Any]) -> Sequence[Position[Any]]:
    """The last positions of the last turn."""
    path = table.path()
    turns = [table.game.progress(table.view(None, moment.number))[0] for moment in path]
    return [moment for moment, turn in zip(path, turns, strict=True) if turn == turns[-1]][-FRAMES:]


def _delays(count: int) -> Iterator[str]:
    for number in range(1, count + 1):
        yield (
            f".f{number - 1},.motion li:nth-child({number})"
            f"{{animation-delay:{SECONDS * (number - 1):g}s!important}}"
        )


def _step(table: History[Any], moment: Position[Any], viewer: Viewer, texts: Catalogue) -> str:
    """The events of a position, and the scores after it."""
    sentences = record_text(seen(table, moment, viewer), texts)
    scores = " ".join(
        f'<span class="m t{seat % COLORS}">{sign_of(seat)}</span> {score}'
        for seat, score in enumerate(scores_at(table, moment))
    )
    return f'<li>{escape(" ".join(sentences))} <span class="num">{scores}</span></li>'

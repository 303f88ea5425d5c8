"""The pages beside the table: what can be chosen, the players, and the own skills."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.geometry import Region

from hako.content.quo_vadis.actions import LaySkill, PickSkill, TakeBasicSkill
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.choice_lists import basic_skills, whole_skills
from hako.tui.boards.quo_vadis.choice_panel import choice_panel
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext, Row
from hako.tui.boards.quo_vadis.tracks_and_skills import (
    TRACKS,
    face_down_rows,
    generation_marks,
    race,
    reserve_text,
    set_skill_rows,
    stock,
    track,
)

MAP, NOW, PLAYERS, SKILLS = "map", "now", "players", "skills"
PAGES = (MAP, NOW, PLAYERS, SKILLS)
"""The pages of a board; on the first of them most can be chosen."""

MOST = 99
"""Lines of a page: as many as it needs."""
READABLE = 90
"""Columns of a text, at most."""


def draw_page(context: QuoVadisContext, page: str) -> None:
    """Draw a page besides the map, below its name."""
    drawing = context.drawing
    context.heading(0, context.say(f"page.{page}"))
    drawing.place(("page", page), 0, 0, drawing.width, group=BESIDE)
    width = min(READABLE, drawing.width - 2)
    context.lay(Region(1, 1, drawing.width - 1, MOST), _PARTS[page](context, width))


def _now(context: QuoVadisContext, width: int) -> list[Row]:
    """The choices of now, with their effects."""
    if context.offers(PickSkill | TakeBasicSkill | LaySkill):
        # those that may be set are all that are face down
        has_all = bool(context.offers(LaySkill))
        others = set_skill_rows if has_all else face_down_rows
        return [*whole_skills(context, width), *others(context, width)]
    return [*choice_panel(context, width), *basic_skills(context, width)]


def _players(context: QuoVadisContext, width: int) -> list[Row]:
    """All seats with all that lies before them, then the stock."""
    rows: list[Row] = []
    for seat in context.world.seats:
        rows += _seat(context, seat, width)
    return [*rows, *stock(context)]


def _seat(context: QuoVadisContext, seat: Seat, width: int) -> list[Row]:
    name = context.texts.term("seat", seat)
    people, ground = race(context, seat)
    marks: list[HexMark] = [
        context.owner(seat),
        (f" {name}  ", context.ink.owner(seat)),
        (people, ground),
        (f"  {context.symbols.star}{context.scores[seat]}", context.ink.strong),
    ]
    tracks: list[HexMark] = []
    for which in TRACKS:
        text, style = track(context, seat, which)
        tracks += [
            (f"{context.say(f'track.{which}')} ", context.ink.dim),
            (f"{text}  ", style),
        ]
    indent: HexMark = ("   ", context.ink.text)
    reserve = [
        Row((indent, *row.marks))
        for row in context.words(reserve_text(context, seat), width - 3, context.ink.dim)
    ]
    rows = [Row((indent, *tracks)), *reserve]
    if piles := generation_marks(context, seat):
        label = f"{context.say('generations')} "
        rows += [Row((indent, *row)) for row in _wrapped(context, label, piles, width - 3)]
    return [Row(tuple(marks), ("seat", seat)), *rows, *_skills_of(context, seat, width)]


def _skills_of(context: QuoVadisContext, seat: Seat, width: int) -> list[Row]:
    player = context.world.players[seat]
    if not player.skills and not player.face_down:
        return []
    names = [context.skill(skill.id) for skill in player.skills]
    hidden = context.say("face_down", count=len(player.face_down))
    text = f" {context.symbols.dot} ".join([*names, hidden])
    return [
        Row((("   ", context.ink.text), *row.marks))
        for row in context.words(f"{context.say('skills_set')}  {text}", width - 3)
    ]


def _wrapped(
    context: QuoVadisContext, label: str, marks: list[HexMark], width: int
) -> list[list[HexMark]]:
    """Marks in as many rows as they need, after a label."""
    rows: list[list[HexMark]] = [[(label, context.ink.dim)]]
    for mark in marks:
        if sum(cell_width(text) for text, _ in (*rows[-1], mark)) > width:
            rows.append([(" " * cell_width(label), context.ink.dim)])
        rows[-1] += [mark, (" ", context.ink.text)]
    return rows


def _skills(context: QuoVadisContext, width: int) -> list[Row]:
    """The own skills with their texts: those that are set, then those face down."""
    return [*set_skill_rows(context, width), *face_down_rows(context, width)]


_PARTS: Mapping[str, Callable[[QuoVadisContext, int], list[Row]]] = {
    NOW: _now,
    PLAYERS: _players,
    SKILLS: _skills,
}

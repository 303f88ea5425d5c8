"""Tracks, people, generations, skills and the stock, beside the map."""

from __future__ import annotations

from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.map_queries import reserve, tokens
from hako.content.quo_vadis.skill_effects import Track
from hako.content.quo_vadis.state import RowSkill
from hako.content.quo_vadis.working_skills import maximum
from hako.engine.rules.model import Seat
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row

TRACKS: tuple[Track, ...] = ("spirit", "food", "faith", "wrath")


def track(context: QuoVadisContext, seat: Seat, which: Track) -> HexMark:
    """The amount on a track and its maximum; it stands out when it is full."""
    has, most = context.world.players[seat].has(which), maximum(context.world, seat, which)
    style = context.ink.good if has == most > 0 else context.ink.text if has else context.ink.dim
    return f"{has}/{most}", style


# ------------------------------------------------------------ a seat


def generation_marks(context: QuoVadisContext, seat: Seat) -> list[HexMark]:
    """The generations as piles: the kind on top, and the number of cards."""
    piles = context.world.players[seat].generations
    return [
        (
            f" {context.epic(pile[-1])}{_copies(context, len(pile))} ",
            context.epic_style(pile[-1]),
        )
        for pile in piles
    ]


def _copies(context: QuoVadisContext, count: int) -> str:
    return f" {context.symbols.times}{count}" if count > 1 else ""


def reserve_text(context: QuoVadisContext, seat: Seat) -> str:
    """Workers, cities, forts and temple at home; workers removed; cards in hand."""
    world, player = context.world, context.world.players[seat]
    return context.say(
        "reserve",
        workers=reserve(world, seat),
        cities=tokens(world, seat, "city"),
        forts=tokens(world, seat, "fort"),
        temples=tokens(world, seat, "temple"),
        removed=player.removed,
        hand=len(player.hand),
    )


def race(context: QuoVadisContext, seat: Seat) -> HexMark:
    """The people of a seat, in the colour of their terrain."""
    race_id = context.world.players[seat].race
    if race_id is None:
        return context.symbols.dot, context.ink.dim
    return context.texts.term("race", race_id), context.ground(context.cards.race[race_id].terrain)


# ------------------------------------------------------------ skills


def skill_marks(context: QuoVadisContext, seat: Seat) -> list[HexMark]:
    """The skills that a seat has set."""
    return [_set_skill(context, skill) for skill in context.world.players[seat].skills]


def _set_skill(context: QuoVadisContext, skill: RowSkill) -> HexMark:
    name = context.skill(skill.id)
    if skill.used:
        return f"{context.symbols.no}{name}", context.ink.dim
    return name, context.ink.dim if skill.fresh else context.ink.text


def set_skill_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """The skills that the seat at home has set, with their texts."""
    rows: list[Row] = []
    if context.player.skills:
        rows.append(context.text(context.say("skill_row"), context.ink.strong))
        for skill in context.player.skills:
            rows += _with_text(context, skill.id, _set_skill(context, skill), width)
    return rows


def face_down_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """The skills of the seat at home that are face down, with their texts."""
    rows: list[Row] = []
    seen = [skill for skill in context.player.face_down if skill is not None]
    if seen:
        rows.append(context.text(context.say("face_down", count=len(seen)), context.ink.strong))
        for hidden in seen:
            rows += _with_text(context, hidden, (context.skill(hidden), context.ink.text), width)
    return rows


def _with_text(context: QuoVadisContext, skill: SkillId, name: HexMark, width: int) -> list[Row]:
    text = context.cards.skill[skill].text.text(context.texts.language)
    rows = context.words(text, width - 3, context.ink.dim)
    indented = [Row((("   ", context.ink.text), *row.marks)) for row in rows]
    return [Row(((" ", context.ink.text), name), ("kept", skill)), *indented]


# ------------------------------------------------------------ the stock


def stock(context: QuoVadisContext) -> list[Row]:
    """Rings and cards that are left."""
    world, ink = context.world, context.ink
    rings: list[HexMark] = [(f"{context.say('rings')} ", ink.dim)]
    for terrain in context.cards.terrain:
        left = f" {context.terrain(terrain)} {world.rings_left(terrain)} "
        rings += [(left, context.ground(terrain)), (" ", ink.text)]
    return [
        Row(tuple(rings)),
        context.text(context.say("pile", count=len(world.pile)), ink.dim, ("pile",)),
        context.text(context.say("discards", count=len(world.discards)), ink.dim, ("discards",)),
    ]

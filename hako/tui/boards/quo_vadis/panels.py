"""Parts of the board that lie beside the map: genesis cards, tracks, hand, players, stock."""

from __future__ import annotations

from collections import Counter

from hako.content.quo_vadis.cards import FREE
from hako.content.quo_vadis.effects import Track
from hako.content.quo_vadis.map_queries import reserve, tokens
from hako.content.quo_vadis.state import RowSkill
from hako.content.quo_vadis.working_skills import maximum
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext, Row
from hako.tui.widgets.canvas import StyledLine

TRACKS: tuple[Track, ...] = ("spirit", "food", "faith", "wrath")
COUNTED = ("workers", "cities", "forts", "temples", "removed", "hand")
"""The pieces counted for a seat besides its tracks."""
GENESIS = (1, 2, 3, 4, 5, FREE)


# ------------------------------------------------------------ one line each


def heading(context: QuoVadisContext, line: StyledLine) -> None:
    """The round, the phase, and whose turn it is."""
    world, ink = context.world, context.ink
    if world.round:
        line.put(context.say("round", number=world.round, last=world.variants.rounds), ink.strong)
        line.put(" ", ink.text)
    line.put(context.say(f"phase.{world.phase}"), ink.text)
    if world.turn is not None:
        line.put(" ", ink.text).put(*context.owner(world.turn.seat))


def genesis(context: QuoVadisContext, line: StyledLine, y: int) -> None:
    """The genesis cards; those that carry markers are solid, with a sign for each marker."""
    for number in GENESIS:
        markers = context.world.markers.count(number)
        name = context.say("free") if number == FREE else str(number)
        start = line.x
        blocked = markers and number != FREE
        line.put(name, context.ink.dim if blocked else context.ink.strong)
        line.put(context.symbol("marker") * markers or " ", context.ink.warn)
        context.drawing.place(("genesis", number), start, y, line.x - start, group=BESIDE)


def track(context: QuoVadisContext, seat: Seat, which: Track) -> HexMark:
    """The amount on a track and its maximum; it stands out when it is full."""
    has, most = context.world.players[seat].has(which), maximum(context.world, seat, which)
    style = context.ink.good if has == most > 0 else context.ink.text if has else context.ink.dim
    return f"{has}/{most}", style


def tracks(context: QuoVadisContext, line: StyledLine, y: int) -> None:
    """The tracks of the seat at home beside each other."""
    for which in TRACKS:
        start = line.x
        line.put(f"{context.say(f'track.{which}')} ", context.ink.dim)
        line.put(*track(context, context.home, which))
        context.drawing.place(("track", which), start, y, line.x - start)
        line.at(line.x + 2)


def hand(context: QuoVadisContext, line: StyledLine, y: int, end: int) -> None:
    """The cards in hand, alike ones together, up to a column."""
    kinds = Counter(context.player.hand)
    names = {
        kind: f"{context.epic(kind)}{_copies(context, count)}" for kind, count in kinds.items()
    }
    room, whole = end - line.x, sum(map(cell_width, names.values()))
    pad = " " if whole + 3 * len(names) <= room else ""
    for kind, count in kinds.items():
        name = names[kind]
        if whole + len(names) > room + 1 and kind is not None:
            name = f"{context.say(f'short_epic.{kind}')}{_copies(context, count)}"
        start, place = line.x, ("hand", kind)
        line.put(f"{pad}{name}{pad}", context.epic_style(kind, solid=place in context.offered))
        context.drawing.place(place, start, y, line.x - start)
        line.at(line.x + 1)


def _copies(context: QuoVadisContext, count: int) -> str:
    return f"{context.symbols.times}{count}" if count > 1 else ""


# ------------------------------------------------------------ a seat


def generations(context: QuoVadisContext, seat: Seat) -> list[HexMark]:
    """The generation row as piles: the number of cards, and the kind on top."""
    marks: list[HexMark] = []
    for pile in context.world.players[seat].generations:
        marks += [
            (f"{len(pile)}{context.epic_sign(pile[-1])}", context.epic_style(pile[-1])),
            (" ", context.ink.text),
        ]
    return marks


def resources(context: QuoVadisContext, seat: Seat) -> Row:
    """All tracks of a seat, each with a letter; those of the seat at home are places."""
    marks: list[HexMark] = []
    places: list[BoardPlace | None] = []
    for which in TRACKS:
        sign, (text, style) = context.say(f"track_sign.{which}"), track(context, seat, which)
        marks += [(sign, context.ink.dim), (text, style), (" ", context.ink.text)]
        places += [None, ("track", which), None]
    return Row(tuple(marks), places=tuple(places) if seat == context.home else ())


def pieces_left(context: QuoVadisContext, seat: Seat) -> tuple[int, ...]:
    """Workers, cities, forts and temple in reserve; workers removed; cards in hand."""
    world, player = context.world, context.world.players[seat]
    return (
        reserve(world, seat),
        tokens(world, seat, "city"),
        tokens(world, seat, "fort"),
        tokens(world, seat, "temple"),
        player.removed,
        len(player.hand),
    )


def _reserve(context: QuoVadisContext, seat: Seat, width: int) -> list[Row]:
    """The numbers of pieces in reserve, removed and in hand, each name beside its number."""
    rows, text = list[Row](), context.say("reserve")
    for key, count in zip(COUNTED, pieces_left(context, seat), strict=True):
        counted = f"{context.say(f'column.{key}')} {count}"
        if cell_width(f"{text} {counted}") > width:
            rows.append(context.text(text))
            text = counted
        else:
            text = f"{text} {counted}"
    return [*rows, context.text(text)]


def skill_marks(context: QuoVadisContext, seat: Seat) -> list[HexMark]:
    """The skills that a seat has set, beside each other."""
    marks: list[HexMark] = []
    for skill in context.world.players[seat].skills:
        marks += [("  ", context.ink.text), _set_skill(context, skill)]
    return marks


def _set_skill(context: QuoVadisContext, skill: RowSkill) -> HexMark:
    name = context.skill(skill.id)
    if skill.used:
        return f"{context.symbols.no}{name}", context.ink.dim
    return name, context.ink.dim if skill.fresh else context.ink.text


def race(context: QuoVadisContext, seat: Seat) -> HexMark:
    """The people of a seat, in the colour of their terrain."""
    race_id = context.world.players[seat].race
    if race_id is None:
        return context.symbols.dot, context.ink.dim
    return f" {context.texts.term('race', race_id)} ", context.ground(
        context.cards.race[race_id].terrain
    )


def seat_rows(context: QuoVadisContext, seat: Seat, width: int) -> list[Row]:
    """The details of a seat besides its people, in a narrow column."""
    label = f"{context.say('generations')} "
    rows = [
        resources(context, seat),
        *_reserve(context, seat, width),
        Row(((label, context.ink.dim), *generations(context, seat))),
    ]
    hidden = context.say("face_down", count=len(context.world.players[seat].face_down))
    row: list[HexMark] = [(hidden, context.ink.dim)]
    used = cell_width(hidden)
    for mark in skill_marks(context, seat):
        if used + cell_width(mark[0]) > width:
            rows.append(Row(tuple(row)))
            row, used = [], 0
            if not mark[0].strip():
                continue
        row.append(mark)
        used += cell_width(mark[0])
    return [*rows, Row(tuple(row))]


def skills(context: QuoVadisContext) -> list[Row]:
    """The skills of the seat at home, those in its row first."""
    rows = [context.text(context.say("skill_row"), context.ink.dim)]
    for skill in context.player.skills:
        name, style = _set_skill(context, skill)
        rows.append(context.text(f" {name}", style, ("skill", skill.id)))
    return [*rows, *face_down(context)]


def face_down(context: QuoVadisContext) -> list[Row]:
    """The skills of the seat at home that lie face down, where they may be seen."""
    seen = [skill for skill in context.player.face_down if skill is not None]
    if not seen:
        return []
    rows = [
        Row(((f" {context.skill(skill)}", context.ink.text),), ("skill", skill)) for skill in seen
    ]
    return [context.text(context.say("face_down", count=len(seen)), context.ink.dim), *rows]


# ------------------------------------------------------------ the stock


def stock(context: QuoVadisContext) -> list[Row]:
    """Rings and cards that are left."""
    world, ink = context.world, context.ink
    rings: list[HexMark] = []
    for terrain in context.cards.terrain:
        left = f"{context.terrain_sign(terrain)}{world.rings_left(terrain)}"
        rings += [(left, context.ground(terrain)), (" ", ink.text)]
    return [
        context.text(context.say("rings"), ink.dim),
        Row(tuple(rings)),
        context.text(context.say("pile", count=len(world.pile)), ink.dim, ("pile",)),
        context.text(context.say("discards", count=len(world.discards)), ink.dim, ("discards",)),
    ]


def legend(context: QuoVadisContext, width: int) -> list[Row]:
    """The meanings of letters and signs on the map, and the number of rings left."""
    ink, rows = context.ink, list[Row]()
    for terrain in context.cards.terrain:
        sign, left = context.terrain_sign(terrain), context.world.rings_left(terrain)
        rings = context.say("rings_left", count=left)
        meaning = f" {context.terrain(terrain)}{context.say('and')}{rings}"
        letter = context.cards.terrain[terrain].letter  # stands for it where the room is narrow
        name = f" {sign} " if sign == letter else f" {sign} {letter} "
        rows.append(Row(((name, context.ground(terrain)), (meaning, ink.text))))
    signs = [
        (f"{context.symbols.owner(0)}2", ink.owner(0), "workers"),
        (f"{context.symbols.owner(0)}{context.symbol('city')}3", ink.token(0), "city"),
        (f"{context.symbols.owner(0)}{context.symbol('fort')}", ink.token(0), "fort"),
        (f"{context.symbols.owner(0)}{context.symbol('temple')}", ink.token(0), "temple"),
        (f"({context.symbols.owner(0)}{context.symbol('city')}1)", ink.owner(0), "ruin"),
        (context.symbol("contested"), ink.focus, "contested"),
        (f"2{context.symbol('ring')}4", ink.strong, "ring"),
    ]
    for pair in (signs[:2], signs[2:4], signs[4:6], signs[6:]):
        marks: list[HexMark] = []
        for example, style, key in pair:
            meaning = f"{' ' * max(1, 4 - cell_width(example))}{context.say(f'legend.{key}')}"
            gap = " " * (width // 2 - cell_width(f"{example}{meaning}"))
            marks += [(example, style), (f"{meaning}{gap}", ink.text)]
        rows.append(Row(tuple(marks)))
    return rows

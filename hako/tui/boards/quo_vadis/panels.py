"""Parts of the board that lie beside the map: genesis cards, tracks, hand, players, stock."""

from __future__ import annotations

from collections import Counter

from hako.content.quo_vadis.cards import FREE
from hako.content.quo_vadis.effects import Track
from hako.content.quo_vadis.land import reserve, tokens
from hako.content.quo_vadis.skills import maximum
from hako.content.quo_vadis.state import RowSkill
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.draw_context import BESIDE, Row, Sketch
from hako.tui.widgets.canvas import StyledLine

TRACKS: tuple[Track, ...] = ("spirit", "food", "faith", "wrath")
COUNTED = ("workers", "cities", "forts", "temples", "removed", "hand")
"""What is counted of a seat besides its tracks."""
GENESIS = (1, 2, 3, 4, 5, FREE)


# ------------------------------------------------------------ one line each


def heading(sketch: Sketch, line: StyledLine) -> None:
    """The round, the phase, and whose turn it is."""
    world, ink = sketch.world, sketch.ink
    if world.round:
        line.put(sketch.say("round", number=world.round, last=world.variants.rounds), ink.strong)
        line.put(" ", ink.text)
    line.put(sketch.say(f"phase.{world.phase}"), ink.text)
    if world.turn is not None:
        line.put(" ", ink.text).put(*sketch.owner(world.turn.seat))


def genesis(sketch: Sketch, line: StyledLine, y: int) -> None:
    """The genesis cards; those that carry markers are solid, with a sign for each marker."""
    for number in GENESIS:
        markers = sketch.world.markers.count(number)
        name = sketch.say("free") if number == FREE else str(number)
        start = line.x
        blocked = markers and number != FREE
        line.put(name, sketch.ink.dim if blocked else sketch.ink.strong)
        line.put(sketch.symbol("marker") * markers or " ", sketch.ink.warn)
        sketch.drawing.place(("genesis", number), start, y, line.x - start, group=BESIDE)


def track(sketch: Sketch, seat: Seat, which: Track) -> HexMark:
    """How much is on a track and how much it holds; it stands out when it is full."""
    has, most = sketch.world.players[seat].has(which), maximum(sketch.world, seat, which)
    style = sketch.ink.good if has == most > 0 else sketch.ink.text if has else sketch.ink.dim
    return f"{has}/{most}", style


def tracks(sketch: Sketch, line: StyledLine, y: int) -> None:
    """The tracks of the seat at home beside each other."""
    for which in TRACKS:
        start = line.x
        line.put(f"{sketch.say(f'track.{which}')} ", sketch.ink.dim)
        line.put(*track(sketch, sketch.home, which))
        sketch.drawing.place(("track", which), start, y, line.x - start)
        line.at(line.x + 2)


def hand(sketch: Sketch, line: StyledLine, y: int, end: int) -> None:
    """The cards in hand, alike ones together, up to a column."""
    kinds = Counter(sketch.player.hand)
    names = {kind: f"{sketch.epic(kind)}{_copies(sketch, count)}" for kind, count in kinds.items()}
    room, whole = end - line.x, sum(map(cell_width, names.values()))
    pad = " " if whole + 3 * len(names) <= room else ""
    for kind, count in kinds.items():
        name = names[kind]
        if whole + len(names) > room + 1 and kind is not None:
            name = f"{sketch.say(f'short_epic.{kind}')}{_copies(sketch, count)}"
        start, place = line.x, ("hand", kind)
        line.put(f"{pad}{name}{pad}", sketch.epic_style(kind, solid=place in sketch.offered))
        sketch.drawing.place(place, start, y, line.x - start)
        line.at(line.x + 1)


def _copies(sketch: Sketch, count: int) -> str:
    return f"{sketch.symbols.times}{count}" if count > 1 else ""


# ------------------------------------------------------------ a seat


def generations(sketch: Sketch, seat: Seat) -> list[HexMark]:
    """The generation row as piles: how many cards, and which kind lies on top."""
    marks: list[HexMark] = []
    for pile in sketch.world.players[seat].generations:
        marks += [
            (f"{len(pile)}{sketch.epic_sign(pile[-1])}", sketch.epic_style(pile[-1])),
            (" ", sketch.ink.text),
        ]
    return marks


def resources(sketch: Sketch, seat: Seat) -> Row:
    """All tracks of a seat, each with a letter; those of the seat at home are places."""
    marks: list[HexMark] = []
    places: list[BoardPlace | None] = []
    for which in TRACKS:
        sign, (text, style) = sketch.say(f"track_sign.{which}"), track(sketch, seat, which)
        marks += [(sign, sketch.ink.dim), (text, style), (" ", sketch.ink.text)]
        places += [None, ("track", which), None]
    return Row(tuple(marks), places=tuple(places) if seat == sketch.home else ())


def pieces_left(sketch: Sketch, seat: Seat) -> tuple[int, ...]:
    """Workers, cities, forts and temple in reserve; workers removed; cards in hand."""
    world, player = sketch.world, sketch.world.players[seat]
    return (
        reserve(world, seat),
        tokens(world, seat, "city"),
        tokens(world, seat, "fort"),
        tokens(world, seat, "temple"),
        player.removed,
        len(player.hand),
    )


def _reserve(sketch: Sketch, seat: Seat, width: int) -> list[Row]:
    """What is in reserve, removed and in hand, no name apart from its number."""
    rows, said = list[Row](), sketch.say("reserve")
    for key, count in zip(COUNTED, pieces_left(sketch, seat), strict=True):
        counted = f"{sketch.say(f'column.{key}')} {count}"
        if cell_width(f"{said} {counted}") > width:
            rows.append(sketch.text(said))
            said = counted
        else:
            said = f"{said} {counted}"
    return [*rows, sketch.text(said)]


def skills_in_words(sketch: Sketch, seat: Seat) -> list[HexMark]:
    """The skills that a seat has set, beside each other."""
    marks: list[HexMark] = []
    for its in sketch.world.players[seat].skills:
        marks += [("  ", sketch.ink.text), _set_skill(sketch, its)]
    return marks


def _set_skill(sketch: Sketch, its: RowSkill) -> HexMark:
    name = sketch.skill(its.id)
    if its.used:
        return f"{sketch.symbols.no}{name}", sketch.ink.dim
    return name, sketch.ink.dim if its.fresh else sketch.ink.text


def race(sketch: Sketch, seat: Seat) -> HexMark:
    """The people of a seat, in the colour of their terrain."""
    its = sketch.world.players[seat].race
    if its is None:
        return sketch.symbols.dot, sketch.ink.dim
    return f" {sketch.texts.term('race', its)} ", sketch.ground(sketch.cards.race[its].terrain)


def seat_rows(sketch: Sketch, seat: Seat, width: int) -> list[Row]:
    """What is known of a seat besides its people, in a narrow column."""
    label = f"{sketch.say('generations')} "
    rows = [
        resources(sketch, seat),
        *_reserve(sketch, seat, width),
        Row(((label, sketch.ink.dim), *generations(sketch, seat))),
    ]
    hidden = sketch.say("face_down", count=len(sketch.world.players[seat].face_down))
    row: list[HexMark] = [(hidden, sketch.ink.dim)]
    used = cell_width(hidden)
    for mark in skills_in_words(sketch, seat):
        if used + cell_width(mark[0]) > width:
            rows.append(Row(tuple(row)))
            row, used = [], 0
            if not mark[0].strip():
                continue
        row.append(mark)
        used += cell_width(mark[0])
    return [*rows, Row(tuple(row))]


def skills(sketch: Sketch) -> list[Row]:
    """The skills of the seat at home, those in its row first."""
    rows = [sketch.text(sketch.say("skill_row"), sketch.ink.dim)]
    for its in sketch.player.skills:
        name, style = _set_skill(sketch, its)
        rows.append(sketch.text(f" {name}", style, ("skill", its.id)))
    return [*rows, *face_down(sketch)]


def face_down(sketch: Sketch) -> list[Row]:
    """The skills of the seat at home that lie face down, where they may be seen."""
    seen = [skill for skill in sketch.player.face_down if skill is not None]
    if not seen:
        return []
    rows = [
        Row(((f" {sketch.skill(skill)}", sketch.ink.text),), ("skill", skill)) for skill in seen
    ]
    return [sketch.text(sketch.say("face_down", count=len(seen)), sketch.ink.dim), *rows]


# ------------------------------------------------------------ the stock


def stock(sketch: Sketch) -> list[Row]:
    """Rings and cards that are left."""
    world, ink = sketch.world, sketch.ink
    rings: list[HexMark] = []
    for terrain in sketch.cards.terrain:
        left = f"{sketch.terrain_sign(terrain)}{world.rings_left(terrain)}"
        rings += [(left, sketch.ground(terrain)), (" ", ink.text)]
    return [
        sketch.text(sketch.say("rings"), ink.dim),
        Row(tuple(rings)),
        sketch.text(sketch.say("pile", count=len(world.pile)), ink.dim, ("pile",)),
        sketch.text(sketch.say("discards", count=len(world.discards)), ink.dim, ("discards",)),
    ]


def legend(sketch: Sketch, width: int) -> list[Row]:
    """What letters and signs on the map mean, and how many rings are left."""
    ink, rows = sketch.ink, list[Row]()
    for terrain in sketch.cards.terrain:
        sign, left = sketch.terrain_sign(terrain), sketch.world.rings_left(terrain)
        rings = sketch.say("rings_left", count=left)
        said = f" {sketch.terrain(terrain)}{sketch.say('and')}{rings}"
        letter = sketch.cards.terrain[terrain].letter  # stands for it where the room is narrow
        name = f" {sign} " if sign == letter else f" {sign} {letter} "
        rows.append(Row(((name, sketch.ground(terrain)), (said, ink.text))))
    signs = [
        (f"{sketch.symbols.owner(0)}2", ink.owner(0), "workers"),
        ("A3", ink.token(0), "city"),
        (f"A{sketch.building_sign('fort')}", ink.token(0), "fort"),
        (f"A{sketch.building_sign('temple')}", ink.token(0), "temple"),
        ("a1", ink.owner(0), "ruin"),
        (sketch.symbol("contested"), ink.focus, "contested"),
        (f"2{sketch.symbol('ring')}4", ink.strong, "ring"),
    ]
    for pair in (signs[:2], signs[2:4], signs[4:6], signs[6:]):
        marks: list[HexMark] = []
        for example, style, key in pair:
            said = f"{' ' * (4 - cell_width(example))}{sketch.say(f'legend.{key}')}"
            gap = " " * (width // 2 - cell_width(f"{example}{said}"))
            marks += [(example, style), (f"{said}{gap}", ink.text)]
        rows.append(Row(tuple(marks)))
    return rows

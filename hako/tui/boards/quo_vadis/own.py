"""The own things of the home seat: tracks, hand, pieces at home; the genesis cards; a legend.

■B Ben                  genesis cards                          ╭Blessing─────╮ ╭Miracle──────╮╮
spirit ░░░░░            ╭───╮┏━━━┓┏━━━┓          ╭──────╮      │each action: │ │each action: ││
food   █████            │ 1 │┃ 2 ┃┃ 3 ┃ (4)  (5) │ FREE │      │+1 spirit.   │ │+1 faith     ││
hand                    ╰───╯┗━━━┛┗━━━┛          ╰──────╯      ╰─────────────╯ ╰─────────────╯╯
╭Blessing────╮
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from textual.geometry import Region

from hako.content.quo_vadis.actions import SelectArea
from hako.content.quo_vadis.cards import FREE
from hako.content.quo_vadis.effects import EpicId
from hako.content.quo_vadis.map_queries import reserve, tokens
from hako.content.quo_vadis.working_skills import maximum
from hako.engine.i18n.width import cell_width
from hako.tui.boards.cards import CardFace, LaidCard, card_row, edge_rows, edges, longest_fitting
from hako.tui.boards.hex_map import HexMark
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.draw_context import BESIDE, QuoVadisContext, Row
from hako.tui.boards.quo_vadis.panel_parts import TRACKS
from hako.tui.widgets.canvas import StyledLine, wrapped

GENESIS = (1, 2, 3, 4, 5, FREE)
OWN_WIDTH = 17
"""Columns of the own tracks."""


# ------------------------------------------------------------ tracks


def own_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """The name of the home seat, and its tracks as bars."""
    name = context.texts.term("seat", context.home)
    sign, style = context.owner(context.home)
    rows = [Row(((f"{sign} ", style), (name, context.ink.owner(context.home))))]
    return [*rows, *(_track(context, which, width) for which in TRACKS)]


def _track(context: QuoVadisContext, which: str, width: int) -> Row:
    """A track: its name, a block a cube, its number where there is room."""
    has = context.player.has(which)  # type: ignore[arg-type] # one of the tracks
    most = maximum(context.world, context.home, which)  # type: ignore[arg-type] # one of the tracks
    names = [context.say(f"track.{track}") for track in TRACKS]
    room = max(map(cell_width, names)) + 1
    name = context.say(f"track.{which}")
    marks: list[HexMark] = [
        (f"{name}{' ' * (room - cell_width(name))}", context.ink.dim),
        (context.symbols.full_block * has, context.ink.strong),
        (context.symbols.light_block * max(0, most - has), context.ink.rule),
    ]
    number = f" {has}"
    if room + max(has, most) + cell_width(number) <= width:
        marks.append((number, context.ink.text))
    return Row(tuple(marks), ("track", which))


def pile_row(context: QuoVadisContext, width: int) -> list[Row]:
    """The generation that grows: how many cards it has, and the kind on top where there is room."""
    brief = pile_count(context)
    if not brief:
        return []
    whole = f"{brief} {context.epic(context.player.generations[-1][-1])}"
    return [context.text(whole if cell_width(whole) <= width else brief, context.ink.text)]


def pile_count(context: QuoVadisContext) -> str:
    """The number of cards of the generation that grows; empty before the first card."""
    if not context.player.generations:
        return ""
    count = f"{context.symbols.times}{len(context.player.generations[-1])}"
    return context.say("home.pile", count=count)


def home_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """Workers and cities at home as signs, and the number of skills kept."""
    workers, cities = (
        reserve(context.world, context.home),
        tokens(context.world, context.home, "city"),
    )
    sign, style = context.symbols.owner(context.home), context.ink.owner(context.home)
    rows = []
    for key, mark, count in (
        ("workers", sign, workers),
        ("cities", context.symbol("city"), cities),
    ):
        label = f"{context.say(f'home.{key}')} "
        signs = mark * count
        if cell_width(f"{label}{signs}") > width:
            signs = f"{mark}{context.symbols.times}{count}"
        rows.append(Row(((label, context.ink.dim), (signs or "0", style))))
    kept = len(context.player.face_down)
    text = context.say("home.skills", count=kept)
    return [*rows, context.text(text, context.ink.dim)]


# ------------------------------------------------------------ the hand


def hand_cards(context: QuoVadisContext, width: int = 0, height: int = 1) -> list[LaidCard]:
    """The cards in hand, alike ones behind each other; with their text if there are rows for it."""
    laid = []
    for kind, count in Counter(context.player.hand).items():
        place: BoardPlace = ("hand", kind)
        lines = _card_lines(context, kind, width - 2, height - 2) if height > 1 else ()
        style = context.epic_style(kind, solid=place in context.offered)
        face = CardFace(context.epic(kind), lines, behind=count - 1)
        laid.append(LaidCard(face, place, style, context.ink.text))
    return laid


def _card_lines(
    context: QuoVadisContext, kind: EpicId | None, width: int, rows: int
) -> Sequence[str]:
    """The text of a card, whole or in brief, whichever fits."""
    if kind is None:
        return ()
    epic = next(epic for epic in context.cards.epics if epic.id == kind)
    whole = epic.text.text(context.texts.language)
    return longest_fitting((whole, context.say(f"brief_epic.{kind}")), width, rows)


def hand_edges(context: QuoVadisContext, region: Region) -> int:
    """Draw the hand as edges, each in a row; the next free row."""
    y = region.y
    for laid in hand_cards(context):
        if edge_width(laid) > region.width:
            laid = _counted(context, laid)
        edges(context.drawing, Region(region.x, y, region.width, 1), [laid])
        context.drawing.groups[laid.place] = BESIDE
        y += 1
    return y


def _counted(context: QuoVadisContext, laid: LaidCard) -> LaidCard:
    """A card with the number of equal ones behind it in its name."""
    count = laid.face.behind + 1
    copies = f"{context.symbols.times}{count}" if count > 1 else ""
    face = CardFace(f"{laid.face.name}{copies}")
    return LaidCard(face, laid.place, laid.edge, laid.text)


def edge_width(laid: LaidCard) -> int:
    """The columns of a card as its edge, with those behind it."""
    return laid.face.least_of_edge + laid.face.behind


def hand_row(context: QuoVadisContext, region: Region) -> None:
    """Draw the hand as edges beside each other in a single row, after its name."""
    line = context.drawing.at(region.x, region.y)
    label = f"{context.say('hand', count=len(context.player.hand))} "
    cards = hand_cards(context)
    if edge_rows(cards, region.width - cell_width(label)) > 1:
        label = ""
    if edge_rows(cards, region.width) > 1:
        cards = [_counted(context, laid) for laid in cards]
    line.put(label, context.ink.dim)
    edges(context.drawing, Region(line.x, region.y, region.right - line.x, 1), cards)
    context.drawing.groups.update(dict.fromkeys([laid.place for laid in cards], BESIDE))


def hand_as_cards(context: QuoVadisContext, region: Region, width: int) -> None:
    """Draw the hand as cards beside each other, below its name."""
    context.drawing.at(region.x, region.y).put(context.say("your_hand"), context.ink.dim)
    height = region.height - 1
    cards = hand_cards(context, width, height)
    room = Region(region.x, region.y + 1, region.width, height)
    card_row(context.drawing, room, cards, width)
    context.drawing.groups.update(dict.fromkeys([laid.place for laid in cards], BESIDE))


# ------------------------------------------------------------ genesis cards


def genesis_marks(context: QuoVadisContext) -> Iterator[tuple[int, str, bool]]:
    """Each genesis card with its text, in brackets if it cannot be chosen; True if it is selected."""
    meant = context.meant
    chosen = meant.cards if isinstance(meant, SelectArea) else ()
    for number in GENESIS:
        name = context.say("free") if number == FREE else str(number)
        is_closed = number != FREE and number in context.world.markers
        yield number, f"({name})" if is_closed else name, number in chosen


def genesis_row(context: QuoVadisContext, line: StyledLine, y: int) -> None:
    """Write the genesis cards into a row."""
    for number, text, is_chosen in genesis_marks(context):
        start, is_closed = line.x, text.startswith("(")
        style = context.ink.dim if is_closed else context.ink.strong
        line.put(text, context.ink.mark if is_chosen else style)
        context.drawing.place(("genesis", number), start, y, line.x - start, group=BESIDE)
        line.put(" ", context.ink.text)


def genesis_width(context: QuoVadisContext) -> int:
    """The columns of the genesis cards as cards, after a blank one."""
    return 1 + 5 * 5 + cell_width(context.say("free")) + 4


GENESIS_ROWS = 4
"""Rows of the genesis cards with their name."""


def genesis_cards(context: QuoVadisContext, region: Region) -> None:
    """Draw the genesis cards as cards; those that a selection takes have thick edges."""
    drawing, ink = context.drawing, context.ink
    x, top = region.x + 1, region.y + 1
    drawing.at(x, region.y).put(context.say("genesis_cards"), ink.dim)
    for number, text, is_chosen in genesis_marks(context):
        width = cell_width(text) + 4 if number == FREE else 5
        if text.startswith("("):
            drawing.at(x + 1, top + 1).put(text, ink.dim)
        else:
            _box(context, Region(x, top, width, 3), is_thick=is_chosen)
            drawing.at(x + 2, top + 1).put(text, ink.strong)
        drawing.place(("genesis", number), x, top, width, 3, group=BESIDE)
        x += width


def _box(context: QuoVadisContext, region: Region, *, is_thick: bool) -> None:
    """Draw a box, of thick lines where the terminal has them."""
    if not is_thick or context.symbols.name != "full":
        context.drawing.box(region, context.ink.accent if is_thick else context.ink.rule)
        return
    x, y, width, height = region
    bar, style = "━" * (width - 2), context.ink.accent
    context.drawing.at(x, y).put(f"┏{bar}┓", style)
    context.drawing.at(x, y + height - 1).put(f"┗{bar}┛", style)
    for row in range(y + 1, y + height - 1):
        context.drawing.at(x, row).put("┃", style)
        context.drawing.at(x + width - 1, row).put("┃", style)


# ------------------------------------------------------------ the legend


def legend_rows(context: QuoVadisContext, width: int) -> list[str]:
    """The meanings of signs on the map, in lines."""
    keys = ["seams", "dominion", "ruin"]
    if context.contested:
        keys.append("war")
    if context.offers(SelectArea):
        keys.append("key")
    cube, war = context.symbol("cube"), context.symbol("contested")
    return [
        line
        for key in keys
        for line in wrapped(context.say(f"legend.{key}", cube=cube, war=war), width)
    ]

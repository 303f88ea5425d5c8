"""Upcoming in Cultus: the roads that pay, with the cards left in their decks, and what can be built.

─ Roads that pay 4$ ─────────────── 3 gold sides ─
Office-Barracks   5 roads, 1 paid   5 cards left
Church-Winery     2 roads           2 cards left  ●A
─ To be built on a Plaza ─── 3★ a cell around it ─
Industry     Market        draw 0, 1 or 2 at starts
Friendship   Church    6★  build where monuments are
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.style import Style

from hako.content.cultus.map_moves import paying_pairs
from hako.content.cultus.state import Space
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import letter
from hako.tui.boards.cultus import shared_parts
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.widgets.upcoming import UpcomingLine, UpcomingPart

LEAST_WIDTH = 34
"""Columns of the list, at least; a narrower one stands beside the town at 80x24."""
MARK = 2
"""Cells of the owner of a medal."""
GAP = 2
"""Cells between two columns where there is room; else one."""


def upcoming(context: CultusContext, width: int) -> Iterator[UpcomingPart]:
    """The pairs of icons that pay, and the open monument cards."""
    if width >= LEAST_WIDTH:
        yield from _roads(context, width)
        yield _monuments(context, width)


def _roads(context: CultusContext, width: int) -> Iterator[UpcomingPart]:
    """The pairs of icons that pay, with their roads in the town and the cards of their decks."""
    town = context.town
    spaces = [space for space in town.row if not space.is_gold]
    if not town.turn.number or not spaces:
        return
    incomes = paying_pairs(town)
    roads = Counter(incomes.values())
    paid = Counter(incomes[pair] for pair in town.turn.paid if pair in incomes)
    rows = [_texts(context, space, roads[space.income], paid[space.income]) for space in spaces]
    lines: list[UpcomingLine] = []
    for space, text in zip(spaces, _aligned(rows, width - MARK), strict=True):
        line: list[tuple[str, Style]] = [(text, context.ink.text)]
        if (seat := space.medal) is not None:
            line.append((f"{context.mark(seat)}{letter(seat)}", context.ink.owner(seat)))
        lines.append(line)
    title = context.say("upcoming.roads", gold=context.step_gold)
    yield UpcomingPart(title, lines, context.say("upcoming.gold_sides", count=town.gold_sides()))


def _monuments(context: CultusContext, width: int) -> UpcomingPart:
    """The open monument cards: what they count, what they would score at once, and what they give."""
    rows: list[tuple[str, ...]] = []
    for card in context.town.open_monuments:
        printed, pays = context.cards.monument[card], shared_parts.site_pays(context, card)
        site = "" if printed.site_icon is None else context.name(printed.site_icon)
        points = "" if pays is None else f"{pays}{context.symbols.star}"
        ability = context.say(f"ability.{printed.kind}", site=site, vp=printed.site_vp)
        kind = context.say(f"kind_name.{printed.kind}")
        rows.append((kind, context.name(printed.bonus_icon), points, ability))
    if not any(points for _, _, points, _ in rows):
        rows = [(kind, icon, ability) for kind, icon, _, ability in rows]
    lines = [[(text, context.ink.text)] for text in _aligned(rows, width)]
    return UpcomingPart(
        context.say("to_build"),
        lines,
        context.say("to_build_aside", vp=context.cards.constants.monument_bonus_vp),
        is_whole=True,
    )


def _aligned(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Rows of texts with aligned columns; the last column is left out where it has no room."""
    cells = [max(map(cell_width, texts)) for texts in zip(*rows, strict=True)]
    for columns, gap in ((cells, GAP), (cells, 1), (cells[:-1], GAP), (cells[:-1], 1)):
        if 1 + sum(columns) + gap * len(columns) <= width:
            break
    for texts in rows:
        padded = (
            f"{text}{' ' * (column - cell_width(text) + gap)}"
            for text, column in zip(texts, columns, strict=False)
        )
        yield f" {''.join(padded)}"


def _texts(context: CultusContext, space: Space, roads: int, paid: int) -> tuple[str, str, str]:
    """The pair of an income card, its roads and those that have paid, and its cards."""
    first, second = context.cards.income[space.income].icons
    pair = context.say("upcoming.pair", first=context.name(first), second=context.name(second))
    count = context.say("upcoming.road_count", count=roads)
    count += context.say("upcoming.paid", paid=paid) if paid else ""
    return pair, count, context.say("upcoming.cards_left", cards=len(space.deck))

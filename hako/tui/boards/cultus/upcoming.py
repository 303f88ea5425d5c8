"""Upcoming in Cultus: the roads that pay, with the cards left in the decks that end them.

─ Roads that pay 4$ ─────────────── 3 gold sides ─
Office-Barracks   5 roads, 1 paid   5 cards left
Church-Winery     2 roads           2 cards left  ●A
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.style import Style

from hako.content.cultus.map_moves import paying_pairs
from hako.content.cultus.state import Space
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import letter
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.widgets.upcoming import UpcomingLine, UpcomingPart

LEAST_WIDTH = 34
"""Columns of the list, at least; a narrower one stands beside the town at 80x24."""
MARK = 2
"""Cells of the owner of a medal."""
GAP = 2
"""Cells between two columns where there is room; else one."""


def upcoming(context: CultusContext, width: int) -> Iterator[UpcomingPart]:
    """The pairs of icons that pay, with their roads in the town and the cards of their decks."""
    town = context.town
    spaces = [space for space in town.row if not space.is_gold]
    if not town.turn.number or not spaces or width < LEAST_WIDTH:
        return
    incomes = paying_pairs(town)
    roads = Counter(incomes.values())
    paid = Counter(incomes[pair] for pair in town.turn.paid if pair in incomes)
    rows = [_texts(context, space, roads[space.income], paid[space.income]) for space in spaces]
    cells = [max(map(cell_width, texts)) for texts in zip(*rows, strict=True)]
    for columns, gap in ((cells, GAP), (cells, 1), (cells[:-1], GAP), (cells[:-1], 1)):
        if 1 + sum(columns) + gap * len(columns) + MARK <= width:
            break  # the row of the decks below the town has the cards, too
    lines: list[UpcomingLine] = []
    for space, texts in zip(spaces, rows, strict=True):
        padded = [
            f"{text}{' ' * (column - cell_width(text) + gap)}"
            for text, column in zip(texts, columns, strict=False)
        ]
        line: list[tuple[str, Style]] = [(f" {''.join(padded)}", context.ink.text)]
        if (seat := space.medal) is not None:
            line.append((f"{context.mark(seat)}{letter(seat)}", context.ink.owner(seat)))
        lines.append(line)
    title = context.say("upcoming.roads", gold=context.step_gold)
    yield UpcomingPart(title, lines, context.say("upcoming.gold_sides", count=town.gold_sides()))


def _texts(context: CultusContext, space: Space, roads: int, paid: int) -> tuple[str, str, str]:
    """The pair of an income card, its roads and those that have paid, and its cards."""
    first, second = context.cards.income[space.income].icons
    pair = context.say("upcoming.pair", first=context.name(first), second=context.name(second))
    count = context.say("upcoming.road_count", count=roads)
    count += context.say("upcoming.paid", paid=paid) if paid else ""
    return pair, count, context.say("upcoming.cards_left", cards=len(space.deck))

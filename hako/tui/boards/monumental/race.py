"""The race in the four categories: a track each, with the seats where their points are.

Provinces ·······▲···■···●··· ● +3     a cell a point; who leads has so many points more
Policies  ·■·●=▲············· ●▲ +3    = between seats that are level
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from textual.geometry import Region

from hako.content.monumental.scoring import CATEGORIES, leading_flags, scores
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.draw_context import OWN, MonumentalContext
from hako.tui.widgets.canvas import StyledLine

CELLS = (40, 30, 18, 16, 12, 8)
"""Points of a track: as many as there is room for."""
LEAD = 5
"""Columns around the signs of who leads, at least."""
WIDE = 80
"""Columns of a heading from which on it needs no word for points."""
WORDS = 26
"""Columns from which on it is told who leads with how many points."""
HEADED = 7
"""Columns of a heading around its two texts."""
GAP = 3
"""Columns before who is behind."""


def ranked(context: MonumentalContext) -> Sequence[Seat]:
    """The seats, those with the most points first."""
    points = scores(context.world)
    return sorted(context.world.seats, key=lambda seat: -points[seat].total())


def totals_text(context: MonumentalContext, apart: str = "   ", before: str = " ") -> str:
    """The points of all seats, the leader first."""
    points = scores(context.world)
    star = f"{before}{context.symbols.star}"
    return apart.join(
        f"{context.mark(seat)}{star}{points[seat].total()}" for seat in ranked(context)
    )


def race_row(context: MonumentalContext, region: Region) -> None:
    """Write a row instead of the race: the points of all seats, and who leads what."""
    bonus = context.cards.constants.category_bonus_vp
    totals = [totals_text(context), totals_text(context, " ", "")]
    pairs = [(text, leads_text(context, apart)) for text in totals for apart in ("  ", " ")]
    pairs += [(text, context.say("lead_bonus.alone", bonus=bonus)) for text in totals]
    room = region.width - HEADED
    text, end = next(
        (pair for pair in pairs if sum(map(cell_width, pair)) <= room), (totals[-1], "")
    )
    context.heading(region.y, text, end, x=region.x, width=region.width)


def leads_text(context: MonumentalContext, apart: str) -> str:
    """The categories with the signs of the seats that lead them, and what a lead counts."""
    flags = leading_flags(scores(context.world))
    bonus = context.cards.constants.category_bonus_vp
    texts = []
    for number, category in enumerate(CATEGORIES):
        led = [seat for seat, leads in enumerate(flags) if leads[number]]
        signs = "".join(map(context.symbols.owner, led))
        texts.append(f"{context.say(f'category.{category}')} {signs or '--'}")
    return apart.join((*texts, context.say("lead_short", bonus=bonus)))


def race_heading(context: MonumentalContext, region: Region, *, has_totals: bool = False) -> int:
    """Write the heading of the race; the next row."""
    x, y, width, _ = region
    bonus = context.cards.constants.category_bonus_vp
    word = context.say("points_heading")
    texts = [word]
    if has_totals:
        long = totals_text(context)
        texts = [long] if width >= WIDE else [f"{word}  {long}"]
        texts += [long, totals_text(context, "  "), totals_text(context, " ", "")]
    text = next((text for text in texts if cell_width(text) + 4 <= width), texts[-1])
    size = "long" if width > WIDE + 4 else "row" if width >= WIDE else "brief"
    end = context.say(f"lead_bonus.{size}", bonus=bonus)
    context.heading(y, text, end, x=x, width=width)
    return y + 1


def draw_race(context: MonumentalContext, region: Region, *, columns: int = 1) -> int:
    """Draw the tracks in one or two columns; the next free row."""
    names = [context.say(f"category.{category}") for category in CATEGORIES]
    label = max(map(cell_width, names))
    width = region.width // columns
    flags = leading_flags(scores(context.world))
    led = max(sum(seat[number] for seat in flags) for number in range(len(names)))
    room = width - label - 2 - led - LEAD
    cells = next((cells for cells in CELLS if cells < room), CELLS[-1])
    for number, name in enumerate(names):
        row, column = divmod(number, columns)
        x, y = region.x + column * width, region.y + row
        context.drawing.at(x + 1, y).put(name, context.ink.text, label + 1)
        start = x + label + 2
        _track(context, number, start, y, cells)
        _lead(context, number, Region(start + cells + 2, y, width - label - cells - 4, 1), led)
    rows = -(-len(names) // columns)
    context.drawing.place(("score",), region.x, region.y, region.width, rows, group=OWN)
    return region.y + rows


def _track(context: MonumentalContext, category: int, x: int, y: int, cells: int) -> None:
    """Draw a track: the seats at their points, as near as others leave room."""
    points = [score.categories()[category] for score in scores(context.world)]
    scale = -(-max(cells, *points) // cells)
    line = context.drawing.at(x, y)
    order = sorted(context.world.seats, key=lambda seat: points[seat])
    groups = [(at // scale, [*seats]) for at, seats in groupby(order, key=points.__getitem__)]
    ends = cells + 1
    starts: list[int] = []
    for at, seats in reversed(groups):
        ends = min(at, ends - (2 * len(seats) - 1))
        starts.insert(0, ends)
    free = 0
    for start, (_, seats) in zip(starts, groups, strict=True):
        line.put(context.symbols.dot * max(0, start - free), context.ink.dim)
        for number, seat in enumerate(seats):
            line.put(context.symbol("level") * bool(number), context.ink.dim)
            line.put(context.symbols.owner(seat), context.ink.owner(seat))
        free = max(free, start) + 2 * len(seats) - 1
    line.put(context.symbols.dot * max(0, cells + 1 - free), context.ink.dim)


def _lead(context: MonumentalContext, category: int, region: Region, most_led: int) -> None:
    """Tell who leads a category, and what that is worth.

    With room also with how many points, and how far the next ones are behind, below each other
    where at most so many seats lead a category.
    """
    points = scores(context.world)
    led = [seat for seat, flags in enumerate(leading_flags(points)) if flags[category]]
    line, end = context.drawing.at(region.x, region.y), region.right
    for seat in led:
        line.put(context.symbols.owner(seat), context.ink.owner(seat))
    if not led:
        return
    bonus = context.cards.constants.category_bonus_vp
    mosts = [max(counts) for counts in zip(*(one.categories() for one in points), strict=True)]
    texts = [context.say("leads_with", points=most, bonus=bonus) for most in mosts]
    long = texts[category]
    room = end - line.x
    text = (
        long if room >= max(WORDS, cell_width(long) + 1) else context.say("lead_short", bonus=bonus)
    )
    line.put(f" {text}", context.ink.good, min(room, cell_width(text) + 1))
    if text == long:
        start = region.x + most_led + 1 + max(map(cell_width, texts)) + GAP
        _behind(context, category, line.at(start), end)


def _behind(context: MonumentalContext, category: int, line: StyledLine, end: int) -> None:
    """Tell how far the next ones are behind who leads, where there is room for it."""
    points = [score.categories()[category] for score in scores(context.world)]
    behind = [count for count in points if count < max(points)]
    if not behind:
        return
    text = context.say("behind", gap=max(points) - max(behind))
    nearest = [seat for seat, count in enumerate(points) if count == max(behind)]
    if line.x + len(nearest) + 1 + cell_width(text) > end:
        return
    for seat in nearest:
        line.put(context.symbols.owner(seat), context.ink.owner(seat))
    line.put(f" {text}", context.ink.dim)


def score_text(context: MonumentalContext, seat: Seat) -> str:
    """The points of a seat by category, with the bonus for those that it leads."""
    points = scores(context.world)
    bonus = context.cards.constants.category_bonus_vp
    score, led = points[seat], leading_flags(points)[seat]
    values = {
        name: f"{vp}+{bonus}" if is_led else f"{vp}"
        for name, vp, is_led in zip(CATEGORIES, score.categories(), led, strict=True)
    }
    return context.say("score", **values, total=score.total())

"""The possessions of players besides their Cities: supplies, Policies, Wonders, points."""

from __future__ import annotations

from textual.geometry import Region

from hako.content.monumental.scoring import leading_flags, scores
from hako.content.monumental.steps.policies import policy_cost
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.draw_context import MonumentalContext, Part
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import StyledLine, wrapped

POLICY = 22
"""Columns of a Policy's name."""
NAME, POINTS = 7, 6
"""Columns of a player's name, at least, and of the points."""
CATEGORY = 6
"""Columns of the points in a category."""

OWN_ROWS = 8
"""Rows of a supply of two rows, and of what else stands below it; without Market tokens and points."""

CATEGORIES = ("military", "science", "architecture", "culture")


def draw_own(context: MonumentalContext, room: Region) -> int:
    """Draw the home seat's possessions in four lines, and its Market tokens; the next free line."""
    x, y, width, height = room
    world, realm = context.world, context.world.realms[context.home]
    taken = OWN_ROWS + bool(realm.supply.market) + len(world.seats)
    y = draw_supply(context, Region(x, y, width, 1 if height < taken else 2))
    if realm.supply.market:
        draw_market(context, x, y, x + width)
        y += 1
    cost = policy_cost(world, context.home)
    active = realm.active_policy
    name = context.texts.term("policy", active) if active else context.symbols.dot
    price = "" if cost is None else f" +{cost}{context.sign('culture')}"
    label = context.say("policy", count=len(realm.policies))
    if cell_width(f"{label} {name}{price}") > width:
        label = context.symbol("on_top")
    line = context.drawing.at(x, y).put(f"{label} ", context.ink.dim)
    line.put(name, context.ink.text, max(1, x + width - line.x - cell_width(price))).put(
        price, context.ink.dim
    )
    context.drawing.place(("policies",), x, y, width)
    context.put(context.drawing.at(x, y + 1), _construction(context, width), x + width)
    context.drawing.place(("construction",), x, y + 1, width)
    context.drawing.at(x, y + 2).put(context.pieces(realm), context.ink.dim, width)
    context.drawing.place(("deck",), x, y + 2, width)
    return y + 3


def draw_supply(context: MonumentalContext, room: Region) -> int:
    """Draw the home seat's supply by its words, or in signs where they do not fit; the next row."""
    supply = context.world.realms[context.home].supply
    rows: list[list[Part]] = [[]]
    for part in context.named_supply(supply):
        if sum(cell_width(text) for text, _ in (*rows[-1], part)) > room.width + 1:
            rows.append([])
        rows[-1].append(part)
    if len(rows) > room.height:
        rows = [[*context.supply(supply)]]
    for y, row in enumerate(rows, room.y):
        context.put(context.drawing.at(room.x, y), row, room.right)
    context.drawing.place(("supply",), room.x, room.y, room.width, len(rows))
    return room.y + len(rows)


def draw_market(context: MonumentalContext, x: int, y: int, end: int) -> None:
    """Draw the Market tokens of the home seat, which may be used."""
    tokens = context.world.realms[context.home].supply.market
    line = context.drawing.at(x, y)
    for market in dict.fromkeys(tokens):
        place, count = ("market", market), tokens.count(market)
        text = context.words(context.cards.market[market].name)
        text = f" {text}{f' {context.symbols.times}{count}' if count > 1 else ''} "
        style = (context.ink.backs if place in context.offered else context.ink.fronts)["teal"]
        start = line.x
        if start + cell_width(text) > end:
            return
        line.put(text, style)
        context.drawing.place(place, start, y, line.x - start)
        line.at(line.x + 1)


def _construction(context: MonumentalContext, width: int) -> list[Part]:
    building = context.world.realms[context.home].construction
    if building is None:
        return [(context.say("no_construction"), context.ink.dim)]
    card = context.cards.card[building.card]
    done, price = f"{building.done}/{len(card.sections)}", context.price(card)
    return [
        (f"{context.named(card, width - cell_width(f'  {done} {price}'))} ", context.ink.text),
        (f"{done} ", context.ink.dim),
        (price, context.price_style(card, ("construction",))),
    ]


def draw_rivals(context: MonumentalContext, room: Region) -> None:
    """Draw a line for each other seat, its points and supply, and one for the own points.

    The own one comes last: it is left out where there is no room for it.
    """
    world, points = context.world, scores(context.world)
    for row, seat in enumerate([*context.others, context.home][: room.height]):
        line = _begin(context, seat, room.x, room.y + row, room.width)
        if seat == context.home:
            parts = _categories(context, seat)
        else:
            if world.is_automa(seat):
                line.put(context.name(seat), context.ink.text)
            total = context.say("points", points=points[seat].total())
            line.put(total, context.ink.strong, POINTS, right=True).put(" ", context.ink.text)
            parts = context.possessions(world.realms[seat].supply)
            if line.x + sum(cell_width(text) for text, _ in parts) > room.right + 1:
                parts = [(text.rstrip(), style) for text, style in parts]  # all of it, close
        context.put(line, [*parts, *_first(context, seat)], room.right)


def draw_scores(context: MonumentalContext, room: Region) -> None:
    """Draw a line a seat: its points, all in all and by category."""
    points = scores(context.world)
    longest = max(cell_width(context.name(seat)) for seat in [context.home, *context.others])
    spare = room.width - 3 - POINTS - 1 - CATEGORY * len(CATEGORIES)
    width = max(NAME, min(longest, spare))
    for row, seat in enumerate([context.home, *context.others][: room.height]):
        line = _begin(context, seat, room.x, room.y + row, room.width)
        total = context.say("points", points=points[seat].total())
        line.put(context.name(seat), context.ink.text, width)
        line.put(total, context.ink.strong, POINTS, right=True).put(" ", context.ink.text)
        context.put(line, [*_categories(context, seat), *_first(context, seat)], room.right)


def _begin(context: MonumentalContext, seat: Seat, x: int, y: int, width: int) -> StyledLine:
    """A line about a seat, begun with a mark for its turn or pass, and with the seat's sign."""
    context.drawing.place(("seat", seat), x, y, width)
    line = context.drawing.at(x, y).put(context.mark(seat), context.ink.accent)
    return context.owner(line, seat).put(" ", context.ink.text)


def _first(context: MonumentalContext, seat: Seat) -> list[Part]:
    is_first = seat == context.world.start_player
    return [(context.say("first"), context.ink.dim)] if is_first else []


def _categories(context: MonumentalContext, seat: Seat) -> list[Part]:
    """The points of a seat in each category, in signs; a plus where it leads."""
    points = scores(context.world)
    led = leading_flags(points)[seat]
    return [
        (f"{context.say(f'category.{name}')}{vp}{'+' if is_led else ''} ", style)
        for name, vp, is_led in zip(CATEGORIES, points[seat].categories(), led, strict=True)
        for style in [context.ink.good if is_led else context.ink.text]
    ]


def score_line(context: MonumentalContext, seat: Seat, *, brief: bool = False) -> str:
    """The points of a seat by category, with the bonus for those that it leads."""
    points = scores(context.world)
    bonus = context.cards.constants.category_bonus_vp
    score, led = points[seat], leading_flags(points)[seat]
    values = {
        name: f"{vp}+{bonus}" if is_led else f"{vp}"
        for name, vp, is_led in zip(CATEGORIES, score.categories(), led, strict=True)
    }
    return context.say("score_brief" if brief else "score", **values, total=score.total())


def draw_policies(
    context: MonumentalContext, room: Region, *, columns: int = 1, in_full: bool = False
) -> int:
    """Draw the Policies of the home seat, developed ones marked; the next free line.

    In one column there is room for their texts, too; `in_full` these have lines of their own.
    """
    realm = context.world.realms[context.home]
    policies = context.cards.civilization[realm.civilization].policies
    width, y = room.width // columns, room.y
    for number, name in enumerate(policies):
        column = number % columns
        place, x = ("policy", name), room.x + column * width
        developed = name in realm.policies
        mark = context.symbol("on_top") if name == realm.active_policy else context.symbols.yes
        line = context.drawing.at(x, y).put(mark if developed else " ", context.ink.good)
        hue: Hue = "green" if developed else "grey"
        style = (context.ink.backs if place in context.offered else context.ink.fronts)[hue]
        line.put(f" {context.texts.term('policy', name)}", style, min(POLICY, width - 2))
        text = context.words(context.cards.policy[name].text)
        below = wrapped(text, width - 2) if in_full else []
        for row, part in enumerate(below, y + 1):
            context.drawing.at(x + 2, row).put(part, context.ink.dim)
        if columns == 1 and not in_full:
            line.put(f" {text}", context.ink.dim, x + width - line.x)
        context.drawing.place(place, x, y, width, 1 + len(below))
        y += (1 + len(below)) * (column == columns - 1 or name == policies[-1])
    return y


def draw_other(context: MonumentalContext, seat: Seat, x: int, y: int, width: int) -> None:
    """Draw the possessions of another seat, in two lines."""
    realm = context.world.realms[seat]
    line = context.drawing.at(x, y).put(context.mark(seat), context.ink.accent)
    context.owner(line, seat).put(f" {context.name(seat)} ", context.ink.owner(seat))
    civilization = context.texts.term("civilization", realm.civilization)
    total = context.say("points", points=scores(context.world)[seat].total())
    line.put(civilization, context.ink.dim)
    context.drawing.at(x + width - cell_width(total), y).put(total, context.ink.strong)
    context.drawing.place(("seat", seat), x, y, width)
    line = context.drawing.at(x + 1, y + 1)
    context.put(line, context.supply(realm.supply), x + width)

"""What players have besides their Cities: supplies, Policies, Wonders, points."""

from __future__ import annotations

from textual.geometry import Region

from hako.content.monumental.scoring import leading_flags, scores
from hako.content.monumental.steps.policies import policy_cost
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.monumental.draw_context import Part, Sketch
from hako.tui.theme.styles import Hue
from hako.tui.widgets.canvas import StyledLine, wrapped

POLICY = 22
"""Columns of a Policy's name."""
NAME, POINTS = 7, 6
"""Columns of a player's name, at least, and of the points."""
CATEGORY = 6
"""Columns of the points in a category."""

CATEGORIES = ("military", "science", "architecture", "culture")


def draw_own(sketch: Sketch, room: Region) -> int:
    """Draw what the home seat has, in four lines and one for Market tokens; the next free line."""
    x, y, width, _ = room
    world, realm = sketch.world, sketch.world.realms[sketch.home]
    line = sketch.drawing.at(x, y)
    sketch.put(line, sketch.supply(realm.supply), x + width)
    sketch.drawing.place(("supply",), x, y, width)
    y += 1
    if realm.supply.market:
        draw_market(sketch, x, y, x + width)
        y += 1
    cost = policy_cost(world, sketch.home)
    active = realm.active_policy
    said = sketch.texts.term("policy", active) if active else sketch.symbols.dot
    price = "" if cost is None else f" +{cost}{sketch.sign('culture')}"
    label = sketch.say("policy", count=len(realm.policies))
    if cell_width(f"{label} {said}{price}") > width:
        label = sketch.symbol("on_top")
    line = sketch.drawing.at(x, y).put(f"{label} ", sketch.ink.dim)
    line.put(said, sketch.ink.text, max(1, x + width - line.x - cell_width(price))).put(
        price, sketch.ink.dim
    )
    sketch.drawing.place(("policies",), x, y, width)
    sketch.put(sketch.drawing.at(x, y + 1), _construction(sketch, width), x + width)
    sketch.drawing.place(("construction",), x, y + 1, width)
    sketch.drawing.at(x, y + 2).put(sketch.pieces(realm), sketch.ink.dim, width)
    sketch.drawing.place(("deck",), x, y + 2, width)
    return y + 3


def draw_market(sketch: Sketch, x: int, y: int, end: int) -> None:
    """Draw the Market tokens of the home seat, which may be used."""
    tokens = sketch.world.realms[sketch.home].supply.market
    line = sketch.drawing.at(x, y)
    for market in dict.fromkeys(tokens):
        place, count = ("market", market), tokens.count(market)
        text = sketch.words(sketch.cards.market[market].name)
        text = f" {text}{f' {sketch.symbols.times}{count}' if count > 1 else ''} "
        style = (sketch.ink.backs if place in sketch.offered else sketch.ink.fronts)["teal"]
        start = line.x
        if start + cell_width(text) > end:
            return
        line.put(text, style)
        sketch.drawing.place(place, start, y, line.x - start)
        line.at(line.x + 1)


def _construction(sketch: Sketch, width: int) -> list[Part]:
    building = sketch.world.realms[sketch.home].construction
    if building is None:
        return [(sketch.say("no_construction"), sketch.ink.dim)]
    card = sketch.cards.card[building.card]
    done, price = f"{building.done}/{len(card.sections)}", sketch.price(card)
    return [
        (f"{sketch.named(card, width - cell_width(f'  {done} {price}'))} ", sketch.ink.text),
        (f"{done} ", sketch.ink.dim),
        (price, sketch.price_style(card, ("construction",))),
    ]


def draw_rivals(sketch: Sketch, room: Region) -> None:
    """Draw a line for each other seat, its points and supply, and one for the own points.

    The own one comes last: it is left out where there is no room for it.
    """
    world, points = sketch.world, scores(sketch.world)
    for row, seat in enumerate([*sketch.others, sketch.home][: room.height]):
        line = _begin(sketch, seat, room.x, room.y + row, room.width)
        if seat == sketch.home:
            parts = _categories(sketch, seat)
        else:
            if world.is_automa(seat):
                line.put(sketch.name(seat), sketch.ink.text)
            total = sketch.say("points", points=points[seat].total())
            line.put(total, sketch.ink.strong, POINTS, right=True).put(" ", sketch.ink.text)
            parts = sketch.possessions(world.realms[seat].supply)
            if line.x + sum(cell_width(text) for text, _ in parts) > room.right + 1:
                parts = [(text.rstrip(), style) for text, style in parts]  # all of it, close
        sketch.put(line, [*parts, *_first(sketch, seat)], room.right)


def draw_scores(sketch: Sketch, room: Region) -> None:
    """Draw a line a seat: its points, all in all and by category."""
    points = scores(sketch.world)
    longest = max(cell_width(sketch.name(seat)) for seat in [sketch.home, *sketch.others])
    spare = room.width - 3 - POINTS - 1 - CATEGORY * len(CATEGORIES)
    width = max(NAME, min(longest, spare))
    for row, seat in enumerate([sketch.home, *sketch.others][: room.height]):
        line = _begin(sketch, seat, room.x, room.y + row, room.width)
        total = sketch.say("points", points=points[seat].total())
        line.put(sketch.name(seat), sketch.ink.text, width)
        line.put(total, sketch.ink.strong, POINTS, right=True).put(" ", sketch.ink.text)
        sketch.put(line, [*_categories(sketch, seat), *_first(sketch, seat)], room.right)


def _begin(sketch: Sketch, seat: Seat, x: int, y: int, width: int) -> StyledLine:
    """A line about a seat: whose turn it is or who has passed, and the seat's sign."""
    sketch.drawing.place(("seat", seat), x, y, width)
    line = sketch.drawing.at(x, y).put(sketch.mark(seat), sketch.ink.accent)
    return sketch.owner(line, seat).put(" ", sketch.ink.text)


def _first(sketch: Sketch, seat: Seat) -> list[Part]:
    is_first = seat == sketch.world.start_player
    return [(sketch.say("first"), sketch.ink.dim)] if is_first else []


def _categories(sketch: Sketch, seat: Seat) -> list[Part]:
    """The points of a seat in each category, in signs; a plus where it leads."""
    points = scores(sketch.world)
    led = leading_flags(points)[seat]
    return [
        (f"{sketch.say(f'category.{name}')}{vp}{'+' if its else ''} ", style)
        for name, vp, its in zip(CATEGORIES, points[seat].categories(), led, strict=True)
        for style in [sketch.ink.good if its else sketch.ink.text]
    ]


def score_line(sketch: Sketch, seat: Seat, *, brief: bool = False) -> str:
    """The points of a seat by category, with the bonus for those that it leads."""
    points = scores(sketch.world)
    each = sketch.cards.constants.category_bonus_vp
    its, led = points[seat], leading_flags(points)[seat]
    said = {
        name: f"{vp}+{each}" if is_led else f"{vp}"
        for name, vp, is_led in zip(CATEGORIES, its.categories(), led, strict=True)
    }
    return sketch.say("score_brief" if brief else "score", **said, total=its.total())


def draw_policies(sketch: Sketch, room: Region, *, columns: int = 1, in_full: bool = False) -> int:
    """Draw the Policies of the home seat, developed ones marked; the next free line.

    In one column there is room for their texts, too; `in_full` these have lines of their own.
    """
    realm = sketch.world.realms[sketch.home]
    policies = sketch.cards.civilization[realm.civilization].policies
    width, y = room.width // columns, room.y
    for number, name in enumerate(policies):
        column = number % columns
        place, x = ("policy", name), room.x + column * width
        developed = name in realm.policies
        mark = sketch.symbol("on_top") if name == realm.active_policy else sketch.symbols.yes
        line = sketch.drawing.at(x, y).put(mark if developed else " ", sketch.ink.good)
        hue: Hue = "green" if developed else "grey"
        style = (sketch.ink.backs if place in sketch.offered else sketch.ink.fronts)[hue]
        line.put(f" {sketch.texts.term('policy', name)}", style, min(POLICY, width - 2))
        text = sketch.words(sketch.cards.policy[name].text)
        below = wrapped(text, width - 2) if in_full else []
        for row, said in enumerate(below, y + 1):
            sketch.drawing.at(x + 2, row).put(said, sketch.ink.dim)
        if columns == 1 and not in_full:
            line.put(f" {text}", sketch.ink.dim, x + width - line.x)
        sketch.drawing.place(place, x, y, width, 1 + len(below))
        y += (1 + len(below)) * (column == columns - 1 or name == policies[-1])
    return y


def draw_other(sketch: Sketch, seat: Seat, x: int, y: int, width: int) -> None:
    """Draw what another seat has, in two lines."""
    realm = sketch.world.realms[seat]
    line = sketch.drawing.at(x, y).put(sketch.mark(seat), sketch.ink.accent)
    sketch.owner(line, seat).put(f" {sketch.name(seat)} ", sketch.ink.owner(seat))
    civilization = sketch.texts.term("civilization", realm.civilization)
    total = sketch.say("points", points=scores(sketch.world)[seat].total())
    line.put(civilization, sketch.ink.dim)
    sketch.drawing.at(x + width - cell_width(total), y).put(total, sketch.ink.strong)
    sketch.drawing.place(("seat", seat), x, y, width)
    line = sketch.drawing.at(x + 1, y + 1)
    sketch.put(line, sketch.supply(realm.supply), x + width)

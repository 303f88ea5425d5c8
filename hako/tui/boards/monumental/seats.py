"""What players have besides their Cities: supplies, Policies, Wonders, points."""

from __future__ import annotations

from rich.cells import cell_len
from textual.geometry import Region

from hako.content.monumental.realm import Amounts
from hako.content.monumental.scoring import scores
from hako.content.monumental.steps.policies import policy_cost
from hako.engine.rules import Seat
from hako.tui.boards.monumental.sketch import Part, Sketch
from hako.tui.styles import Hue

POLICY = 22
"""Columns of a Policy's name."""


def draw_own(sketch: Sketch, room: Region) -> int:
    """Draw what the home seat has, in four lines and one for Market tokens; the next free line."""
    x, y, width, _ = room
    world, realm = sketch.world, sketch.world.realm(sketch.home)
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
    line = sketch.drawing.at(x, y).put(
        f"{sketch.say('policy', count=len(realm.policies))} ", sketch.ink.dim
    )
    price = "" if cost is None else f" +{cost}{sketch.sign('culture')}"
    line.put(said, sketch.ink.text, max(1, x + width - line.x - cell_len(price))).put(
        price, sketch.ink.dim
    )
    sketch.drawing.place(("policies",), x, y, width)
    sketch.put(sketch.drawing.at(x, y + 1), _construction(sketch), x + width)
    sketch.drawing.place(("construction",), x, y + 1, width)
    sketch.drawing.at(x, y + 2).put(sketch.pieces(realm), sketch.ink.dim, width)
    sketch.drawing.place(("deck",), x, y + 2, width)
    return y + 3


def draw_market(sketch: Sketch, x: int, y: int, end: int) -> None:
    """Draw the Market tokens of the home seat, which may be used."""
    tokens = sketch.world.realm(sketch.home).supply.market
    line = sketch.drawing.at(x, y)
    for market in dict.fromkeys(tokens):
        place, count = ("market", market), tokens.count(market)
        text = sketch.words(sketch.cards.market[market].name)
        text = f" {text}{f' {sketch.symbols.times}{count}' if count > 1 else ''} "
        style = (sketch.ink.backs if place in sketch.offered else sketch.ink.fronts)["teal"]
        start = line.x
        if start + cell_len(text) > end:
            return
        line.put(text, style)
        sketch.drawing.place(place, start, y, line.x - start)
        line.at(line.x + 1)


def _construction(sketch: Sketch) -> list[Part]:
    building = sketch.world.realm(sketch.home).construction
    if building is None:
        return [(sketch.say("no_construction"), sketch.ink.dim)]
    card = sketch.cards.card[building.card]
    done = f"{building.done}/{len(card.sections)}"
    return [
        (f"{sketch.brief(card)} ", sketch.ink.text),
        (f"{done} ", sketch.ink.dim),
        (sketch.price(card), sketch.price_style(card, ("construction",))),
    ]


def draw_seats(sketch: Sketch, room: Region) -> None:
    """Draw a line a seat: whose turn, points, what is kept, counters, whether it has passed."""
    world = sketch.world
    for row, (seat, its) in enumerate(zip(world.seats, scores(world), strict=True)):
        x, y = room.x, room.y + row
        if row >= room.height:
            return
        realm = world.realm(seat)
        line = sketch.drawing.at(x, y).put(sketch.mark(seat), sketch.ink.accent)
        sketch.owner(line, seat).put(" ", sketch.ink.text)
        points = sketch.say("points", points=its.total())
        line.put(sketch.name(seat), sketch.ink.text, 7).put(
            points, sketch.ink.strong, 6, right=True
        )
        line.put(" ", sketch.ink.text)
        kept: Amounts = {"gold": realm.supply.gold, "culture": realm.supply.culture}
        parts: list[Part] = [(f"{sketch.amounts(kept)} ", sketch.ink.money)]
        if seat == world.start_player:
            parts.append((sketch.say("first"), sketch.ink.dim))
        sketch.put(line, parts, x + room.width)
        sketch.drawing.place(("seat", seat), x, y, room.width)


def score_line(sketch: Sketch, seat: Seat, *, brief: bool = False) -> str:
    """The points of a seat by category."""
    its = scores(sketch.world)[seat]
    return sketch.say(
        "score_brief" if brief else "score",
        military=its.military,
        science=its.science,
        architecture=its.architecture,
        culture=its.culture,
        bonus=its.bonus,
        total=its.total(),
    )


def draw_policies(sketch: Sketch, room: Region) -> int:
    """Draw the Policies of the home seat, developed ones marked; the next free line."""
    realm = sketch.world.realm(sketch.home)
    its = sketch.cards.civilization[realm.civilization]
    for row, name in enumerate(its.policies):
        place, y = ("policy", name), room.y + row
        developed = name in realm.policies
        mark = sketch.symbols.star if name == realm.active_policy else sketch.symbols.yes
        line = sketch.drawing.at(room.x, y).put(mark if developed else " ", sketch.ink.good)
        hue: Hue = "green" if developed else "grey"
        style = (sketch.ink.backs if place in sketch.offered else sketch.ink.fronts)[hue]
        line.put(f" {sketch.texts.term('policy', name)} ", style, min(POLICY, room.width - 1))
        text = sketch.words(sketch.cards.policy[name].text)
        line.put(f" {text}", sketch.ink.dim, room.x + room.width - line.x)
        sketch.drawing.place(place, room.x, y, room.width)
    return room.y + len(its.policies)


def draw_other(sketch: Sketch, seat: Seat, x: int, y: int, width: int) -> None:
    """Draw what another seat has, in two lines."""
    realm = sketch.world.realm(seat)
    line = sketch.drawing.at(x, y).put(sketch.mark(seat), sketch.ink.accent)
    sketch.owner(line, seat).put(f" {sketch.name(seat)} ", sketch.ink.owner(seat))
    civilization = sketch.texts.term("civilization", realm.civilization)
    total = sketch.say("points", points=scores(sketch.world)[seat].total())
    line.put(civilization, sketch.ink.dim)
    sketch.drawing.at(x + width - cell_len(total), y).put(total, sketch.ink.strong)
    sketch.drawing.place(("seat", seat), x, y, width)
    line = sketch.drawing.at(x + 1, y + 1)
    sketch.put(line, sketch.supply(realm.supply), x + width)

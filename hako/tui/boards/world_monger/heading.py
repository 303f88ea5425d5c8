"""The first row of the board of World Monger: round, start player, and coins and net worth or phases.

Round 7, ▲C starts   ▸●A Ann 14$ worth 44$   ■B Ben 14$ 44$   ▲C Cat 19$ 42$
Round 7   civilizations act, then investments, development   start player ▲C Cat, then ●A Ann, ■B Ben
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from hako.content.world_monger.net_worth import is_least, net_worth, worth
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.theme.truncation import shortened

GAP = 3
"""Cells between two seats."""
NAME = 11
"""Cells for the name of a candidate."""
PHASES = ("civilization", "investment", "development")
"""The phases of a round in which there is something to choose, in their order."""
SHORT_NAME = 8
"""Cells of a shortened name of a player."""
WIDEST = (99, 99)
"""Coins and net worth that take as many cells as nearly all of a game."""


def draw_seats(context: WorldMongerContext, y: int) -> None:
    """Write the round and all seats with their coins and net worth, in one row.

    The first seat says what the figures are. Where they do not fit, names are left out first, then
    that word, then the round and the start player, last net worth. Nothing comes and goes as the
    figures grow: there is room for the widest.
    """
    world, drawing = context.world, context.drawing
    start = context.say("starts", mark=context.mark(world.start_player))
    head = f"{context.say('round', number=world.round)}{start}"
    room = drawing.width - 1
    ways = (
        (head, "coins_worth", 99, GAP),
        (head, "coins_worth", SHORT_NAME, GAP),
        (head, "coins_worth", 0, GAP),
        (head, "coins_worth", 0, 1),
        (head, "coins_short", 0, 1),
        ("", "coins_worth", 0, 1),
        ("", "coins_short", 0, 1),
        ("", "coins_only", 0, 1),
    )
    for text, first, cells, gap in ways:
        rest = first if first == "coins_only" else "coins_short"
        seats = [_seat(context, seat, rest if seat else first, cells) for seat in world.seats]
        widest = [
            _seat(context, seat, rest if seat else first, cells, WIDEST) for seat in world.seats
        ]
        if cell_width(text) + max(_cells(seats, gap), _cells(widest, gap)) <= room:
            break
    line = context.drawing.at(1, y)
    context.put_marked(line, text, context.ink.strong)
    for seat, text in zip(world.seats, seats, strict=True):
        line.at(line.x + gap - 1 + (line.x > 1))
        is_asked = seat in context.scene.waiting
        line.put(context.symbols.pointer if is_asked else " ", context.ink.accent)
        x = line.x
        context.put_marked(line, text, context.ink.strong if is_asked else context.ink.text)
        drawing.place(("seat", seat), x, y, line.x - x)


def draw_phases(context: WorldMongerContext, y: int) -> None:
    """Write the round, its phase with those that follow, and the seats in their order, in one row.

    The panel of the seats tells their coins. Where there is no room, names are left out first,
    then the later phases.
    """
    world, drawing = context.world, context.drawing
    number, room = context.say("round", number=world.round), drawing.width - 1
    number = number if world.round else context.texts.term("phase", world.phase)
    for phases, named, key in product(
        _phases(context), (context.full_mark, context.mark), ("order", "order_short")
    ):
        marks = {seat: named(seat) for seat in world.clockwise()}
        first, *others = marks.values()
        order = context.say(key, first=first, others=context.say("comma").join(others))
        if cell_width(f"{number}{phases}{order}") + 2 * GAP <= room:
            break
    line = drawing.at(1, y).put(number, context.ink.strong).at(1 + cell_width(number) + GAP)
    line.put(phases, context.ink.text)
    start = room - cell_width(order)
    context.put_marked(line.at(start), order, context.ink.dim)
    for seat, mark in marks.items():
        x = start + cell_width(order[: order.index(mark)])
        drawing.place(("seat", seat), x, y, cell_width(mark))


def _phases(context: WorldMongerContext) -> Iterator[str]:
    """The phase of the round and those after it, the later ones left out first."""
    phase = context.world.phase
    if phase not in PHASES:
        yield ""
        return
    phases = [context.say(f"phase.{one}") for one in PHASES[PHASES.index(phase) :]]
    for count in range(len(phases) - 1, 0, -1):
        later = context.say("comma").join(phases[1 : count + 1])
        yield context.say("then", phase=phases[0], next=later)
    yield phases[0]


def holdings(context: WorldMongerContext, seat: Seat) -> Sequence[str]:
    """The coins of a seat, and its Shares with their worth, in ever fewer words."""
    world, values = context.world, worth(context.world, seat)
    held = {row.id: row.shares[seat] for row in world.civilizations if row.shares[seat]}
    ways = (("holding", "civilization"), ("holding_short", "civilization"))
    texts = []
    for key, term in (*ways, ("holding_short", "short_civilization")):
        shares = [
            context.say(
                key, count=count, civilization=context.texts.term(term, name), worth=values[name]
            )
            for name, count in held.items()
        ]
        coins = context.say("coins_only", coins=world.coins[seat])
        texts.append(f"{coins}  {context.say('comma').join(shares)}".rstrip())
    return [*texts, context.say("coins_only", coins=world.coins[seat])]


def draw_candidates(context: WorldMongerContext, y: int) -> None:
    """Draw the civilizations that may be picked, and those that are in the game already."""
    placed = [civilization.id for civilization in context.world.civilizations]
    width = 26
    a_row = (context.drawing.width - 2) // width
    for number, (name, civilization) in enumerate(context.cards.civilization.items()):
        row, column = divmod(number, a_row)
        x = 1 + column * width
        mark = f"{placed.index(name) + 1} " if name in placed else "  "
        line = context.drawing.at(x, y + row).put(mark, context.ink.accent)
        style = context.ink.dim if name in placed else context.ink.text
        line.put(context.name(name, NAME), style, NAME + 1)
        kinds = [
            context.short(card) for card in civilization.start_deck if card in context.cards.culture
        ]
        line.put(" ".join(kinds[1:]), context.ink.dim)
        context.drawing.place(("pick", name), x, y + row, width - 2)


def _cells(seats: Sequence[str], gap: int) -> int:
    """The cells that seats take, with a gap and a mark before each."""
    return sum(gap + 1 + cell_width(seat) for seat in seats)


def _seat(
    context: WorldMongerContext,
    seat: Seat,
    key: str,
    cells: int,
    figures: tuple[int, int] | None = None,
) -> str:
    """The mark of a seat, its name in so many cells, coins and net worth, or other figures."""
    world, named = context.world, context.mark(seat)
    coins, net = figures or (world.coins[seat], net_worth(world, seat))
    if cells:
        name = shortened(context.texts.term("seat", seat), cells, context.symbols)
        named = f"{named} {name}"
    worth_text = context.say("worth_least" if is_least(world) else "worth", worth=net)
    return f"{named} {context.say(key, coins=coins, worth=worth_text)}"

"""The prices of World Monger's rounds as bars on one scale: a row each, or two with figures."""

from __future__ import annotations

from hako.content.world_monger.state import Civilization
from hako.engine.i18n.width import cell_width
from hako.tui.boards.world_monger.deciding_seat import put_shares
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.boards.world_monger.sizes import MANY

NAME = 12
"""Cells for the name of a civilization."""
ROUND = 7
"""Cells of a round: a bar of two cells, and the price."""
SHARES = 18
"""Cells at the end of a row for the Shares."""
FULL, STEPS = 8, 8
"""Coins of a full block, and the heights that a block can have."""


def draw_lines(context: WorldMongerContext, y: int, rows: int) -> None:
    """Draw the prices of each civilization as a line of bars, two of them beside each other."""
    half = context.drawing.width // 2
    rounds = half - NAME - 4
    civilizations = context.world.civilizations
    below = -(-len(civilizations) // 2)
    if rows > below:
        context.heading(y, context.say("price_heading"))
        y += 1
    for number, civilization in enumerate(civilizations):
        column, row = divmod(number, below)
        line = context.drawing.at(1 + column * half, y + row)
        line.put(context.name(civilization.id, NAME - 1), context.ink.dim, NAME)
        line.put(context.ladder(number, rounds), context.ink.money)


def draw_bars(context: WorldMongerContext, y: int, rows: int) -> None:
    """Draw the prices of all civilizations as bars on one scale of coins, and their Shares."""
    civilizations = context.world.civilizations
    height = 2 if len(civilizations) < MANY and rows >= 2 * len(civilizations) + 2 else 1
    count = (context.drawing.width - 1 - NAME - SHARES) // ROUND
    prices = context.rounds[-count:]
    highest = max((price for round_ in prices for price in round_), default=0)
    coins = FULL if highest <= height * FULL else 2 * FULL
    context.heading(y, context.say("price_heading"), context.say("scale", coins=coins))
    first = len(context.rounds) - len(prices) + 1
    for number, civilization in enumerate(civilizations):
        bottom = y + (number + 1) * height
        _bars(context, bottom, number, height, coins, [round_[number] for round_ in prices])
        _held(context, bottom, civilization, 1 + NAME + count * ROUND)
    axis = context.drawing.at(1, y + 1 + len(civilizations) * height)
    axis.put(context.say("round_axis"), context.ink.dim)
    for column in range(len(prices)):
        axis.at(1 + NAME + column * ROUND).put(str(first + column), context.ink.dim)


def _bars(
    context: WorldMongerContext,
    bottom: int,
    number: int,
    height: int,
    coins: int,
    prices: list[int],
) -> None:
    """Draw the bars of a civilization, which end at a row."""
    civilization = context.world.civilizations[number]
    is_acting = context.acting == civilization.id
    sign = context.symbols.pointer if is_acting else " "
    context.drawing.at(0, bottom).put(sign, context.ink.accent).put(
        context.name(civilization.id, NAME - 1), context.ink.text
    )
    steps = context.symbol("steps") if context.symbols.name == "full" else ""
    for column, price in enumerate(prices):
        x, is_last = 1 + NAME + column * ROUND, column == len(prices) - 1
        style = context.ink.money if is_last else context.ink.dim
        for up in range(height if steps else 0):
            part = min(STEPS, (price - up * coins) * STEPS // coins)
            if part > 0:
                context.drawing.at(x, bottom - up).put(steps[part - 1] * 2, style)
        context.drawing.at(x + 3 if steps else x, bottom).put(str(price), style)


def _held(context: WorldMongerContext, y: int, civilization: Civilization, x: int) -> None:
    """Write the Shares of a civilization by their holders."""
    line = context.drawing.at(x, y)
    label = f"{context.say('held_label')} "
    room = context.drawing.width - x - cell_width(label)
    line.put(label, context.ink.dim)
    if not any(civilization.shares):
        line.put("--", context.ink.dim)
        return
    holders = sum(count > 0 for count in civilization.shares)
    in_figures = sum(civilization.shares) + holders - 1 > room
    put_shares(context, line, y, civilization, in_figures=in_figures)

"""Upcoming in Quo Vadis: the actions of all cards in hand, and how a war is decided.

─ How this war is decided ───────────────
1 ■B Ben spent 1
2 ▲C Cat may spend up to 2
3 All roll; the highest sum wins.
  What is spent is gone in any case.
"""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.quo_vadis.actions import ContinueGeneration
from hako.content.quo_vadis.war_forecast import spendable
from hako.engine.rules.model import Seat
from hako.tui.boards.quo_vadis.action_count_rows import card_rows
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext
from hako.tui.widgets.canvas import wrapped
from hako.tui.widgets.upcoming import UpcomingLine, UpcomingPart

NUMBER = 3
"""Cells before a text: a blank, its number, and a blank."""


def upcoming(context: QuoVadisContext, width: int, *, has_cards: bool) -> Iterator[UpcomingPart]:
    """The actions of the cards that may be played; in a war its declarations until dice are rolled."""
    war = context.world.war
    if has_cards and context.offers(ContinueGeneration):
        table = [[(" ", context.ink.text), *row.marks] for row in card_rows(context)]
        yield UpcomingPart(context.say("upcoming.cards"), table)
    if war is None or war.dice:
        return
    lines: list[UpcomingLine] = []
    texts = [_declaration(context, place, seat) for place, seat in enumerate(war.seats)]
    for number, text in enumerate([*texts, context.say("upcoming.dice")], 1):
        for row, line in enumerate(wrapped(text, width - NUMBER - 1)):
            start = " " * NUMBER if row else f" {number} "
            lines.append([(start, context.ink.dim), *context.marked(line, context.ink.text)])
    yield UpcomingPart(context.say("upcoming.war"), lines)


def _declaration(context: QuoVadisContext, place: int, seat: Seat) -> str:
    """The spirit that a seat has spent, or the most that it may still spend."""
    war, named = context.world.of_war(), context.full_mark(seat)
    if place < len(war.declared):
        return context.say("upcoming.spent", seat=named, count=war.declared[place])
    return context.say("upcoming.may_spend", seat=named, count=spendable(context.world, seat))

"""The motions on the board of World Monger, and the picture of the final sale."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.events.civilization_phase import CardUsed, DividendPaid, HolderPaid
from hako.content.world_monger.events.decks import CardsDrawn, CardsLaidOut
from hako.content.world_monger.events.shares import (
    EndValuesFound,
    ShareBought,
    SharesCashed,
    SharesSold,
)
from hako.content.world_monger.events.supply import (
    CardAdded,
    CardsGained,
    CardsPutIntoPlay,
    FeatureAdded,
)
from hako.content.world_monger.state import World
from hako.engine.rules.model import Event, Seat
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.world_monger.draw_context import WorldMongerContext
from hako.tui.motion.moment_pictures import Moment, SumMoment, SumRow
from hako.tui.motion.motions import CardMoved, Lit, Motion, Payment


def motions(
    context: WorldMongerContext,
    event: Event[World],
    views: SeenEvent,
) -> Iterator[Motion]:
    """The motions of an event."""
    match event:
        case ShareBought(seat, civilization):
            yield _paid(seat, ("card", civilization, SHARE, False), views)
        case SharesSold(seat, civilization) | SharesCashed(seat, civilization):
            yield _paid(seat, ("held", civilization, seat), views)
        case DividendPaid(seat, civilization) | HolderPaid(seat, civilization):
            yield _paid(seat, ("civilization", civilization), views)
        case CardUsed(_, civilization, card):
            yield Lit(("card", civilization, card, True))
        case CardsDrawn(civilization, cards) | CardsLaidOut(civilization, cards):
            for card in dict.fromkeys(cards):
                yield CardMoved(("deck", civilization), ("card", civilization, card, False))
        case (
            CardAdded(civilization, card)
            | FeatureAdded(civilization, card)
            | CardsGained(civilization, card)
        ):
            yield CardMoved(("pile", card), ("deck", civilization), context.short(card))
        case CardsPutIntoPlay(civilization, card):
            yield CardMoved(("pile", card), ("card", civilization, card, False))
        case _:
            return


def _paid(seat: Seat, other: BoardPlace, views: SeenEvent) -> Payment:
    coins = views.before.coins[seat], views.after.coins[seat]
    return Payment((other,), ("seat", seat), *coins)


def moment(context: WorldMongerContext, highlight: Highlight) -> Moment | None:
    """The picture of the final sale: coins, then the Shares of one civilization after the other."""
    event, before = highlight.happened, highlight.before
    if not isinstance(event, EndValuesFound):
        return None
    rows = [
        SumRow(
            seat,
            context.texts.term("seat", seat),
            (
                before.coins[seat],
                *(
                    civilization.shares[seat] * value
                    for civilization, value in zip(before.civilizations, event.values, strict=True)
                ),
            ),
        )
        for seat in before.seats
    ]
    names = [
        context.texts.term("civilization", civilization.id) for civilization in before.civilizations
    ]
    by_wealth = sorted(rows, key=lambda row: sum(row.parts))
    return SumMoment(by_wealth, (context.texts.term("figure", "coins"), *names), "$")

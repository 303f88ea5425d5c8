"""The motions on the board of Flip City, and the pictures of a bust and a win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.events import (
    CardBought,
    CardDeveloped,
    CardPassedOn,
    CardPlayed,
    CardPutOnDeck,
    CardRecycled,
    CardUpgraded,
    GameWon,
    MoneyGained,
    PointsGained,
    TurnBusted,
)
from hako.content.flip_city.state import City
from hako.engine.rules.model import Event, Seat
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.flip_city.draw_context import FlipCityContext
from hako.tui.motion.bust_and_win_moments import BustMoment, RowCard, WinningRow
from hako.tui.motion.moment_pictures import Moment
from hako.tui.motion.motions import CardMoved, CardTurned, Gained, Motion, Payment


def motions(context: FlipCityContext, event: Event[City], views: SeenEvent) -> Iterator[Motion]:
    """The motions of an event; decks and discard piles lie open only at home."""
    match event:
        case CardPlayed(seat):
            yield CardMoved(("top",), ("city", len(views.before.boards[seat].city)))
            yield from _money(seat, ("top",), views)
        case CardUpgraded(seat, face) | CardRecycled(seat, face) if seat == context.home:
            back = context.cards.other_side[face]
            yield CardTurned(("discard", face), ("discard", back))
            yield from _money(seat, ("discard", back), views)
        case CardBought(seat, face):
            yield from _taken(context, seat, ("buy", face), face, views)
        case CardDeveloped(seat, face):
            back = context.cards.other_side[face]
            yield from _taken(context, seat, ("develop", face), back, views)
        case CardPutOnDeck(seat, face) if seat == context.home == context.active:
            yield CardMoved(("discard", face), ("top",))
        case CardPassedOn(seat, face, to) if seat == context.home:
            yield CardMoved(("discard", face), ("seat", to), context.short(face))
        case MoneyGained(seat):
            yield from _money(seat, None, views)
        case PointsGained(_, amount):
            yield Gained(("count", "points"), f"+{amount}{context.symbols.star}")
        case _:
            return


def _taken(
    context: FlipCityContext,
    seat: Seat,
    pile: tuple[str, FaceId],
    face: FaceId,
    views: SeenEvent,
) -> Iterator[Motion]:
    """A card of the supply that was paid for."""
    yield from _money(seat, pile, views)
    if seat == context.home:
        yield CardMoved(pile, ("discard", face))
    else:
        yield CardMoved(pile, ("seat", seat), context.short(face))


def _money(seat: Seat, other: tuple[str, ...] | None, views: SeenEvent) -> Iterator[Motion]:
    """The money that an event brought to the turn, or took from it."""
    before, after = views.before.turn.money, views.after.turn.money
    if before != after and seat == views.after.turn.seat:
        others = () if other is None else (other,)
        yield Payment(others, ("count", "money"), before, after)


def moment(context: FlipCityContext, highlight: Highlight) -> Moment | None:
    """The picture of a bust or of a win by points."""
    before: City = highlight.before
    match highlight.happened:
        case TurnBusted(seat):
            return BustMoment(_row(context, before, seat), context.say("bust_word"), seat)
        case GameWon(seat, "points"):
            wanted, name = before.content.constants.points_to_win, context.texts.term("seat", seat)
            return WinningRow(_row(context, before, seat), name, seat, wanted, before.turn.points)
        case _:
            return None


def _row(context: FlipCityContext, city: City, seat: Seat) -> Sequence[RowCard]:
    """The cards of a turn; those with an unhappy icon are the lit ones of a bust."""
    cards: list[RowCard] = []
    for face in city.boards[seat].city:
        printed, sign = context.face(face), context.symbol("unhappy")
        gains = " ".join(
            filter(
                None,
                (
                    f"{printed.cash}$" if printed.cash else "",
                    context.symbols.star * printed.points,
                ),
            )
        )
        cards.append(
            RowCard(
                context.short(face),
                sign * printed.unhappy,
                gains,
                context.style(face),
                printed.points,
                is_lit=bool(printed.unhappy),
            )
        )
    return cards

"""The motions on the board of Monumental, and the picture of a completed Wonder."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.monumental.cards.effects import RESOURCES
from hako.content.monumental.events.acquisitions import (
    BasicAcquired,
    CardAcquired,
    PolicyDeveloped,
    SectionCompleted,
    WonderCompleted,
    WonderTokenPlaced,
)
from hako.content.monumental.events.city import (
    CardArchived,
    CardLaid,
    EffectUsed,
    ResourcesGained,
    SlotsActivated,
)
from hako.content.monumental.events.map_pieces import (
    ExplorerMoved,
    OutpostBuilt,
    ProvinceConquered,
    TokenTaken,
    UnitMoved,
)
from hako.content.monumental.state import World
from hako.engine.rules.model import Event
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.motion.moment_pictures import Moment, WonderMoment
from hako.tui.motion.motions import CardMoved, Lit, Motion, Walk


def motions(context: MonumentalContext, event: Event[World], views: SeenEvent) -> Iterator[Motion]:
    """The motions of an event: on the map, in a City, and between City and display."""
    yield from _on_the_map(context, event, views)
    yield from _in_cities(context, event)


def _on_the_map(
    context: MonumentalContext, event: Event[World], views: SeenEvent
) -> Iterator[Motion]:
    match event:
        case UnitMoved(seat, _, source, place):
            yield Walk(context.symbols.owner(seat), seat, (("tile", source), ("tile", place)))
        case ExplorerMoved(seat):
            spots = views.before.realms[seat].explorers, views.after.realms[seat].explorers
            for old, new in zip(*spots, strict=True):
                if old.place != new.place:
                    path = ("tile", old.place), ("tile", new.place)
                    yield Walk(context.symbol("explorer"), seat, path)
        case (
            ProvinceConquered(place=place)
            | OutpostBuilt(place=place)
            | TokenTaken(place=place)
            | WonderTokenPlaced(place=place)
        ):
            yield Lit(("tile", place))
        case _:
            return


def _in_cities(context: MonumentalContext, event: Event[World]) -> Iterator[Motion]:
    match event:
        case CardAcquired(seat, card) | BasicAcquired(seat, card):
            target = ("deck",) if seat == context.home else ("seat", seat)
            yield CardMoved(("card", card), target, context.texts.term("card", card))
        case SectionCompleted(seat, card, 1) if seat == context.home:
            yield CardMoved(("card", card), ("construction",))
        case SectionCompleted(seat) if seat == context.home:
            yield Lit(("construction",))
        case PolicyDeveloped():
            yield Lit(("policies",))
        case SlotsActivated(seat, slots):
            yield from (Lit(("slot", seat, slot)) for slot in slots)
        case CardLaid(seat, slot):
            yield CardMoved(("deck",), ("slot", seat, slot))
        case CardArchived(seat, slot):
            yield Lit(("slot", seat, slot))
        case EffectUsed(seat) | ResourcesGained(seat) if seat == context.home:
            yield Lit(("supply",))
        case _:
            return


def moment(context: MonumentalContext, highlight: Highlight) -> Moment | None:
    """The picture of a Wonder whose last section was built."""
    event = highlight.happened
    if not isinstance(event, WonderCompleted):
        return None
    wonder = context.cards.card[event.card]
    built = [one for one in highlight.earlier if isinstance(one, SectionCompleted)]
    section = built[-1] if built else None
    paid = (
        []
        if section is None
        else [
            (context.texts.term("figure", resource), section.paid[resource])
            for resource in RESOURCES
            if section.paid.get(resource)
        ]
    )
    number = "" if section is None else context.say("section_built", section=section.section)
    points = f"+{wonder.vp}{context.symbols.star}"
    name = context.texts.term("card", event.card)
    return WonderMoment(name, event.seat, tuple(paid), number, points)

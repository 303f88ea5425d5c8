"""The odds panel: the turn so far, the chance of a bust, the faces that the money buys."""

from __future__ import annotations

from msgspec import Struct
from rich.style import Style

from hako.content.flip_city.actions import Buy, Develop, Upgrade
from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.purchases import affordable
from hako.engine.i18n.percent import percent
from hako.tui.boards.flip_city.cards import FlipCityContext


class Count(Struct, frozen=True):
    """A number with its name."""

    key: str
    label: str
    value: str
    style: Style


def turn_counts(context: FlipCityContext) -> list[Count]:
    """The counts of the turn so far."""
    city, ink, turn = context.city, context.ink, context.city.turn
    to_win = context.cards.constants.points_to_win
    cards = len(city.boards[context.active].city)
    crowd = min((cards for _, cards in context.cards.winning_crowds), default=None)
    close = turn.unhappy >= turn.limit - 1
    values = {
        "money": (f"${turn.money}", ink.money),
        "unhappy": (f"{turn.unhappy}/{turn.limit}", ink.danger if close else ink.strong),
        "points": (
            f"{turn.points}/{to_win}",
            ink.good if turn.points * 2 >= to_win else ink.strong,
        ),
        "actions": (str(turn.actions), ink.strong),
        "cards": (str(cards) if crowd is None else f"{cards}/{crowd}", ink.strong),
    }
    return [
        Count(key, context.say(f"count.{key}"), value, style)
        for key, (value, style) in values.items()
    ]


def bust_counts(context: FlipCityContext) -> list[Count]:
    """The chances of a bust; none where no card can be played now."""
    risks = context.risks()
    if risks is None:
        return []
    now, saved = risks
    chances = {"next_card": now.next_card, "two_cards": now.two_cards, "forced": now.forced}
    if saved != now:
        chances["recycling"] = saved.forced
    return [
        Count(key, context.say(f"risk.{key}"), f"{percent(chance)}%", _alarm(context, chance))
        for key, chance in chances.items()
    ]


def bought_now(context: FlipCityContext) -> list[tuple[FaceId, int]]:
    """The faces that the turn's money pays for, with the cheapest way to each, the dearest first."""
    costs: dict[FaceId, int] = {}
    for action, cost in affordable(context.city, context.active):
        match action:
            case Buy(face):
                got = face
            case Develop(face) | Upgrade(face):
                got = context.cards.other_side[face]
            case _:
                continue
        costs[got] = min(cost, costs.get(got, cost))
    return sorted(costs.items(), key=lambda item: -item[1])


def _alarm(context: FlipCityContext, chance: float) -> Style:
    if chance == 0:
        return context.ink.good
    return context.ink.danger if chance >= 0.5 else context.ink.warn

"""The numbers of a turn: money and points so far, the chance of a bust, the faces that the money buys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from rich.style import Style

from hako.content.flip_city.actions import Buy, Develop, EndTurn, PassOn, Upgrade
from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.odds import card_played
from hako.content.flip_city.purchases import affordable
from hako.content.flip_city.state import City
from hako.engine.i18n.percent import percent
from hako.tui.boards.flip_city.draw_context import FlipCityContext

PaidFaces: TypeAlias = dict[str, dict[FaceId, int]]
"""Faces that money pays for, with their prices, by what it does: the key of a label."""
Offers: TypeAlias = tuple[str, list[tuple[FaceId, int]]]
"""The key of a label, and faces with their prices in their order."""


class Count(Struct, frozen=True):
    """A number with its name."""

    key: str
    label: str
    value: str
    style: Style
    signs: str = ""
    """The number as signs, for where there is room."""


def turn_counts(context: FlipCityContext) -> list[Count]:
    """The counts of the turn so far."""
    city, ink, turn = context.city, context.ink, context.city.turn
    to_win = context.cards.constants.points_to_win
    cards = len(city.boards[context.active].city)
    crowd = min((cards for _, cards in context.cards.winning_crowds), default=None)
    close = turn.unhappy >= turn.limit - 1
    star, sign, dot = context.symbols.star, context.symbol("unhappy"), context.symbols.dot
    good = ink.good if turn.points * 2 >= to_win else ink.strong
    crowded = str(cards) if crowd is None else context.say("of", count=cards, most=crowd)
    values = {
        "money": ("", f"{turn.money}$", ink.money),
        "unhappy": (
            _signs(sign, dot, turn.unhappy, turn.limit),
            context.say("of", count=turn.unhappy, most=turn.limit),
            ink.danger if close else ink.strong,
        ),
        "points": (
            _signs(star, dot, turn.points, to_win),
            context.say("of", count=turn.points, most=to_win),
            good,
        ),
        "actions": ("", str(turn.actions), ink.strong),
        "cards": ("", crowded, ink.strong),
    }
    return [
        Count(key, context.say(f"count.{key}"), value, style, signs)
        for key, (signs, value, style) in values.items()
    ]


def _signs(sign: str, dot: str, count: int, most: int) -> str:
    """The count as so many signs, and a dot for each that is missing."""
    return f"{sign * count}{dot * max(0, most - count)} "


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


def paid_now(context: FlipCityContext) -> list[Offers]:
    """The faces that the turn's money buys, and those of the discard pile that it flips.

    Those that the money of the open card buys or flips as well follow, in the play phase. Kinds
    without a face are left out; once the game is over, all.
    """
    if context.city.ending is not None:
        return []
    now = _paid(context, context.city)
    return [*_sorted(now), *_sorted(_added(context, now))]


def _added(context: FlipCityContext, now: Mapping[str, Mapping[FaceId, int]]) -> PaidFaces:
    """The faces that are paid for only with the money of the open card; none where it is a bust."""
    deck = context.city.boards[context.active].deck
    if context.risks() is None or not deck or deck[0] is None:
        return {}
    played = card_played(context.city, context.active)
    if played is None or played.ending is not None:
        return {}
    return {
        f"also_{key}": {face: cost for face, cost in costs.items() if face not in now[key]}
        for key, costs in _paid(context, played).items()
    }


def _paid(context: FlipCityContext, city: City) -> PaidFaces:
    """The faces that the money of a turn buys and flips, with their prices."""
    costs: PaidFaces = {"buys": {}, "flips": {}}
    for action, cost in affordable(city, context.active):
        match action:
            case Buy(face):
                costs["buys"][face] = cost
            case Develop(face):
                costs["buys"][context.cards.other_side[face]] = cost
            case Upgrade(face) | PassOn(face):
                costs["flips"][face] = cost
            case EndTurn():
                pass
    return costs


def _sorted(kinds: PaidFaces) -> list[Offers]:
    """Kinds with any face, the dearest face first, and the kind with the dearest one first."""
    offers = [
        (key, sorted(costs.items(), key=lambda offer: -offer[1]))
        for key, costs in kinds.items()
        if costs
    ]
    return sorted(offers, key=lambda kind: -kind[1][0][1])


def _alarm(context: FlipCityContext, chance: float) -> Style:
    if chance == 0:
        return context.ink.good
    return context.ink.danger if chance >= 0.5 else context.ink.warn

"""What a good player counts: the turn so far, the chance of a bust, what the money buys."""

from __future__ import annotations

from msgspec import Struct
from rich.style import Style

from hako.content.flip_city.actions import Buy, Develop, Upgrade
from hako.content.flip_city.cards import FaceId
from hako.content.flip_city.purchases import affordable
from hako.engine.i18n.percent import percent
from hako.tui.boards.flip_city.cards import Sketch


class Count(Struct, frozen=True):
    """A number with its name."""

    key: str
    label: str
    value: str
    style: Style


def turn_counts(sketch: Sketch) -> list[Count]:
    """What the turn has brought so far."""
    city, ink, turn = sketch.city, sketch.ink, sketch.city.turn
    to_win = sketch.cards.constants.points_to_win
    cards = len(city.boards[sketch.active].city)
    crowd = min((cards for _, cards in sketch.cards.winning_crowds), default=None)
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
        Count(key, sketch.say(f"count.{key}"), value, style)
        for key, (value, style) in values.items()
    ]


def bust_counts(sketch: Sketch) -> list[Count]:
    """The chances of a bust; none where no card can be played now."""
    risks = sketch.risks()
    if risks is None:
        return []
    now, saved = risks
    chances = {"next_card": now.next_card, "two_cards": now.two_cards, "forced": now.forced}
    if saved != now:
        chances["recycling"] = saved.forced
    return [
        Count(key, sketch.say(f"risk.{key}"), f"{percent(chance)}%", _alarm(sketch, chance))
        for key, chance in chances.items()
    ]


def bought_now(sketch: Sketch) -> list[tuple[FaceId, int]]:
    """The faces that the turn's money pays for, with the cheapest way to each, the dearest first."""
    costs: dict[FaceId, int] = {}
    for action, cost in affordable(sketch.city, sketch.active):
        match action:
            case Buy(face):
                got = face
            case Develop(face) | Upgrade(face):
                got = sketch.cards.other_side[face]
            case _:
                continue
        costs[got] = min(cost, costs.get(got, cost))
    return sorted(costs.items(), key=lambda item: -item[1])


def _alarm(sketch: Sketch, chance: float) -> Style:
    if chance == 0:
        return sketch.ink.good
    return sketch.ink.danger if chance >= 0.5 else sketch.ink.warn

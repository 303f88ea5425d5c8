"""Action notes: the cost of an action, its gains, and the chance of a bust."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hako.content.flip_city import actions
from hako.content.flip_city.cards import (
    FaceId,
    GainActions,
    GainMoney,
    GainPoints,
    MoneyPerUnhappy,
    RaiseLimit,
    ToDeckTop,
)
from hako.content.flip_city.events import GameLost, GameWon, TurnBusted
from hako.content.flip_city.odds import limit_recycled, risk
from hako.content.flip_city.purchases import affordable
from hako.content.flip_city.state import City, Turn
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.percent import percent
from hako.engine.rules.model import Seat, Viewer, known
from hako.engine.rules.preview import Preview, preview

WORTH_NAMING = 4
"""The largest number of purchases that a hint names."""


def counted(view: City, cards: Iterable[FaceId]) -> tuple[tuple[FaceId, int], ...]:
    """Cards as faces with the number of copies, in the order of the content file."""
    copies = Counter(cards)
    return tuple((face, copies[face]) for face in view.content.face if copies[face])


def action_note(view: City, seat: Seat, action: actions.FlipCityAction) -> LazyText:
    """A short hint of what an action costs, brings and risks."""
    foreseen = preview(view, seat, action)
    top = view.boards[seat].deck[:1] if isinstance(action, actions.PlayTop) else ()
    if end := _end(view, seat, foreseen, next(iter(top), None)):
        return end
    match action:
        case actions.PlayTop():
            return _play(view, seat, foreseen.state.turn)
        case actions.Reshuffle():
            cards = len(view.boards[seat].discard)
            return _with_risk(view, seat, "reshuffle", {"cards": cards})
        case actions.Recycle(face):
            return _recycle(view, face, foreseen.state.turn)
        case actions.Stop():
            return _stop(view, seat)
        case actions.BuryTop() | actions.KeepTop():
            key = "bury" if isinstance(action, actions.BuryTop) else "keep"
            return LazyText(key, {"face": known(view.boards[seat].deck[0])})
        case actions.RemoveFromSupply():
            return LazyText("supply_left", {"cards": foreseen.state.supply_left()})
        case actions.EndTurn():
            return LazyText("unspent", {"money": view.turn.money})
        case actions.Buy() | actions.Develop() | actions.Upgrade() | actions.PassOn():
            return _build(view, seat, action)


def _end(view: City, seat: Seat, foreseen: Preview[City], face: FaceId | None) -> LazyText | None:
    """The end of the turn or the game that an action brings about, by playing a face if one is."""
    for event in foreseen.events:
        if isinstance(event, TurnBusted):
            return _bust(view, seat, event, face)
        if isinstance(event, GameWon):
            return LazyText("win", {"face": face})
        if isinstance(event, GameLost):
            return LazyText("lose")
    return None


def _play(view: City, seat: Seat, turn: Turn) -> LazyText:
    values = {
        "face": known(view.boards[seat].deck[0]),
        "money": turn.money,
        "unhappy": turn.unhappy,
        "limit": turn.limit,
        "points": turn.points,
    }
    return _with_risk(view, seat, "play", values)


def _bust(view: City, seat: Seat, bust: TurnBusted, face: FaceId | None) -> LazyText:
    saved = risk(limit_recycled(view, seat), seat).next_card < 1
    key = "bust_recycling" if saved else "bust"
    return LazyText(key, {"face": face, "unhappy": bust.unhappy, "limit": bust.limit})


def _with_risk(view: City, seat: Seat, key: str, values: dict[str, object]) -> LazyText:
    """With the chance of a bust before the next free choice, where there is one."""
    chance = risk(view, seat).forced
    if not chance:
        return LazyText(key, values)
    values["risk"] = percent(chance)
    less = risk(limit_recycled(view, seat), seat).forced
    if less < chance:
        return LazyText(f"{key}_risk_recycling", values | {"less": percent(less)})
    return LazyText(f"{key}_risk", values)


def _recycle(view: City, face: FaceId, turn: Turn) -> LazyText:
    front = view.content.other_side[face]
    cost = view.content.face[front].upgrade_cost
    match view.content.face[face].recycle:
        case None | GainMoney() | MoneyPerUnhappy():
            return LazyText("recycle_money", {"money": turn.money, "cost": cost})
        case GainPoints():
            return LazyText("recycle_points", {"points": turn.points, "cost": cost})
        case RaiseLimit():
            values = {"unhappy": turn.unhappy, "limit": turn.limit, "cost": cost}
            return LazyText("recycle_limit", values)
        case GainActions():
            return LazyText("recycle_actions", {"actions": turn.actions, "cost": cost})
        case ToDeckTop():
            return LazyText("recycle_to_deck", {"face": front, "cost": cost})


def _stop(view: City, seat: Seat) -> LazyText:
    dearest = sorted(affordable(view, seat), key=lambda offer: -offer[1])
    gets = dict.fromkeys(card for action, _ in dearest if (card := _gets(view, action)))
    if not gets:
        return LazyText("stop_poor", {"money": view.turn.money})
    faces = tuple(gets)[:WORTH_NAMING]
    return LazyText(
        "stop", {"money": view.turn.money, "actions": view.turn.actions, "faces": faces}
    )


def _build(view: City, seat: Seat, action: actions.BuildAction) -> LazyText:
    cost = next(cost for offer, cost in affordable(view, seat) if offer == action)
    left = view.turn.money - cost
    gets = _gets(view, action)
    if gets is None or isinstance(action, actions.Buy):
        return LazyText("money_left", {"money": left})
    return LazyText("gets", {"face": gets, "money": left})


def _gets(view: City, action: actions.BuildAction) -> FaceId | None:
    """The face that a build action brings; None where it gives a card away."""
    match action:
        case actions.Buy(face):
            return face
        case actions.Develop(face):
            return view.content.other_side[face]
        case actions.Upgrade(face) if view.content.face[face].when_upgraded is None:
            return view.content.other_side[face]
        case actions.Upgrade() | actions.PassOn() | actions.EndTurn():
            return None


def goal(view: City, seat: Viewer) -> LazyText:
    """The points that win in one turn, or the cards once there are enough (flip_city.win.1-2)."""
    turn, wanted = view.turn, view.content.constants.points_to_win
    player = turn.seat if seat is None else seat
    owned = view.boards[player].owned()
    if player != turn.seat:
        return LazyText("goal_waiting", {"goal": wanted, "points": view.points_owned(player)})
    values = {"goal": wanted, "points": turn.points, "money": turn.money}
    for face, cards in view.content.winning_crowds:
        if face in owned and len(owned) >= cards:
            played = len(view.boards[player].city)
            return LazyText(
                "goal_crowd", {**values, "face": face, "cards": cards, "played": played}
            )
    if view.is_solo:
        return LazyText("goal_solo", {**values, "left": view.supply_left()})
    return LazyText("goal", values)

"""Quiescence: quick decisions of a seat until its position is quiet, for one-ply bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hako.content.monumental.actions import (
    ActivateSlot,
    ArchiveCard,
    ConvertCounter,
    Exchange,
    MonumentalAction,
    MoveExplorer,
    MoveTo,
    PickUnit,
    SendSoldiers,
    Stop,
    TakeToken,
)
from hako.content.monumental.cards.land import Place
from hako.content.monumental.cards.worth import WEIGHTS, amount_worth, effects_worth
from hako.content.monumental.events.effect_outcomes import CounterConverted
from hako.content.monumental.map_queries import defence
from hako.content.monumental.purse_worth import counters_worth
from hako.content.monumental.realm_worth import card_value, engine_of
from hako.content.monumental.state import Tile, World
from hako.content.monumental.steps.acquire import ChooseCard
from hako.content.monumental.steps.army import ChooseDestination, ChooseOutpost, MoveUnits
from hako.content.monumental.steps.conquest import ChooseOption, ChooseTarget, ChooseUnits
from hako.content.monumental.steps.effects.city import ActivateMore, ArchiveCards
from hako.content.monumental.steps.effects.effect_kinds import ChooseCopy, MayUseCopy
from hako.content.monumental.steps.effects.exchange import ConvertCounters, ExchangeAgain
from hako.content.monumental.steps.effects.foes import ChooseDestroyed
from hako.content.monumental.steps.explorers import ChooseExplorer, MoveAnExplorer, explorer_of
from hako.content.monumental.steps.gains import ChooseBasic, ChooseMarket
from hako.content.monumental.steps.wonders import ChooseSection, PlaceWonderToken
from hako.content.monumental.time_left import rounds_left

_STOP = Stop()


def quiesce(view: World) -> MonumentalAction | None:
    """The action, or None where the position is at rest."""
    match view.agenda[-1]:
        case ChooseUnits() as step:
            return _force(view, step)
        case ChooseOption() as step:
            return _option(view, step)
        case PlaceWonderToken() as step:
            return max(step.actions(view), key=lambda action: defence(view, action.place))
        case ChooseTarget() as step:
            return max(step.actions(view), key=lambda action: _vp(view, action.place))
        case MoveUnits() as step:
            return _unit(view, step)
        case ChooseDestination() as step:
            return min(step.actions(view), key=lambda action: _strength(view, action.place))
        case ChooseExplorer() as step:
            return _explorer(view, step)
        case MoveAnExplorer() as step:
            return _journey(view, step)
        case step:
            return _city_decision(view, step)


def _city_decision(view: World, step: Any) -> MonumentalAction | None:
    match step:
        case ActivateMore():
            return _activation(view, step)
        case ArchiveCards():
            return _archive(view, step)
        case ChooseCopy():
            cards = view.content.worth
            return max(step.actions(view), key=lambda action: cards.get(action.card, 0.0))
        case ChooseCard():
            rounds = rounds_left(view, step.seat)
            engine = engine_of(view, step.seat)
            return max(
                step.actions(view),
                key=lambda action: card_value(view, engine, action.card, rounds),
            )
        case ExchangeAgain():
            return _exchange(view, step)
        case ChooseMarket() | ChooseOutpost() | ChooseDestroyed() | ChooseSection():
            first: MonumentalAction = step.actions(view)[0]
            return first
        case ChooseBasic() | MayUseCopy():
            only: MonumentalAction = step.actions(view)[0]
            return only
        case ConvertCounters():
            return _converted(view, step)
        case _:
            return None


# ------------------------------------------------------------ on the map


def _force(view: World, step: ChooseUnits) -> MonumentalAction:
    """A set with the Warlord while its benefit is unused; Soldiers from the Capital first."""
    realm = view.realms[step.seat]
    fresh = view.content.civilization[realm.civilization].warlord not in realm.marked
    home = view.capital(step.seat)

    def key(action: MonumentalAction) -> tuple[bool, int]:
        at_home = getattr(action, "soldiers", {}).get(home, 0)
        return isinstance(action, SendSoldiers) != fresh, at_home

    return max(step.actions(view), key=key)


def _option(view: World, step: ChooseOption) -> MonumentalAction:
    options = view.content.exploration[step.token].options
    actions = step.actions(view)
    worth = [effects_worth(option.effects) for option in options]
    return actions[worth.index(max(worth))]


def _vp(view: World, place: Place) -> tuple[int, int]:
    tile = view.tile(place)
    vp = view.content.terrain[view.land.terrain[place]].vp + (tile.wonder is not None)
    return vp + (tile.owner is not None), -defence(view, place)


def _strength(view: World, place: Place) -> tuple[bool, int]:
    """The order of destinations: Provinces with the weakest garrisons first, Capitals last."""
    tile = view.tile(place)
    return view.is_capital(place), tile.soldiers + 2 * tile.warlord + 3 * tile.outpost


def _unit(view: World, step: MoveUnits) -> MonumentalAction:
    """A Soldier of the Capital, while it has some to spare."""
    home: Tile = view.tile(view.capital(step.seat))
    pick = PickUnit("soldier", view.capital(step.seat))
    actions = step.actions(view)
    if pick in actions and (home.soldiers > 1 or not step.may_stop):
        return pick
    return _STOP if step.may_stop else actions[0]


def _token_tiles(view: World) -> list[Place]:
    """The tiles with tokens for Explorers."""
    tiles = zip(view.land.places, view.tiles, strict=True)
    return [place for place, tile in tiles if tile.resource is not None]


def _explorer(view: World, step: ChooseExplorer) -> MonumentalAction:
    """The unmarked Explorer that is nearest to a token."""
    lying = _token_tiles(view)
    realm = view.realms[step.seat]

    def far(action: MoveExplorer) -> int:
        explorer = explorer_of(realm, action.explorer)
        near = min((view.land.distance(explorer.place, place) for place in lying), default=0)
        return near + 9 * explorer.marked

    moves = [action for action in step.actions(view) if isinstance(action, MoveExplorer)]
    return min(moves, key=far)


def _journey(view: World, step: MoveAnExplorer) -> MonumentalAction:
    """Take the token; otherwise go nearer to one, as long as it costs little."""
    actions = step.actions(view)
    explorer = explorer_of(view.realms[step.seat], step.explorer)
    lying = _token_tiles(view)
    if isinstance(actions[0], TakeToken):
        return actions[0]
    moves = [action for action in actions if isinstance(action, MoveTo)]
    stops = _STOP in actions
    if not moves or (stops and (explorer.marked or step.tiles is None or not lying)):
        return _STOP

    def distance(action: MoveTo) -> int:
        return min((view.land.distance(action.place, place) for place in lying), default=0)

    return min(moves, key=distance)


# ------------------------------------------------------------ at home


def _activation(view: World, step: ActivateMore) -> MonumentalAction:
    """The slot whose cards are worth most."""
    city, worth = view.realms[step.seat].city, view.content.worth
    slots = [action for action in step.actions(view) if isinstance(action, ActivateSlot)]
    if not slots:
        return _STOP
    return max(slots, key=lambda action: sum(worth[card] for card in city[action.slot].cards()))


def _archive(view: World, step: ArchiveCards) -> MonumentalAction:
    """The card worth least, if it is worth less than the City's average."""
    city, worth = view.realms[step.seat].city, view.content.worth
    slots = [
        action
        for action in step.actions(view)
        if isinstance(action, ArchiveCard) and not city[action.slot].knowledge
    ]
    average = engine_of(view, step.seat).average()
    poor = [action for action in slots if worth[action.card] < average]
    if not poor:
        return _STOP
    return min(poor, key=lambda action: worth[action.card])


def _exchange(view: World, step: ExchangeAgain) -> MonumentalAction:
    """The cheapest payment if the gain is worth more; otherwise `Stop`, where it is offered."""
    offers = [action for action in step.actions(view) if isinstance(action, Exchange)]
    cheapest = min(offers, key=lambda action: _weight(action.paid), default=None)
    actions = step.actions(view)
    if cheapest is None:
        return _STOP
    if _STOP in actions and amount_worth(step.effect.gain) <= _weight(cheapest.paid):
        return _STOP
    return cheapest


def _converted(view: World, step: ConvertCounters) -> MonumentalAction:
    """The counter that buys more as another one, if any does."""
    rounds, engine = rounds_left(view, step.seat), engine_of(view, step.seat)

    def worth(action: MonumentalAction) -> float:
        if not isinstance(action, ConvertCounter):
            return counters_worth(view, step.seat, engine, rounds)
        after = CounterConverted(step.seat, action.given, action.taken).apply(view)
        return counters_worth(after, step.seat, engine, rounds)

    return max(reversed(step.actions(view)), key=worth)


def _weight(paid: Mapping[Any, int]) -> float:
    return sum(WEIGHTS[name] * count for name, count in paid.items())

"""The places of actions on a board of Monumental."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.monumental import actions
from hako.content.monumental.cards.land import Place as TilePlace
from hako.content.monumental.realm import COLUMNS
from hako.tui.boards.monumental.draw_context import MonumentalContext
from hako.tui.boards.place_canvas import BoardPlace

_OnLand: TypeAlias = (
    actions.Conquer
    | actions.BuildOutpost
    | actions.PlaceToken
    | actions.MoveTo
    | actions.DestroySoldiers
    | actions.PickUnit
    | actions.SendSoldiers
    | actions.SendWarlord
    | actions.SendArmy
    | actions.MoveExplorer
    | actions.TakeToken
)


def place_of(context: MonumentalContext, action: actions.MonumentalAction) -> BoardPlace:
    """The place of an action."""
    match action:
        case (
            actions.Conquer()
            | actions.BuildOutpost()
            | actions.PlaceToken()
            | actions.MoveTo()
            | actions.DestroySoldiers()
            | actions.PickUnit()
            | actions.SendSoldiers()
            | actions.SendWarlord()
            | actions.SendArmy()
            | actions.MoveExplorer()
            | actions.TakeToken()
        ):
            return ("tile", _tile(context, action))
        case actions.ActivateCity() | actions.ActivateSlot() | actions.ArchiveCard():
            return ("slot", context.home, _slot(action))
        case actions.AcquireCard(card) | actions.AcquireBasic(card) | actions.CompleteSection(card):
            return _card(context, card)
        case actions.UseEffect(source) | actions.CopyCard(source) | actions.UseCopy(source):
            return _source(context, source)
        case actions.UseMarketToken(market):
            return ("market", market)
        case actions.HireHero(hero) | actions.ReturnHero(hero):
            return ("hero", hero)
        case actions.DevelopPolicy(policy):
            return ("policy", policy)
        case actions.PickCivilization(civilization):
            return ("civilization", civilization)
        case actions.MakeProgress():
            return ("deck",)
        case (
            actions.MoveArmy()
            | actions.TakeResources()
            | actions.TakeMarketToken()
            | actions.Exchange()
            | actions.ConvertCounter()
        ):
            return ("supply",)
        case (
            actions.TakeOption()
            | actions.DrawCivilization()
            | actions.EndTurn()
            | actions.Pass()
            | actions.Stop()
        ):
            return ("turn",)


def _tile(context: MonumentalContext, action: _OnLand) -> TilePlace:
    match action:
        case actions.MoveExplorer(which):
            return _explorer(context, which)
        case actions.TakeToken():
            return _explorer(context, getattr(context.scene.step, "explorer", actions.EXPLORERS[0]))
        case actions.SendSoldiers() | actions.SendWarlord() | actions.SendArmy():
            place: TilePlace = getattr(context.scene.step, "place", "")
            return place
        case _:
            return action.place


def _slot(action: actions.ActivateCity | actions.ActivateSlot | actions.ArchiveCard) -> int:
    """The slot of an action; the common one of a row and a column."""
    if isinstance(action, actions.ActivateCity):
        return (action.row - 1) * COLUMNS + action.column - 1
    return action.slot


def _explorer(context: MonumentalContext, which: actions.Which) -> TilePlace:
    return context.world.realms[context.home].explorers[actions.EXPLORERS.index(which)].place


def _card(context: MonumentalContext, card: str) -> BoardPlace:
    """The place of a card: in the display, or under construction beside the City."""
    building = context.world.realms[context.home].construction
    return ("construction",) if building and building.card == card else ("card", card)


def _source(context: MonumentalContext, source: str) -> BoardPlace:
    """The place of a card with a usable effect: in the City, in the drawn area, or beside it."""
    realm = context.world.realms[context.home]
    for number, slot in enumerate(realm.city):
        if source in slot.cards():
            return ("slot", context.home, number)
    if source in realm.drawn:
        return ("deck",)
    return ("hero", source) if source == realm.hero else ("policies",)

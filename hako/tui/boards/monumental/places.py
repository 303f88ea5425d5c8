"""Where on a board of Monumental an action lies."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.monumental import actions
from hako.content.monumental.cards.land import Place as TilePlace
from hako.content.monumental.realm import COLUMNS
from hako.tui.boards.monumental.draw_context import Sketch
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


def place_of(sketch: Sketch, action: actions.MonumentalAction) -> BoardPlace:
    """Where an action lies."""
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
            return ("tile", _tile(sketch, action))
        case actions.ActivateCity() | actions.ActivateSlot() | actions.ArchiveCard():
            return ("slot", sketch.home, _slot(action))
        case actions.AcquireCard(card) | actions.AcquireBasic(card) | actions.CompleteSection(card):
            return _card(sketch, card)
        case actions.UseEffect(source) | actions.CopyCard(source) | actions.UseCopy(source):
            return _source(sketch, source)
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


def _tile(sketch: Sketch, action: _OnLand) -> TilePlace:
    match action:
        case actions.MoveExplorer(which):
            return _explorer(sketch, which)
        case actions.TakeToken():
            return _explorer(sketch, getattr(sketch.scene.step, "explorer", actions.EXPLORERS[0]))
        case actions.SendSoldiers() | actions.SendWarlord() | actions.SendArmy():
            place: TilePlace = getattr(sketch.scene.step, "place", "")
            return place
        case _:
            return action.place


def _slot(action: actions.ActivateCity | actions.ActivateSlot | actions.ArchiveCard) -> int:
    """Its slot; of a row and a column the one in both."""
    if isinstance(action, actions.ActivateCity):
        return (action.row - 1) * COLUMNS + action.column - 1
    return action.slot


def _explorer(sketch: Sketch, which: actions.Which) -> TilePlace:
    return sketch.world.realms[sketch.home].explorers[actions.EXPLORERS.index(which)].place


def _card(sketch: Sketch, card: str) -> BoardPlace:
    """In the display, or under construction beside the City."""
    building = sketch.world.realms[sketch.home].construction
    return ("construction",) if building and building.card == card else ("card", card)


def _source(sketch: Sketch, source: str) -> BoardPlace:
    """Where a card lies whose effect may be used: in the City, in the drawn area, or beside it."""
    realm = sketch.world.realms[sketch.home]
    for number, slot in enumerate(realm.city):
        if source in slot.cards():
            return ("slot", sketch.home, number)
    if source in realm.drawn:
        return ("deck",)
    return ("hero", source) if source == realm.hero else ("policies",)

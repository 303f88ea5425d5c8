"""Where on a board of Monumental an action lies."""

from __future__ import annotations

from typing import TypeAlias

from hako.content.monumental.actions import (
    EXPLORERS,
    AcquireBasic,
    AcquireCard,
    ActivateCity,
    ActivateSlot,
    ArchiveCard,
    BuildOutpost,
    CompleteSection,
    Conquer,
    ConvertCounter,
    CopyCard,
    DestroySoldiers,
    DevelopPolicy,
    DrawCivilization,
    EndTurn,
    Exchange,
    HireHero,
    MakeProgress,
    MonumentalAction,
    MoveArmy,
    MoveExplorer,
    MoveTo,
    Pass,
    PickCivilization,
    PickUnit,
    PlaceToken,
    ReturnHero,
    SendArmy,
    SendSoldiers,
    SendWarlord,
    Stop,
    TakeMarketToken,
    TakeOption,
    TakeResources,
    TakeToken,
    UseCopy,
    UseEffect,
    UseMarketToken,
    Which,
)
from hako.content.monumental.cards.land import Place as TilePlace
from hako.content.monumental.realm import COLUMNS
from hako.tui.boards.drawing import Place
from hako.tui.boards.monumental.sketch import Sketch

_OnLand: TypeAlias = (
    Conquer
    | BuildOutpost
    | PlaceToken
    | MoveTo
    | DestroySoldiers
    | PickUnit
    | SendSoldiers
    | SendWarlord
    | SendArmy
    | MoveExplorer
    | TakeToken
)


def place_of(sketch: Sketch, action: MonumentalAction) -> Place:
    """Where an action lies."""
    match action:
        case (
            Conquer()
            | BuildOutpost()
            | PlaceToken()
            | MoveTo()
            | DestroySoldiers()
            | PickUnit()
            | SendSoldiers()
            | SendWarlord()
            | SendArmy()
            | MoveExplorer()
            | TakeToken()
        ):
            return ("tile", _tile(sketch, action))
        case ActivateCity() | ActivateSlot() | ArchiveCard():
            return ("slot", sketch.home, _slot(action))
        case AcquireCard(card) | AcquireBasic(card) | CompleteSection(card):
            return _card(sketch, card)
        case UseEffect(source) | CopyCard(source) | UseCopy(source):
            return _source(sketch, source)
        case UseMarketToken(market):
            return ("market", market)
        case HireHero(hero) | ReturnHero(hero):
            return ("hero", hero)
        case DevelopPolicy(policy):
            return ("policy", policy)
        case PickCivilization(civilization):
            return ("civilization", civilization)
        case MakeProgress():
            return ("deck",)
        case MoveArmy() | TakeResources() | TakeMarketToken() | Exchange() | ConvertCounter():
            return ("supply",)
        case TakeOption() | DrawCivilization() | EndTurn() | Pass() | Stop():
            return ("turn",)


def _tile(sketch: Sketch, action: _OnLand) -> TilePlace:
    match action:
        case MoveExplorer(which):
            return _explorer(sketch, which)
        case TakeToken():
            return _explorer(sketch, getattr(sketch.scene.step, "explorer", EXPLORERS[0]))
        case SendSoldiers() | SendWarlord() | SendArmy():
            place: TilePlace = getattr(sketch.scene.step, "place", "")
            return place
        case _:
            return action.place


def _slot(action: ActivateCity | ActivateSlot | ArchiveCard) -> int:
    """Its slot; of a row and a column the one in both."""
    if isinstance(action, ActivateCity):
        return (action.row - 1) * COLUMNS + action.column - 1
    return action.slot


def _explorer(sketch: Sketch, which: Which) -> TilePlace:
    return sketch.world.realm(sketch.home).explorers[EXPLORERS.index(which)].place


def _card(sketch: Sketch, card: str) -> Place:
    """In the display, or under construction beside the City."""
    building = sketch.world.realm(sketch.home).construction
    return ("construction",) if building and building.card == card else ("card", card)


def _source(sketch: Sketch, source: str) -> Place:
    """Where a card lies whose effect may be used: in the City, in the drawn area, or beside it."""
    realm = sketch.world.realm(sketch.home)
    for number, slot in enumerate(realm.city):
        if source in slot.cards():
            return ("slot", sketch.home, number)
    if source in realm.drawn:
        return ("deck",)
    return ("hero", source) if source == realm.hero else ("policies",)

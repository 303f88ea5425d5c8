"""The table in words, a sentence a line, for those who listen instead of looking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.cultus.names import NOTHING
from hako.content.cultus.scores import building_pays, effect_pays, plan_pays, sheet
from hako.content.cultus.state import Space, Town
from hako.content.cultus.ways import icon_of, site, step_gold
from hako.engine.rules.vocabulary import Seat, Viewer
from hako.engine.words.note import Note


def describe(view: Town, viewer: Viewer) -> Sequence[Note]:
    """The turn, the map row by row, the income cards, the players, the monument cards."""
    return (
        *_turn(view),
        *_map(view),
        *(_space(view, place) for place in range(len(view.row))),
        *(note for seat in view.seats for note in _ruler(view, seat)),
        *_enemy(view),
        *_monument_cards(view, viewer),
    )


def _turn(view: Town) -> Iterator[Note]:
    turn = view.turn
    if turn.number:
        values = {"number": turn.number, "seat": turn.seat, "phase": turn.phase}
        yield Note("turn", {**values, "points": turn.points})
        yield Note("decks", {"cards": view.cards_in_decks(), "gold": step_gold(view)})
    if view.last_cube is not None and not view.is_solo:
        yield Note("last_round", {"seat": view.last_cube})


def _map(view: Town) -> Iterator[Note]:
    width = view.geometry.columns
    for row in range(view.geometry.rows):
        icons = view.icons[row * width : (row + 1) * width]
        if any(icons):
            shown = tuple(NOTHING if icon is None else icon for icon in icons)
            yield Note("map_row", {"row": row + 1, "icons": shown})


def _space(view: Town, place: int) -> Note:
    space: Space = view.row[place]
    values = {
        "place": place + 1,
        "income": space.income,
        "cards": len(space.deck),
        "seat": space.medal,
    }
    if space.is_gold:
        return Note("space_gold", values)
    return Note("space" if space.medal is None else "space_medal", values)


def _ruler(view: Town, seat: Seat) -> Iterator[Note]:
    ruler = view.rulers[seat]
    values = {"seat": seat, "vp": ruler.vp, "stock": ruler.stock, "hand": len(ruler.hand)}
    yield Note("ruler", values)
    gold = {"seat": seat, "cost": ruler.cost, "character": ruler.character_gold}
    yield Note("gold_no_cube" if ruler.cost is None else "gold", gold)
    if ruler.character is not None:
        yield Note(
            "character", {"seat": seat, "character": ruler.character, "icon": icon_of(view, seat)}
        )
    if ruler.pawn is not None:
        yield Note("pawn", {"seat": seat, "cell": ruler.pawn})
    if ruler.monuments:
        yield Note("monuments", {"seat": seat, "cells": ruler.monuments, "cards": ruler.cards})
    if ruler.plan is not None:
        values_of_plan = {"seat": seat, "plan": ruler.plan, "vp": plan_pays(view, ruler.plan)}
        yield Note("plan", values_of_plan)


def _enemy(view: Town) -> Iterator[Note]:
    if view.enemy is None:
        return
    foe = view.enemy
    values = {
        "enemy": foe.id,
        "vp": foe.vp,
        "track": foe.track,
        "length": view.content.enemy[foe.id].track,
        "effect": effect_pays(view),
        "total": sheet(view, None).total,
    }
    yield Note("enemy", values)
    yield Note("enemy_monuments", {"enemy": foe.id, "cells": foe.monuments})


def _monument_cards(view: Town, viewer: Viewer) -> Iterator[Note]:
    """Each open card with its icon, and for a seat what it would score at its pawn."""
    cell = None if viewer is None else site(view, viewer)
    for card in view.open_monuments:
        values = {"card": card, "icon": view.content.monument[card].bonus_icon}
        if viewer is None or cell is None:
            yield Note("open_card", values)
        else:
            yield Note("open_card_pays", {**values, "vp": building_pays(view, viewer, cell, card)})

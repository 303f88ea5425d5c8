"""The description of the table, a sentence a line, also for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hako.content.cultus.map_moves import icon_of, site, step_gold
from hako.content.cultus.scoring import building_pays, effect_pays, plan_pays, projected_score
from hako.content.cultus.state import Space, Town
from hako.content.cultus.terms import NOTHING
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat, Viewer


def describe(view: Town, viewer: Viewer) -> Sequence[LazyText]:
    """Describe the turn, the map row by row, the income cards, the players, the monument cards."""
    return (
        *_turn(view),
        *_map(view),
        *(_space(view, place) for place in range(len(view.row))),
        *(sentence for seat in view.seats for sentence in _ruler(view, seat)),
        *_enemy(view),
        *_monument_cards(view, viewer),
    )


def _turn(view: Town) -> Iterator[LazyText]:
    turn = view.turn
    if turn.number:
        values = {"number": turn.number, "seat": turn.seat, "phase": turn.phase}
        yield LazyText("turn", {**values, "points": turn.points})
        yield LazyText("decks", {"cards": view.cards_in_decks(), "gold": step_gold(view)})
    if view.last_cube is not None and not view.is_solo:
        yield LazyText("last_round", {"seat": view.last_cube})


def _map(view: Town) -> Iterator[LazyText]:
    width = view.geometry.columns
    for row in range(view.geometry.rows):
        icons = view.icons[row * width : (row + 1) * width]
        if any(icons):
            shown = tuple(NOTHING if icon is None else icon for icon in icons)
            yield LazyText("map_row", {"row": row + 1, "icons": shown})


def _space(view: Town, place: int) -> LazyText:
    space: Space = view.row[place]
    values = {
        "place": place + 1,
        "income": space.income,
        "cards": len(space.deck),
        "seat": space.medal,
    }
    if space.is_gold:
        return LazyText("space_gold", values)
    return LazyText("space" if space.medal is None else "space_medal", values)


def _ruler(view: Town, seat: Seat) -> Iterator[LazyText]:
    ruler = view.rulers[seat]
    values = {"seat": seat, "vp": ruler.vp, "stock": ruler.stock, "hand": len(ruler.hand)}
    yield LazyText("ruler", values)
    gold = {"seat": seat, "cost": ruler.cost, "character": ruler.character_gold}
    yield LazyText("gold_no_cube" if ruler.cost is None else "gold", gold)
    if ruler.character is not None:
        yield LazyText(
            "character", {"seat": seat, "character": ruler.character, "icon": icon_of(view, seat)}
        )
    if ruler.pawn is not None:
        yield LazyText("pawn", {"seat": seat, "cell": ruler.pawn})
    if ruler.monuments:
        yield LazyText("monuments", {"seat": seat, "cells": ruler.monuments, "cards": ruler.cards})
    if ruler.plan is not None:
        values_of_plan = {"seat": seat, "plan": ruler.plan, "vp": plan_pays(view, ruler.plan)}
        yield LazyText("plan", values_of_plan)


def _enemy(view: Town) -> Iterator[LazyText]:
    if view.enemy is None:
        return
    foe = view.enemy
    values = {
        "enemy": foe.id,
        "vp": foe.vp,
        "track": foe.track,
        "length": view.content.enemy[foe.id].track,
        "effect": effect_pays(view),
        "total": projected_score(view, None).total,
    }
    yield LazyText("enemy", values)
    yield LazyText("enemy_monuments", {"enemy": foe.id, "cells": foe.monuments})


def _monument_cards(view: Town, viewer: Viewer) -> Iterator[LazyText]:
    """Describe each open card with its icon, and for a seat the points of building at its pawn."""
    cell = None if viewer is None else site(view, viewer)
    for card in view.open_monuments:
        values = {"card": card, "icon": view.content.monument[card].bonus_icon}
        if viewer is None or cell is None:
            yield LazyText("open_card", values)
        else:
            yield LazyText(
                "open_card_pays", {**values, "vp": building_pays(view, viewer, cell, card)}
            )

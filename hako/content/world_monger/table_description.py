"""A description of the table in sentences, from a seat's view."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.world_monger.state import (
    World,
    controller,
    quote,
)
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat


def describe(view: World) -> Sequence[LazyText]:
    """Describe the table in sentences: the round, the civilizations, the players, the supply."""
    return (
        _round(view),
        *(_civilization(view, place) for place in range(len(view.civilizations))),
        *(_holdings(view, seat) for seat in view.seats),
        *(LazyText("pile", {"card": pile.card, "left": pile.left}) for pile in view.supply),
    )


def _round(view: World) -> LazyText:
    values = {
        "round": view.round,
        "phase": view.phase,
        "seat": view.start_player,
        "final": view.final_round,
    }
    if view.final_round is None:
        return LazyText("round", values)
    return LazyText(
        "round_final" if view.final_round == view.round else "round_before_final", values
    )


def _civilization(view: World, place: int) -> LazyText:
    civilization = view.civilizations[place]
    seat = controller(view, civilization.id)
    values = {
        "civilization": civilization.id,
        "seat": seat,
        "price": quote(view, place),
        "showing": civilization.shares_showing(),
        "deck": len(civilization.deck),
        "discard": len(civilization.discard),
        "cards": tuple(civilization.area_cards()),
    }
    return LazyText("civilization_free" if seat is None else "civilization", values)


def _holdings(view: World, seat: Seat) -> LazyText:
    held = tuple(
        civilization.id
        for civilization in view.civilizations
        for _ in range(civilization.shares[seat])
    )
    values = {"seat": seat, "coins": view.coins[seat], "civilizations": held}
    return LazyText("holdings" if held else "no_holdings", values)

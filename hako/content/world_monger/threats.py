"""Threats: lost control, the cards of others, and the end of the game.

All of it is public (world_monger.control.1-5, end.1-3).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hako.content.world_monger.card_threats import card_threats
from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.control import (
    decides,
    decision_counts,
    next_round,
    reason_of_control,
)
from hako.content.world_monger.state import Civilization, World, controller, price
from hako.content.world_monger.steps.civilization_phase import UseCards
from hako.content.world_monger.steps.development import Develop, DevelopmentPhase, DevelopmentTurn
from hako.content.world_monger.steps.investment import Invest
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.threats import Threat

SHORT = 2
"""Cards of the piles that have to run out, at most, for the end to be near."""

BEFORE_THE_LAST_SALE = ("civilization", "investment")
"""The phases of the last round in which Shares can still be sold at their price."""


def threats(world: World, seat: Viewer) -> Iterator[Threat]:
    """The threats to a seat: the end of the game, lost control, and cards that others can use."""
    yield from _end(world, seat)
    if seat is not None and world.round:
        for civilization in sorted(world.civilizations, key=lambda one: -one.shares[seat]):
            yield from _lost(world, civilization, seat)
        yield from card_threats(world, seat)


def _lost(world: World, civilization: Civilization, seat: Seat) -> Iterator[Threat]:
    """The threats to the control of one civilization, the nearest one first."""
    name, own = civilization.id, civilization.shares[seat]
    decider, then = controller(world, name), controller(next_round(world), name)
    if decider == seat:
        yield from _takeovers(world, civilization, seat)
    elif own and decider is not None and own == civilization.shares[decider]:
        step = world.agenda[-1]
        if isinstance(step, UseCards | Develop) and step.civilization == name:
            yield Threat("control", decides(world, civilization), decider, name)
    if decider == seat and then not in (seat, None) and not world.is_final_round():
        assert then is not None, "the seat itself holds Shares"
        reason = reason_of_control(next_round(world), civilization, then)
        values = {"civilization": name, "seat": then, **decision_counts(civilization, then)}
        yield Threat("control", LazyText(f"control_goes_{reason}", values), then, name)


def _takeovers(world: World, civilization: Civilization, seat: Seat) -> Iterator[Threat]:
    """The seats that can take control with the Share that they can still buy in this round."""
    name, own = civilization.id, civilization.shares[seat]
    if not any(isinstance(step, Invest) for step in world.agenda):
        return
    if SHARE not in civilization.area_cards():
        return
    cost = price(world, name)
    for rival in dict.fromkeys(step.seat for step in world.agenda if isinstance(step, Invest)):
        held = list(civilization.shares)
        held[rival] += 1
        bought = world.with_civilization(replace(civilization, shares=tuple(held)))
        if rival != seat and cost <= world.coins[rival] and controller(bought, name) == rival:
            values = {"civilization": name, "seat": rival, "count": held[rival], "own": own}
            prices = {"price": cost, "coins": world.coins[rival]}
            yield Threat("control", LazyText("control_taken", {**values, **prices}), rival)


# ------------------------------------------------------------ the end


def _end(world: World, seat: Viewer) -> Iterator[Threat]:
    """The threat that the last round comes, or that it is the last chance to sell."""
    if world.final_round is None:
        yield from _piles(world)
    elif not world.is_final_round():
        yield Threat("ends", LazyText("end_next_round"))
    elif world.phase in BEFORE_THE_LAST_SALE:
        holds = [any(row.shares[held] for row in world.civilizations) for held in world.seats]
        may_sell = world.phase == "civilization" or any(
            isinstance(step, Invest) and seat in (step.seat, None) for step in world.agenda
        )
        if may_sell and (any(holds) if seat is None else holds[seat]):
            yield Threat("ends", LazyText("end_last_sale"))


def _piles(world: World) -> Iterator[Threat]:
    """The threat that enough piles run out in this round (world_monger.end.1)."""
    wanted, empty = world.content.constants.final_empty_piles, world.empty_piles()
    short = sorted((pile for pile in world.supply if pile.left), key=lambda pile: pile.left)
    short = short[: wanted - empty]
    if not world.round or sum(pile.left for pile in short) > min(SHORT, _additions(world)):
        return
    values = {"empty": empty, "wanted": wanted}
    if len(short) == 1 and short[0].left == 1:
        yield Threat("ends", LazyText("end_last_card", {**values, "card": short[0].card}))
    else:
        cards = {pile.card: pile.left for pile in short}
        yield Threat("ends", LazyText("end_piles", {**values, "cards": cards}))


def _additions(world: World) -> int:
    """The cards that are still added in this round, one for each civilization."""
    if world.phase in ("civilization", "investment"):
        return len(world.civilizations)
    steps = (Develop, DevelopmentTurn)
    if any(isinstance(step, DevelopmentPhase) for step in world.agenda):
        return len(world.civilizations)
    return sum(isinstance(step, steps) for step in world.agenda)

"""Control of the civilizations with its reasons, and threats: lost control, and the end of the game.

All of it is public (world_monger.control.1-5, end.1-3).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hako.content.world_monger.cards import SHARE
from hako.content.world_monger.state import Civilization, World, controller, price
from hako.content.world_monger.steps.civilization_phase import UseCards
from hako.content.world_monger.steps.development import Develop, DevelopmentPhase, DevelopmentTurn
from hako.content.world_monger.steps.investment import Invest
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat, Viewer
from hako.engine.rules.threats import Control, Controls, Threat

SHORT = 2
"""Cards of the piles that have to run out, at most, for the end to be near."""

BEFORE_THE_LAST_SALE = ("civilization", "investment")
"""The phases of the last round in which Shares can still be sold at their price."""


def control(world: World) -> Controls:
    """The controller of each civilization and the reason, and the one of the next round."""
    return {
        civilization.id: Control(
            controller(world, civilization.id),
            _decides(world, civilization),
            _comes(world, civilization),
        )
        for civilization in world.civilizations
        if world.round
    }


def threats(world: World, seat: Viewer) -> Iterator[Threat]:
    """The threats to a seat: the end of the game, and control that others have or can take."""
    yield from _end(world, seat)
    if seat is not None and world.round:
        for civilization in sorted(world.civilizations, key=lambda one: -one.shares[seat]):
            yield from _lost(world, civilization, seat)


# ------------------------------------------------------------ control


def next_round(world: World) -> World:
    """The table with the start player of the next round (world_monger.cleanup.2)."""
    return replace(world, start_player=(world.start_player + 1) % len(world.coins))


def _decides(world: World, civilization: Civilization) -> LazyText:
    """The sentence about who decides: with both numbers of Shares, and what breaks a tie."""
    name, seat = civilization.id, controller(world, civilization.id)
    if seat is None:
        card = world.content.civilization[name].feature_culture
        left = world.left(card)
        key = "control_nobody_none_left" if not left else "control_nobody"
        return LazyText(
            "control_nobody_last" if left == 1 else key, {"civilization": name, "card": card}
        )
    values = {"civilization": name, "seat": seat, **_counts(civilization, seat)}
    return LazyText(f"control_{_reason(world, civilization, seat)}", values)


def _comes(world: World, civilization: Civilization) -> LazyText | None:
    """The sentence about who decides in the next round; None if it is the same seat."""
    after = next_round(world)
    seat = controller(after, civilization.id)
    if world.is_final_round() or seat is None or seat == controller(world, civilization.id):
        return None
    return LazyText("control_comes", {"seat": seat})


def _reason(world: World, civilization: Civilization, seat: Seat) -> str:
    """The reason why a seat decides: `most` Shares, or a tie as start player or `next` after it."""
    counts = _counts(civilization, seat)
    if counts["count"] > counts["other"]:
        return "most"
    return "first" if seat == world.start_player else "next"


def _counts(civilization: Civilization, seat: Seat) -> dict[str, int]:
    """The Shares of a seat, and the most that another seat holds."""
    others = [shares for holder, shares in enumerate(civilization.shares) if holder != seat]
    return {"count": civilization.shares[seat], "other": max(others)}


def _lost(world: World, civilization: Civilization, seat: Seat) -> Iterator[Threat]:
    """The threats to the control of one civilization, the nearest one first."""
    name, own = civilization.id, civilization.shares[seat]
    decides, then = controller(world, name), controller(next_round(world), name)
    if decides == seat:
        yield from _takeovers(world, civilization, seat)
    elif own and decides is not None and own == civilization.shares[decides]:
        step = world.agenda[-1]
        if isinstance(step, UseCards | Develop) and step.civilization == name:
            yield Threat("control", _decides(world, civilization), decides)
    if decides == seat and then not in (seat, None) and not world.is_final_round():
        assert then is not None, "the seat itself holds Shares"
        reason = _reason(next_round(world), civilization, then)
        values = {"civilization": name, "seat": then, **_counts(civilization, then)}
        yield Threat("control", LazyText(f"control_goes_{reason}", values), then)


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

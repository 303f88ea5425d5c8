"""Control: which seat decides for a civilization, and why (world_monger.control.1-5)."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.world_monger.state import Civilization, World, controller
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat
from hako.engine.rules.threats import Control, Controls


def control(world: World) -> Controls:
    """The controller of each civilization and the reason, and the one of the next round."""
    return {
        civilization.id: Control(
            controller(world, civilization.id),
            decides(world, civilization),
            _comes(world, civilization),
        )
        for civilization in world.civilizations
        if world.round
    }


def decides(world: World, civilization: Civilization) -> LazyText:
    """The sentence about who decides: with both numbers of Shares, and what breaks a tie."""
    name, seat = civilization.id, controller(world, civilization.id)
    if seat is None:
        card = world.content.civilization[name].feature_culture
        left = world.left(card)
        key = "control_nobody_none_left" if not left else "control_nobody"
        return LazyText(
            "control_nobody_last" if left == 1 else key, {"civilization": name, "card": card}
        )
    values = {"civilization": name, "seat": seat, **decision_counts(civilization, seat)}
    return LazyText(f"control_{reason_of_control(world, civilization, seat)}", values)


def _comes(world: World, civilization: Civilization) -> LazyText | None:
    """The sentence about who decides in the next round; None if it is the same seat."""
    after = next_round(world)
    seat = controller(after, civilization.id)
    if world.is_final_round() or seat is None or seat == controller(world, civilization.id):
        return None
    return LazyText("control_comes", {"seat": seat})


def reason_of_control(world: World, civilization: Civilization, seat: Seat) -> str:
    """The reason why a seat decides: `most` Shares, or a tie as start player or `next` after it."""
    counts = decision_counts(civilization, seat)
    if counts["count"] > counts["other"]:
        return "most"
    return "first" if seat == world.start_player else "next"


def decision_counts(civilization: Civilization, seat: Seat) -> dict[str, int]:
    """The Shares of a seat, and the most that another seat holds."""
    others = [shares for holder, shares in enumerate(civilization.shares) if holder != seat]
    return {"count": civilization.shares[seat], "other": max(others)}


def next_round(world: World) -> World:
    """The table with the start player of the next round (world_monger.cleanup.2)."""
    return replace(world, start_player=(world.start_player + 1) % len(world.coins))

"""Action notes: what a seat can know of an action's effect.

Numbers that players would have to keep count of, such as end values, are only given at tables
with a ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

from msgspec.structs import replace

from hako.content.world_monger.actions import (
    AddCard,
    BuyShare,
    DiscardCard,
    DiscardThere,
    EndTurn,
    GainCard,
    SellShares,
    TrashCard,
    UseCard,
    WorldMongerAction,
)
from hako.content.world_monger.cards import Card, CardId, CivilizationId, Draw
from hako.content.world_monger.control import next_round
from hako.content.world_monger.events.civilization_phase import CardUsed, HolderPaid
from hako.content.world_monger.events.rounds import FinalRoundAnnounced
from hako.content.world_monger.expected_prices import expected_price, foreseen_draw
from hako.content.world_monger.state import (
    Civilization,
    World,
    controller,
    end_value,
    pays_dividend,
    price,
)
from hako.content.world_monger.steps.civilization_phase import UseCards
from hako.content.world_monger.steps.development import Develop
from hako.content.world_monger.steps.effects import PickFromArea, PickFromSupply
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.percent import percent
from hako.engine.rules.model import Seat
from hako.engine.rules.preview import Preview, preview


def action_note(view: World, seat: Seat, action: WorldMongerAction) -> LazyText | None:
    """Return the hint for an action: what it gains, costs or changes; None if there is none."""
    step = view.agenda[-1]
    foreseen = preview(replace(view, agenda=(step,)), seat, action)
    if any(isinstance(event, FinalRoundAnnounced) for event in foreseen.events):
        return LazyText("last_round")
    match action:
        case BuyShare(name):
            return _buy(view, foreseen.state, seat, name)
        case SellShares(name):
            return _sell(view, foreseen.state, seat, name)
        case AddCard(card) if isinstance(step, Develop):
            return _add(view, foreseen.state, step.civilization, card)
        case GainCard(card) if isinstance(step, PickFromSupply):
            return _add(view, foreseen.state, step.use.civilization, card)
        case EndTurn() if isinstance(step, UseCards):
            return _dividend(view, seat, step.civilization)
        case DiscardThere(name):
            return _discard_there(view, foreseen, name)
        case UseCard(card) if isinstance(step, UseCards):
            return _use(view, seat, foreseen, step.civilization, card)
        case DiscardCard(card) | TrashCard(card) if _draws_after(step, view):
            return _replaced(view, step.use.civilization, card)
        case _:
            return _with_payment(foreseen, seat, _price_change(view, foreseen))


# ------------------------------------------------------------ what an action pays


def _buy(view: World, after: World, seat: Seat, name: CivilizationId) -> LazyText:
    before, (now, then) = _deciders(view, name), _deciders(after, name)
    values = {"price": price(view, name), "left": after.coins[seat], "seat": now, "then": then}
    if (now, then) == before:
        return LazyText("buy", values)
    return LazyText("buy_control" if now == then else "buy_tied", values)


def _sell(view: World, after: World, seat: Seat, name: CivilizationId) -> LazyText:
    coins, before, (now, then) = after.coins[seat], _deciders(view, name), _deciders(after, name)
    gain = coins - view.coins[seat]
    values = {"gain": gain, "coins": coins, "seat": now, "then": then}
    if (now, then) == before:
        return LazyText("sell", values)
    if now is None:
        return LazyText("sell_away", values)
    if now != then:
        return LazyText("sell_tied", values)
    return LazyText("sell_control" if before[0] == seat else "sell_untied", values)


def _deciders(view: World, name: CivilizationId) -> tuple[Seat | None, Seat | None]:
    """The controllers in this round and, if nobody trades, in the next (world_monger.control.2)."""
    now = controller(view, name)
    return now, now if view.is_final_round() else controller(next_round(view), name)


def _add(view: World, after: World, name: CivilizationId, card: CardId) -> LazyText:
    printed = view.content.card[card]
    values: dict[str, Any] = {
        "left": after.left(card),
        "printed": _printed(view, card),
        "worth": f"{printed.value}{'¢' * printed.dividend}",
        "end": _end(printed),
    }
    is_final = view.is_final_round()
    if not view.has_ledger and not values["left"] and view.final_round is None:
        values |= {"empty": after.empty_piles(), "wanted": view.content.constants.final_empty_piles}
        return LazyText("pile_emptied", values)
    if not view.has_ledger:
        return LazyText("pile_left_last" if is_final else "pile_left", values)
    now = after.civilization(name).owned()
    values["before"] = end_value(view, view.civilization(name).owned())
    values["after"] = end_value(view, now)
    is_equal = values["before"] == values["after"]
    if is_final:
        return LazyText("pile_left_same" if is_equal else "pile_left_final", values)
    values["price"] = _rounded(expected_price(view, now))
    return LazyText("pile_left_expected" if is_equal else "pile_left_ledger", values)


def _printed(view: World, name: CardId) -> Mapping[str, str | int]:
    """The numbers printed on a card: its value, and others if it has them."""
    card = view.content.card[name]
    more = {"end_value": _end(card), "dividend": int(card.dividend)}
    return {"value": card.value, **{name: number for name, number in more.items() if number}}


def _end(card: Card) -> str | int:
    """The end value of a card; "1/8" if it is 1 for each 8 cards."""
    per = card.cards_per_end_value
    return f"1/{per}" if per else card.end_value


def _dividend(view: World, seat: Seat, name: CivilizationId) -> LazyText:
    if not pays_dividend(view, name):
        return LazyText("no_dividend")
    per_share = view.content.constants.dividend_per_share
    paid = {
        holder: per_share * count
        for holder, count in enumerate(view.civilization(name).shares)
        if count
    }
    coins, others = paid.pop(seat, 0), paid
    key = "dividend_later" if view.pays_at_phase_end else "dividend"
    return LazyText(f"{key}_all" if others else key, {"coins": coins, "others": others})


def _discard_there(view: World, foreseen: Preview[World], name: CivilizationId) -> LazyText | None:
    """Return the change of a civilization's price, and a note if its dividend is lost."""
    change = _price_change(view, foreseen)
    is_lost = pays_dividend(view, name) and not pays_dividend(foreseen.state, name)
    if not (is_lost and view.pays_at_phase_end):
        return change
    lost = LazyText("dividend_lost", {"civilization": name})
    return lost if change is None else LazyText("both", {"first": change, "then": lost})


def _use(
    view: World, seat: Seat, foreseen: Preview[World], name: CivilizationId, card: CardId
) -> LazyText | None:
    agenda = foreseen.state.agenda
    asks_more = bool(agenda) and not isinstance(agenda[-1], UseCards)
    only_used = all(isinstance(event, CardUsed) for event in foreseen.events)
    if only_used and not foreseen.open_end and not asks_more:
        return LazyText("idle")
    match view.content.card[card].use[0]:
        case Draw(count=int(count)) if foreseen.open_end or asks_more:
            return _draws(view, seat, view.civilization(name), count)
        case _ if asks_more:
            return None  # the price depends on what is chosen then
        case _:
            return _with_payment(foreseen, seat, _price_change(view, foreseen))


def _draws_after(step: object, view: World) -> TypeGuard[PickFromArea]:
    """True if a card is picked from a play area and others are drawn in its place."""
    if not isinstance(step, PickFromArea):
        return False
    later = view.content.card[step.use.card].use[step.use.number + 1 :]
    return any(isinstance(operation, Draw) for operation in later)


def _replaced(view: World, name: CivilizationId, card: CardId) -> LazyText:
    value = view.content.values(view.civilization(name).area_cards())[card]
    return LazyText("replaced", {"worth": f"{value}{'¢' * view.content.card[card].dividend}"})


def _draws(view: World, seat: Seat, civilization: Civilization, count: int) -> LazyText:
    if not view.has_ledger:
        deck = len(civilization.deck)
        key = "draws_shuffled" if deck < count else "draws_unknown"
        return LazyText(key, {"count": count, "deck": deck})
    gain, share = foreseen_draw(view.content, civilization, seat, count)
    values = {"count": count, "gain": _rounded(gain), "chance": percent(share)}
    return LazyText("draws", values)


def _with_payment(foreseen: Preview[World], seat: Seat, change: LazyText | None) -> LazyText | None:
    """The coins that holders receive, before a change of the price."""
    paid = {event.seat: event.coins for event in foreseen.events if isinstance(event, HolderPaid)}
    if foreseen.open_end or not paid:
        return change
    coins, others = paid.pop(seat, 0), paid
    payment = LazyText("pays_all" if others else "pays", {"coins": coins, "others": others})
    return payment if change is None else LazyText("both", {"first": payment, "then": change})


def _price_change(view: World, foreseen: Preview[World]) -> LazyText | None:
    if foreseen.open_end:
        return None
    for civilization in view.civilizations:
        before, after = price(view, civilization.id), price(foreseen.state, civilization.id)
        if before != after:
            return LazyText(
                "price_becomes", {"civilization": civilization.id, "before": before, "after": after}
            )
    return None


def _rounded(coins: float) -> str:
    return f"{coins:.1f}"


# ------------------------------------------------------------ the description of the table

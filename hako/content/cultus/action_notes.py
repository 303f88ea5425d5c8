"""Action notes: the gains, costs and risks of an action, from a seat's view."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.cultus import actions
from hako.content.cultus.cards import IncomeId, MonumentId, PowerId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import (
    can_build,
    cells_showing,
    hand_loss,
    medal_worth,
    paying_pairs,
    paying_space,
    payment,
    pays_twice,
    shift_cards,
    splits,
)
from hako.content.cultus.scoring import (
    building_pays,
    effect_pays,
    monument_bonus,
    plan_pays,
    power_counts,
    power_pays,
)
from hako.content.cultus.state import Laid, Town, laid_over, pair
from hako.content.cultus.steps.gold import SplitGold
from hako.content.cultus.steps.laying import Lay, LayFirstCard
from hako.content.cultus.steps.monuments import PushOn
from hako.content.cultus.steps.powers import PickMonumentCell
from hako.content.cultus.steps.turns import DiscardDown
from hako.content.cultus.steps.walking import PickPay, WalkOn
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.model import Seat, known


def action_note(view: Town, seat: Seat, action: actions.CultusAction) -> LazyText | None:
    """Return the hint for an action: what it gains, costs or changes; None if there is none."""
    match action:
        case actions.KeepCharacter() | actions.KeepPlan() | actions.PlaceMedal():
            return _in_setup(view, action)
        case actions.AllotGold() | actions.DiscardCard() | actions.EndActions():
            return _from_hand(view, seat, action)
        case actions.DrawCard(income):
            return _draw(view, seat, income)
        case actions.MovePawn() | actions.Stay() | actions.TakePay():
            return _walk(view, seat, action)
        case actions.LayCard(anchor, rotation):
            return _lay(view, seat, anchor, rotation)
        case actions.BuildMonument(card):
            return _build(view, seat, card)
        case actions.MoveMonument(cell=cell, to=to) | actions.MoveEnemyMonument(cell=cell, to=to):
            return _shift(view, seat, cell, to)
        case actions.UsePower(power):
            return _power(view, seat, power)
        case actions.PickCell(cell):
            return _pick(view, cell)
        case actions.PushMonument(cell, to):
            return _push(view, seat, cell, to)
        case (
            actions.PlacePawn()
            | actions.PlaceCard()
            | actions.DrawNoMore()
            | actions.LeaveMonument()
        ):
            return None


# ------------------------------------------------------------ setting up


def _in_setup(
    view: Town, action: actions.KeepCharacter | actions.KeepPlan | actions.PlaceMedal
) -> LazyText | None:
    match action:
        case actions.KeepCharacter(character):
            icon = view.content.character[character].icon
            return LazyText("icon_now", {"icon": icon, "count": len(cells_showing(view, icon))})
        case actions.KeepPlan(plan):
            return LazyText("plan_now", {"vp": plan_pays(view, plan)})
        case actions.PlaceMedal(income):
            pairs = [*paying_pairs(view).values()].count(income)
            vp, cards = f"{medal_worth(view):+}", len(view.space(income).deck)
            key = "medal_pairs" if view.laid else "medal"
            return LazyText(key, {"vp": vp, "cards": cards, "pairs": pairs})


# ------------------------------------------------------------ cards and gold


def _from_hand(
    view: Town, seat: Seat, action: actions.AllotGold | actions.DiscardCard | actions.EndActions
) -> LazyText | None:
    ruler, step = view.rulers[seat], view.agenda[-1]
    match action:
        case actions.AllotGold(cost, character) if isinstance(step, SplitGold):
            if ruler.cost is None:
                return None
            values = {"cost": ruler.cost + cost, "character": ruler.character_gold + character}
            return LazyText("tracks", values)
        case actions.DiscardCard() if isinstance(step, DiscardDown):
            over = len(ruler.hand) - view.content.constants.hand_limit
            vp, gold = hand_loss(view, seat, step.discarded + over)
            return LazyText("hand_loss", {"vp": vp, "gold": gold})
        case actions.EndActions():
            return _too_many(view, seat)
        case _:
            return None


def _too_many(view: Town, seat: Seat, drawn: int = 0) -> LazyText | None:
    """Warn of the points that the hand phase will cost, after `drawn` more cards (cultus.hand.1)."""
    hand, limit = len(view.rulers[seat].hand) + drawn, view.content.constants.hand_limit
    if hand <= limit or view.turn.phase not in {"start", "action"}:
        return None
    owed = (hand - limit) * view.content.constants.overhand_loss
    values = {"hand": hand, "limit": limit, "over": hand - limit, "vp": owed}
    return LazyText("hand_over", {**values, "short": view.rulers[seat].vp < owed})


def _draw(view: Town, seat: Seat, income: IncomeId) -> LazyText:
    deck, warning = _deck(view, seat, income), _too_many(view, seat, drawn=1)
    return deck if warning is None else LazyText("both", {"first": warning, "then": deck})


def _deck(view: Town, seat: Seat, income: IncomeId) -> LazyText:
    """Return the state of a deck after a card is drawn from it."""
    space = view.space(income)
    cards = len(space.deck)
    if view.cards_in_decks() == 1:
        return LazyText("last_card_of_all")
    if cards > 1:
        return LazyText("deck_left", {"cards": cards, "left": cards - 1})
    if space.medal is None:
        return LazyText("deck_last")
    own = space.medal == seat
    return LazyText("deck_last_own" if own else "deck_last_rival", {"owner": space.medal})


# ------------------------------------------------------------ on the map


def _walk(
    view: Town, seat: Seat, action: actions.MovePawn | actions.Stay | actions.TakePay
) -> LazyText | None:
    step, pawn = view.agenda[-1], view.rulers[seat].pawn
    match action:
        case actions.Stay() if isinstance(step, WalkOn):
            return _step(view, seat, step.start, step.via)
        case actions.TakePay(to=to) if isinstance(step, PickPay):
            return _step(view, seat, step.start if to == step.via else step.via, to)
        case actions.MovePawn(to) if pawn is not None:
            before = step.start if isinstance(step, WalkOn) else None
            return _step(view, seat, pawn, to, before)
        case _:
            return None


def _step(view: Town, seat: Seat, cell: Cell, to: Cell, before: Cell | None = None) -> LazyText:
    """Return the pay of a step, or a note that its pair has paid already, and the target's icon.

    The pay of the step from the cell `before` is included if one move pays both.
    """
    target = {"icon": view.icons[to]}
    if paid := payment(view, seat, cell, to):
        first = None if before in (None, to) else payment(view, seat, before, cell)
        both = (first, paid) if first and pays_twice(view, first, paid) else (paid,)
        gold, vp = sum(part.gold for part in both), sum(part.vp for part in both)
        gained = sum(splits(view, seat, gold)[0])  # each way to split it takes as much
        values = {**target, "gold": gained, "vp": abs(vp)}
        key = "step" if not vp else "step_medal" if vp > 0 else "step_loss"
        return _with_loss(LazyText(key, values), gold - gained)
    used = pair(cell, to) in view.turn.paid
    is_paid = used and paying_space(view, view.icons[cell], view.icons[to])
    if best := _next_monument(view, seat, to):
        return LazyText("step_used_site" if is_paid else "step_site", {**target, "vp": best})
    return LazyText("step_used" if is_paid else "step_free", target)


def _next_monument(view: Town, seat: Seat, to: Cell) -> int:
    """The points of the best monument that the next action point could build there; 0 for none."""
    is_spent = isinstance(view.agenda[-1], WalkOn | PickPay)
    if view.turn.points <= (0 if is_spent else 1) or view.turn.phase != "action":
        return 0
    moved = view.with_ruler(seat, replace(view.rulers[seat], pawn=to))
    if not can_build(moved, seat):
        return 0
    return max(building_pays(moved, seat, to, card) for card in view.open_monuments)


def _with_loss(hint: LazyText, lost: int) -> LazyText:
    """The hint, with the gold that finds no room on either track (cultus.income.3)."""
    return (
        LazyText("both", {"first": hint, "then": LazyText("no_room_for", {"gold": lost})})
        if lost
        else hint
    )


def _lay(view: Town, seat: Seat, anchor: Cell, rotation: int) -> LazyText | None:
    step = view.agenda[-1]
    if not isinstance(step, Lay | LayFirstCard) or step.card is None:
        return None
    after, plan = laid_over(view, Laid(step.card, anchor, rotation)), view.rulers[seat].plan
    change = 0 if plan is None else plan_pays(after, plan) - plan_pays(view, plan)
    values = {
        "pairs": _signed(len(paying_pairs(after)) - len(paying_pairs(view))),
        "plan": _signed(change),
        "icons": _signed(power_counts(after, seat) - power_counts(view, seat)),
    }
    return LazyText("lay_beside" if view.rulers[seat].monuments else "lay", values)


def _build(view: Town, seat: Seat, card: MonumentId) -> LazyText | None:
    ruler = view.rulers[seat]
    if ruler.pawn is None:
        return None
    count, _ = monument_bonus(view, ruler.pawn, card)
    values = {
        "vp": building_pays(view, seat, ruler.pawn, card),
        "count": count,
        "icon": view.content.monument[card].bonus_icon,
    }
    is_last = not ruler.stock and view.last_cube is None
    return LazyText("build_last" if is_last else "build", values)


def _shift(view: Town, seat: Seat, cell: Cell, to: Cell) -> LazyText:
    values = {"vp": view.content.constants.shift_vp, "cards": shift_cards(view, seat)}
    return LazyText(_way("shift", view, cell, to), values)


def _way(key: str, view: Town, cell: Cell, to: Cell) -> str:
    """The key of the hint for a monument's move, by its entering or leaving the centre."""
    centre = view.geometry.centre_cells
    if (cell in centre) == (to in centre):
        return key
    return f"{key}_in" if to in centre else f"{key}_out"


def _power(view: Town, seat: Seat, power: PowerId) -> LazyText:
    cost = view.content.power[power].cost
    character = known(view.rulers[seat].character)
    values = {"gold": cost, "icon": view.content.character[character].icon}
    if power == "score":
        return LazyText("power_scores", {**values, "vp": power_pays(view, seat)})
    return LazyText("power", values)


def _pick(view: Town, cell: Cell) -> LazyText | None:
    match view.agenda[-1]:
        case PickMonumentCell(monument=start) | PushOn(cell=start):
            key = _way("pick", view, start, cell)
            return None if key == "pick" else LazyText(key)
        case _:
            return None


def _push(view: Town, seat: Seat, cell: Cell, to: Cell) -> LazyText:
    """Return the points of the enemy's effect after this move alone."""
    owner = None if view.foe.monuments.count(cell) else seat
    moved = view.with_monument_moved(owner, cell, to)
    return LazyText("enemy_gets", {"vp": effect_pays(moved)})


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "±0"

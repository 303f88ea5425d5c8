"""Quiescence: quick default answers to a seat's follow-up decisions, for one-ply bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from hako.content.cultus.actions import (
    AllotGold,
    CultusAction,
    DiscardCard,
    DrawCard,
    LayCard,
    PickCell,
)
from hako.content.cultus.cards import IconId
from hako.content.cultus.evaluation import evaluate, plan_share, prices_now
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import step_gold
from hako.content.cultus.state import Pair, Town
from hako.content.cultus.steps.enemy_phase import DrawForEnemy, GatherNext, PushAway
from hako.content.cultus.steps.gold import SplitGold
from hako.content.cultus.steps.laying import Lay, LayFirstCard
from hako.content.cultus.steps.monuments import DiscardForMove, PushOn
from hako.content.cultus.steps.powers import PickMonument, PickMonumentCell, PickPawnCell
from hako.content.cultus.steps.turns import DiscardDown
from hako.content.cultus.steps.walking import PickPay, WalkOn
from hako.content.cultus.walk_worth import Walk, scene_of
from hako.engine.rules.model import Seat, known
from hako.engine.rules.preview import preview

NEAR = 0.5
"""Part of the gold of a pair that counts when a card laid beside the pawn makes it."""


Foreseen: TypeAlias = (
    LayFirstCard
    | WalkOn
    | PickPay
    | PushOn
    | PickMonument
    | PickMonumentCell
    | PushAway
    | GatherNext
)
"""Choices whose actions are valued by the position that follows."""


def quiet_action(view: Town, seat: Seat) -> CultusAction | None:
    """The action, or None where the position is at rest."""
    match view.agenda[-1]:
        case SplitGold() as step:
            return _split(view, seat, step)
        case Lay() as step:
            return _lay(view, seat, step)
        case PickPawnCell() as step:
            return _fly(view, seat, step)
        case DiscardDown() | DiscardForMove() as step:
            return min(step.actions(view), key=lambda action: _card(view, seat, action))
        case DrawForEnemy() as step:
            return _draw(view, seat, step)
        case step if isinstance(step, Foreseen):
            return _foreseen(view, seat, step.actions(view))
        case _:
            return None


def _foreseen(view: Town, seat: Seat, actions: Sequence[CultusAction]) -> CultusAction:
    """The action with the best value for the seat."""
    if len(actions) == 1:
        return actions[0]
    return max(actions, key=lambda action: _value(view, seat, action))


def _value(view: Town, seat: Seat, action: CultusAction) -> float:
    """The value of the quiet position that follows from an action."""
    chosen: CultusAction | None = action
    while chosen is not None:
        foreseen = preview(view, seat, chosen)
        view = foreseen.state
        if foreseen.open_end or not view.agenda or seat not in view.agenda[-1].waiting():
            break
        step = view.agenda[-1]
        if isinstance(step, Foreseen):
            return max(_value(view, seat, action) for action in step.actions(view))
        chosen = quiet_action(view, seat)
    return evaluate(view, seat)


def _split(view: Town, seat: Seat, step: SplitGold) -> AllotGold:
    """Choose the split with the most gold on the more valuable track."""
    prices = prices_now(view, seat)
    return max(
        step.actions(view),
        key=lambda action: action.cost * prices.cost + action.character * prices.character,
    )


def _fly(view: Town, seat: Seat, step: PickPawnCell) -> PickCell:
    """Choose the cell from which the action points left bring most."""
    scene = scene_of(view, seat, prices_now(view, seat), paid=view.turn.paid)
    points = max(1, view.turn.points)
    walk = Walk(scene)
    return max(step.actions(view), key=lambda action: walk.best(action.cell, points))


def _card(view: Town, seat: Seat, action: DiscardCard) -> int:
    """The value of a card for the plan: 2 for its icon, 1 for each icon of its pair."""
    plan, icons = view.rulers[seat].plan, view.content.card[action.card].cells
    if plan is None:
        return 0
    wanted = view.content.plan[plan]
    return 2 * icons.count(wanted.icon) + sum(icon in wanted.pair for icon in icons)


def _draw(view: Town, seat: Seat, step: DrawForEnemy) -> DrawCard:
    """Choose the deck with the own medal, so that the medal returns sooner."""
    offered = step.actions(view)
    home = (action for action in offered if view.space(action.income).medal == seat)
    return next(home, offered[0])


# ------------------------------------------------------------ laying a card


def _lay(view: Town, seat: Seat, step: Lay) -> LayCard:
    """Choose the placement with the most gain for the plan, own monuments and paying steps."""
    judge = _Judge(view, seat)
    faces = {turn: view.content.faces(known(step.card), turn) for turn in view.geometry.rotations}
    return max(
        step.actions(view), key=lambda action: judge.gain(action.anchor, faces[action.rotation])
    )


class _Judge:
    """The values of icons and of pairs of icons for a player."""

    def __init__(self, view: Town, seat: Seat) -> None:
        self._view = view
        constants, content, ruler = view.content.constants, view.content, view.rulers[seat]
        share = plan_share(view)
        pays = NEAR * step_gold(view) * prices_now(view, seat).cost
        self._pairs: dict[tuple[IconId, IconId], float] = {}
        for space in view.row:
            if not space.is_gold:
                one, other = content.income[space.income].icons
                self._pairs[one, other] = self._pairs[other, one] = pays
        self._icons: dict[IconId, float] = {}
        if ruler.plan is not None:
            plan = content.plan[ruler.plan]
            self._icons[plan.icon] = share * constants.plan_icon_vp
            for icons in (plan.pair, plan.pair[::-1]):
                self._pairs[icons] = self._pairs.get(icons, 0.0) + share * constants.plan_pair_vp

    def gain(self, anchor: Cell, faces: tuple[IconId, ...]) -> float:
        """The change in value when a card is laid at an anchor."""
        geometry, icons = self._view.geometry, self._view.icons
        under = dict(zip(geometry.covers[anchor], faces, strict=True))
        total = 0.0
        seen: set[Pair] = set()
        for cell, face in under.items():
            total += self._icons.get(face, 0.0) - self._icons.get(icons[cell] or "", 0.0)
            for other in geometry.adjacent[cell]:
                pair = (cell, other) if cell < other else (other, cell)
                if pair in seen:
                    continue
                seen.add(pair)
                before = icons[other]
                total += self._pair(face, under.get(other, before)) - self._pair(
                    icons[cell], before
                )
        return total

    def _pair(self, one: IconId | None, other: IconId | None) -> float:
        return 0.0 if one is None or other is None else self._pairs.get((one, other), 0.0)

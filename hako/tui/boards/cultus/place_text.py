"""Texts about the places of a board of Cultus."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.cultus.cards import CardId, IncomeId, MonumentId, PlanId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import icon_of, site
from hako.content.cultus.scoring import (
    building_pays,
    plan_counts,
    plan_pays,
    power_counts,
    projected_score,
)
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.rules.model import Seat
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.boards.place_canvas import BoardPlace


def place_text(context: CultusContext, place: BoardPlace) -> str:
    """The text about a place."""
    match place:
        case ("cell", int(cell)):
            return join_sentences(_cell(context, cell))
        case ("income", str(income)):
            return join_sentences(_income(context, income))
        case ("hand", str(card)):
            return _hand_card(context, card)
        case ("monument" | "card", str(card)):
            return join_sentences(_monument_card(context, card))
        case ("power", power):
            score = f". {_score_power(context)}" if power == "score" else ""
            return f"{context.texts.term('power', power)}{score}"
        case ("do", _):
            return context.texts.render(context.offered[place][0])
        case _:
            return _standing(context, place)


def _standing(context: CultusContext, place: BoardPlace) -> str:
    """The text about a player, the enemy or the game; empty for another place."""
    match place:
        case ("seat", int(seat)):
            return join_sentences(_ruler(context, seat))
        case ("enemy",) | ("sheet", None):
            return _enemy(context)
        case ("own_plan",):
            return _plan(context, context.town.rulers[context.home].plan)
        case ("plan", str(plan)):
            return _plan(context, plan)
        case ("sheet", int(seat)):
            return _sheet(context, seat)
        case ("sheet",):
            return join_sentences(_sheet(context, seat) for seat in context.town.seats)
        case ("clock",):
            return context.say("about_clock", cards=context.town.cards_in_decks())
        case _:
            return ""


def _cell(context: CultusContext, cell: Cell) -> Iterator[str]:
    town, icon = context.town, context.town.icons[cell]
    yield context.say("cell" if icon else "empty_cell", cell=cell, icon=icon)
    if context.is_centre(cell):
        yield context.say("centre", vp=town.content.constants.centre_vp)
    if cell in context.pawns:
        yield context.say("pawn", seat=context.pawns[cell])
    for owner in context.monuments.get(cell, []):
        yield context.say("monument", owner=context.owner_name(owner))
    around = dict.fromkeys(town.content.icon, 0)
    for other in town.geometry.around[cell]:
        shown = town.icons[other]
        if shown is not None:
            around[shown] += 1
    if counted := {kind: count for kind, count in around.items() if count}:
        yield context.say("around", icons=counted)


def _income(context: CultusContext, income: IncomeId) -> Iterator[str]:
    space = context.town.space(income)
    if space.is_gold:
        yield context.say("gold_words", income=income)
    else:
        yield context.say(
            "income_words", income=income, gold=context.step_gold, cards=len(space.deck)
        )
    if space.medal is not None:
        yield context.say("medal_words", seat=space.medal)


def _hand_card(context: CultusContext, card: CardId) -> str:
    return context.say("hand_words", card=card, icons=context.faces(card))


def _monument_card(context: CultusContext, card: MonumentId) -> Iterator[str]:
    yield f"{context.monument_name(card)}:"
    town, cell = context.town, site(context.town, context.home)
    if cell is not None:
        yield context.say("pays_here", vp=building_pays(town, context.home, cell, card), cell=cell)
    yield context.cards.monument[card].text.text(context.texts.language)


def _score_power(context: CultusContext) -> str:
    town, seat = context.town, context.home
    return context.say("score_words", icon=icon_of(town, seat), count=power_counts(town, seat))


def _ruler(context: CultusContext, seat: Seat) -> Iterator[str]:
    ruler = context.town.rulers[seat]
    yield context.say(
        "ruler" if ruler.character else "new_ruler",
        seat=seat,
        character=[ruler.character] if ruler.character else [],
        cost=ruler.cost or 0,
        gold=ruler.character_gold,
        stock=ruler.stock,
        hand=len(ruler.hand),
        monuments=len(ruler.monuments),
    )
    if ruler.has_medal:
        yield context.say("medal_home")
    if ruler.cards:
        yield context.say("owns", cards=ruler.cards)
    yield _sheet(context, seat)


def _sheet(context: CultusContext, seat: Seat) -> str:
    score = projected_score(context.town, seat)
    key = "sheet" if score.plan is not None else "sheet_hidden"
    return context.say(
        key, seat=seat, vp=score.vp, centre=score.centre, plan=score.plan or 0, total=score.total
    )


def _enemy(context: CultusContext) -> str:
    enemy = context.town.foe
    card, score = context.cards.enemy[enemy.id], projected_score(context.town, None)
    sentence = context.say(
        "enemy",
        enemy=enemy.id,
        track=enemy.track,
        steps=card.track,
        vp=score.vp,
        centre=score.centre,
        icons=score.icons,
        total=score.total,
    )
    return f"{sentence} {card.text.text(context.texts.language)}"


def _plan(context: CultusContext, plan: PlanId | None) -> str:
    if plan is None:
        return ""
    count, pairs = plan_counts(context.town, plan)
    return context.say(
        "plan_words", plan=plan, count=count, pairs=pairs, vp=plan_pays(context.town, plan)
    )

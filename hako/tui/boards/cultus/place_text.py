"""Places of a board of Cultus in words."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.cultus.cards import CardId, IncomeId, MonumentId, PlanId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.movement import icon_of, site
from hako.content.cultus.scores import (
    building_pays,
    plan_counts,
    plan_pays,
    power_counts,
    projected_score,
)
from hako.engine.rules.model import Seat
from hako.tui.boards.cultus.draw_context import Sketch
from hako.tui.boards.place_canvas import BoardPlace


def in_words(sketch: Sketch, place: BoardPlace) -> str:
    """A place in words."""
    match place:
        case ("cell", int(cell)):
            return " ".join(_cell(sketch, cell))
        case ("income", str(income)):
            return " ".join(_income(sketch, income))
        case ("hand", str(card)):
            return _hand_card(sketch, card)
        case ("monument" | "card", str(card)):
            return " ".join(_monument_card(sketch, card))
        case ("power", power):
            score = f". {_score_power(sketch)}" if power == "score" else ""
            return f"{sketch.texts.term('power', power)}{score}"
        case ("do", _):
            return sketch.texts.render(sketch.offered[place][0])
        case _:
            return _standing(sketch, place)


def _standing(sketch: Sketch, place: BoardPlace) -> str:
    """How somebody stands, or the game."""
    match place:
        case ("seat", int(seat)):
            return " ".join(_ruler(sketch, seat))
        case ("enemy",) | ("sheet", None):
            return _enemy(sketch)
        case ("own_plan",):
            return _plan(sketch, sketch.town.rulers[sketch.home].plan)
        case ("plan", str(plan)):
            return _plan(sketch, plan)
        case ("sheet", int(seat)):
            return _sheet(sketch, seat)
        case ("sheet",):
            return " ".join(_sheet(sketch, seat) for seat in sketch.town.seats)
        case ("clock",):
            return sketch.say("about_clock", cards=sketch.town.cards_in_decks())
        case _:
            return ""


def _cell(sketch: Sketch, cell: Cell) -> Iterator[str]:
    town, icon = sketch.town, sketch.town.icons[cell]
    yield sketch.say("cell" if icon else "empty_cell", cell=cell, icon=icon)
    if sketch.is_centre(cell):
        yield sketch.say("centre", vp=town.content.constants.centre_vp)
    if cell in sketch.pawns:
        yield sketch.say("pawn", seat=sketch.pawns[cell])
    for owner in sketch.monuments.get(cell, []):
        yield sketch.say("monument", owner=sketch.owner_name(owner))
    around = dict.fromkeys(town.content.icon, 0)
    for other in town.geometry.around[cell]:
        shown = town.icons[other]
        if shown is not None:
            around[shown] += 1
    if counted := {its: count for its, count in around.items() if count}:
        yield sketch.say("around", icons=counted)


def _income(sketch: Sketch, income: IncomeId) -> Iterator[str]:
    space = sketch.town.space(income)
    if space.is_gold:
        yield sketch.say("gold_words", income=income)
    else:
        yield sketch.say(
            "income_words", income=income, gold=sketch.step_gold, cards=len(space.deck)
        )
    if space.medal is not None:
        yield sketch.say("medal_words", seat=space.medal)


def _hand_card(sketch: Sketch, card: CardId) -> str:
    return sketch.say("hand_words", card=card, icons=sketch.faces(card))


def _monument_card(sketch: Sketch, card: MonumentId) -> Iterator[str]:
    yield f"{sketch.monument_name(card)}:"
    town, cell = sketch.town, site(sketch.town, sketch.home)
    if cell is not None:
        yield sketch.say("pays_here", vp=building_pays(town, sketch.home, cell, card), cell=cell)
    yield sketch.cards.monument[card].text.text(sketch.texts.language)


def _score_power(sketch: Sketch) -> str:
    town, seat = sketch.town, sketch.home
    return sketch.say("score_words", icon=icon_of(town, seat), count=power_counts(town, seat))


def _ruler(sketch: Sketch, seat: Seat) -> Iterator[str]:
    ruler = sketch.town.rulers[seat]
    yield sketch.say(
        "ruler",
        seat=seat,
        character=[ruler.character] if ruler.character else [],
        cost=ruler.cost or 0,
        gold=ruler.character_gold,
        stock=ruler.stock,
        hand=len(ruler.hand),
        monuments=len(ruler.monuments),
    )
    if ruler.has_medal:
        yield sketch.say("medal_home")
    if ruler.cards:
        yield sketch.say("owns", cards=ruler.cards)
    yield _sheet(sketch, seat)


def _sheet(sketch: Sketch, seat: Seat) -> str:
    its = projected_score(sketch.town, seat)
    key = "sheet" if its.plan is not None else "sheet_hidden"
    return sketch.say(
        key, seat=seat, vp=its.vp, centre=its.centre, plan=its.plan or 0, total=its.total
    )


def _enemy(sketch: Sketch) -> str:
    enemy = sketch.town.foe
    card, its = sketch.cards.enemy[enemy.id], projected_score(sketch.town, None)
    told = sketch.say(
        "enemy",
        enemy=enemy.id,
        track=enemy.track,
        steps=card.track,
        vp=its.vp,
        centre=its.centre,
        icons=its.icons,
        total=its.total,
    )
    return f"{told} {card.text.text(sketch.texts.language)}"


def _plan(sketch: Sketch, plan: PlanId | None) -> str:
    if plan is None:
        return ""
    count, pairs = plan_counts(sketch.town, plan)
    return sketch.say(
        "plan_words", plan=plan, count=count, pairs=pairs, vp=plan_pays(sketch.town, plan)
    )

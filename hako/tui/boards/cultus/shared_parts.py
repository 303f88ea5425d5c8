"""Parts of a board of Cultus that look the same in small and in large."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style

from hako.content.cultus.actions import AllotGold, KeepCharacter, KeepPlan, MovePawn, Stay
from hako.content.cultus.cards import CardId, PlanId, PowerId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.map_moves import site
from hako.content.cultus.scoring import building_pays, plan_pays, power_pays, projected_score
from hako.content.cultus.state import Owner, Pair
from hako.content.cultus.steps.setup import PickCharacter
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.engine.rules.play import pending
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.boards.cultus.move_preview import MovePreview
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.widgets.action_thumbnails import Thumbnail
from hako.tui.widgets.canvas import StyledLine

PICTURE = 8
"""Cells of a building in the picture of a card."""

# ------------------------------------------------------------ the map


def link(context: CultusContext, pair: Pair, *, down: bool) -> tuple[str, Style]:
    """The sign between two neighbours, and how it is written; blank where nothing pays."""
    move_preview, ink = context.move_preview, context.ink
    if move_preview and pair in move_preview.broken:
        return context.symbol("broken"), ink.danger
    if pair not in context.pairs:
        return " ", ink.text
    if context.is_used(pair):
        return context.symbol("used_down" if down else "used"), ink.dim
    sign = context.symbol("pays_down" if down else "pays")
    return sign, ink.good if move_preview and pair in move_preview.made else ink.money


def token(context: CultusContext, cell: Cell) -> tuple[str, Style]:
    """The monument of a cell; how many there are, if several share it."""
    owners = context.monuments.get(cell, [])
    if not owners:
        return " ", context.ink.text
    text = context.monument_mark(owners[0]) if len(owners) == 1 else str(len(owners))
    return text, context.ink.focus if context.is_new(cell) else context.owner_style(owners[0])


def middle(context: CultusContext) -> tuple[frozenset[int], frozenset[int]]:
    """The rows and columns in which the centre lies, 1-based."""
    spots = [context.town.geometry.spot(cell) for cell in context.town.geometry.centre_cells]
    return frozenset(row for row, _ in spots), frozenset(column for _, column in spots)


def step(context: CultusContext, cell: Cell) -> tuple[str, Style] | None:
    """The pay of a step to a cell: its gold, or a star if the seat's own medal pays, too."""
    walks = any(isinstance(action, MovePawn) for action in context.offered.get(("cell", cell), ()))
    if not walks or cell not in context.steps:
        return None
    gold, vp = context.steps[cell]
    if vp:
        sign = context.symbols.star if vp > 0 else context.symbol("loss")
        return sign, context.ink.good if vp > 0 else context.ink.danger
    return (str(gold), context.ink.money) if gold else (context.symbols.pointer, context.ink.accent)


# ------------------------------------------------------------ what can be done beside the map


def choices(context: CultusContext) -> Iterator[tuple[BoardPlace, str]]:
    """The choices that have no other place on the board, each with a short label."""
    for place, actions in context.offered.items():
        match actions[0]:
            case AllotGold(cost, gold):
                yield place, context.say("split", cost=cost, gold=gold)
            case KeepCharacter(name):
                character = context.cards.character[name]
                text = character.name.text(context.texts.language)
                yield place, f"{text} {context.sign(character.icon)}"
            case KeepPlan(name):
                yield place, _plan(context, name)
            case Stay():
                yield place, context.say("stay")
            case _ if place == ("do", "end"):
                yield place, context.say("end")
    if isinstance(step := pending(context.town), PickCharacter):
        for name in step.plans:
            yield ("plan", name), _plan(context, name)


def _plan(context: CultusContext, name: PlanId) -> str:
    """A plan in a few signs, with its points as they stand."""
    title = context.cards.plan[name].name.text(context.texts.language)
    return f"{title} {plan_signs(context, name)} {plan_pays(context.town, name)}"


def chip(
    context: CultusContext, line: StyledLine, place: BoardPlace, text: str, y: int
) -> StyledLine:
    """Write a choice in a few words, in row y; dim where it cannot be chosen now."""
    start, offered = line.x, context.is_offered(place)
    sign = context.symbols.pointer if offered else " "
    line.put(f"{sign}{text}", context.ink.strong if offered else context.ink.dim)
    context.drawing.place(place, start, y, line.x - start)
    return line.put("  "[: max(0, context.drawing.width - line.x)], context.ink.text)


def power_text(context: CultusContext, power: PowerId) -> str:
    """A power with its cost in gold, and with its points, if it pays any."""
    entry = context.cards.power[power]
    text = f"{entry.cost}$ {context.say(f'power.{power}')}"
    pays = power_pays(context.town, context.home)
    return f"{text} +{pays}{context.symbols.star}" if entry.vp else text


def choice_strip(context: CultusContext, y: int) -> int:
    """Draw the choices without another place and the powers of the character; the line below."""
    chips: list[tuple[BoardPlace | None, str]] = [*choices(context)]
    if context.town.turn.phase != "setup" and context.character(context.home) is not None:
        chips.append((None, context.say("powers_here")))
        chips += [(("power", power), power_text(context, power)) for power in context.cards.power]
    line = context.drawing.at(0, y)
    for place, text in chips:
        if line.x and line.x + 1 + cell_width(text) > context.drawing.width:
            y, line = y + 1, context.drawing.at(0, y + 1)
        if place is None:
            line.put(f" {text} ", context.ink.dim)
        else:
            chip(context, line, place, text, y)
    return y + 1


# ------------------------------------------------------------ cards and counts


def heading(context: CultusContext, x: int, y: int, *, has_turn: bool = True) -> int:
    """Draw turn, phase, action points, the pay of a step, and the clock of the end.

    Turn and points are left out where the list beside the board tells them. Return the first column
    behind the pay.
    """
    ink, turn = context.ink, context.town.turn
    line = context.drawing.at(x, y)
    text, style = decks_text(context)
    end = context.drawing.width - cell_width(text) - 1
    if turn.number and has_turn:
        turn_text = context.say("turn_left", number=turn.number, points=turn.points)
        line.put(turn_text, ink.strong).put(" ", ink.text)
    if not turn.points:
        line.put(f"{context.say(f'phase.{turn.phase}')} ", ink.text)
    if context.step_gold and turn.number:
        road = context.symbol("pays")
        pays = context.say("road_pays", road=road, gold=context.step_gold)
        has_room = line.x + cell_width(pays) < end
        line.put(pays if has_room else f"{road}{context.step_gold}$", ink.money)
    behind = line.x
    context.drawing.at(end, y).put(text, style)
    context.drawing.place(("clock",), end, y, cell_width(text))
    return behind


def plan(context: CultusContext, x: int, y: int) -> None:
    """Write the own plan in the row of the heading, by names where they have room."""
    line, label = context.drawing.at(x, y), context.say("plan")
    room = context.drawing.width - cell_width(decks_text(context)[0]) - 3 - x
    for worth in (plan_worth(context, named=True), plan_worth(context)):
        if worth and cell_width(f"{label} {worth}") <= room:
            line.put(f"{label} ", context.ink.dim).put(worth, context.ink.text)
            context.drawing.place(("own_plan",), x, y, line.x - x)
            return


def changes(context: CultusContext, line: StyledLine, move_preview: MovePreview) -> None:
    """Draw the changes that the card being laid would make."""
    ink = context.ink
    line.put(f"{context.say('pairs')} ", ink.dim)
    line.put(f"+{len(move_preview.made)}", ink.good).put(
        f" -{len(move_preview.broken)}", ink.danger
    )
    line.put(f"  {context.say('plan')} ", ink.dim).put(f"{move_preview.plan:+d}", ink.strong)
    line.put(f"  {context.say('power_short')} ", ink.dim).put(
        f"{move_preview.power:+d}", ink.strong
    )
    covered = [icon for cell in sorted(move_preview.covered) if (icon := context.town.icons[cell])]
    if covered:
        line.put(f"  {context.say('covers')} ", ink.dim)
    for icon in covered:
        line.put(context.sign(icon), context.style(icon)).put(" ", ink.text)


def legend(context: CultusContext, x: int, y: int) -> int:
    """The icons with their names, in one line if there is room; the line below."""
    line = context.drawing.at(x, y)
    for icon in context.cards.icon:
        sign, name = context.sign(icon), f" {context.name(icon)}"
        if line.x + cell_width(f"{sign}{name}") > context.drawing.width:
            y, line = y + 1, context.drawing.at(x, y + 1)
        line.put(sign, context.style(icon)).put(name, context.ink.text).at(line.x + 2)
    return y + 1


def is_in_hand_offered(context: CultusContext, card: CardId | None) -> bool:
    """True if a hand card may be chosen now, or is the one being laid."""
    laid = getattr(context.scene.step, "card", None)
    return card is not None and (card == laid or context.is_offered(("hand", card)))


def card_thumbnail(context: CultusContext, card: CardId) -> Thumbnail:
    """The buildings of a hand card by name, on their grounds."""
    faces, columns = context.faces(card), context.town.geometry.card_columns
    pieces = [(context.name_in(icon, PICTURE), context.style(icon)) for icon in faces if icon]
    filled = [(f"{name}{' ' * (PICTURE - cell_width(name))}", style) for name, style in pieces]
    return tuple(tuple(filled[at : at + columns]) for at in range(0, len(filled), columns))


def plan_signs(context: CultusContext, plan: str, *, named: bool = False) -> str:
    """A plan in signs, or by names: the icon it counts, and its pair."""
    card, name = context.cards.plan[plan], context.name if named else context.sign
    first, second = card.pair
    return f"{name(card.icon)} {name(first)}-{name(second)}"


def plan_worth(context: CultusContext, *, named: bool = False) -> str:
    """The own plan with its points as they stand; empty where no plan may be seen."""
    plan = context.town.rulers[context.home].plan
    if plan is None:
        return ""
    signs = plan_signs(context, plan, named=named)
    return f"{signs} {plan_pays(context.town, plan)}{context.symbols.star}"


def total(context: CultusContext, owner: Owner) -> str:
    """The total of an owner if the game ended now, marked where a plan is not known."""
    score = projected_score(context.town, owner)
    return f"{score.total}{'+?' if score.plan is None else ''}"


def site_pays(context: CultusContext, card: str) -> int | None:
    """The points for building at the own pawn; None where no monument can be built."""
    cell = site(context.town, context.home)
    return None if cell is None else building_pays(context.town, context.home, cell, card)


def decks_text(context: CultusContext) -> tuple[str, Style]:
    """The number of cards left in all decks, or that the last round (alone: turn) is played."""
    town = context.town
    if town.last_cube is not None:
        return context.say("last_turn" if town.is_solo else "last_round"), context.ink.danger
    left = town.cards_in_decks()
    low = left <= 2 * len(town.rulers)
    return context.say("decks", cards=left), context.ink.warn if low else context.ink.dim


def abilities(context: CultusContext, seat: Seat) -> str:
    """The monument cards of a seat, in short."""
    return " ".join(context.monument_short(card) for card in context.town.rulers[seat].cards)

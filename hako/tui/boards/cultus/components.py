"""Parts of a board of Cultus that look the same in small and in large."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style

from hako.content.cultus.actions import AllotGold, KeepCharacter, KeepPlan, MovePawn, Stay
from hako.content.cultus.cards import CardId, PlanId, PowerId
from hako.content.cultus.geometry import Cell
from hako.content.cultus.movement import site
from hako.content.cultus.scores import building_pays, plan_pays, power_pays, projected_score
from hako.content.cultus.state import Owner, Pair
from hako.content.cultus.steps.setup import PickCharacter
from hako.engine.i18n.width import cell_width
from hako.engine.rules.model import Seat
from hako.engine.rules.play import pending
from hako.tui.boards.cultus.draw_context import Sketch
from hako.tui.boards.cultus.move_preview import Ghost
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.widgets.canvas import StyledLine

# ------------------------------------------------------------ the map


def link(sketch: Sketch, pair: Pair, *, down: bool) -> tuple[str, Style]:
    """The sign between two neighbours, and how it is written; blank where nothing pays."""
    ghost, ink = sketch.ghost, sketch.ink
    if ghost and pair in ghost.broken:
        return sketch.symbol("broken"), ink.danger
    if pair not in sketch.pairs:
        return " ", ink.text
    if sketch.is_used(pair):
        return sketch.symbol("used_down" if down else "used"), ink.dim
    sign = sketch.symbol("pays_down" if down else "pays")
    return sign, ink.good if ghost and pair in ghost.made else ink.money


def token(sketch: Sketch, cell: Cell) -> tuple[str, Style]:
    """The monument of a cell; how many there are, if several share it."""
    owners = sketch.monuments.get(cell, [])
    if not owners:
        return " ", sketch.ink.text
    text = sketch.monument_mark(owners[0]) if len(owners) == 1 else str(len(owners))
    return text, sketch.ink.focus if sketch.is_new(cell) else sketch.owner_style(owners[0])


def pawn_style(sketch: Sketch, cell: Cell) -> Style:
    """How the pawn of a cell is drawn: in its colour, or as a ghost that would come there."""
    seat = sketch.pawns[cell]
    is_there = sketch.town.rulers[seat].pawn == cell
    return sketch.ink.owner(seat) if is_there else sketch.ink.focus


def middle(sketch: Sketch) -> tuple[frozenset[int], frozenset[int]]:
    """The rows and columns in which the centre lies, 1-based."""
    spots = [sketch.town.geometry.spot(cell) for cell in sketch.town.geometry.centre_cells]
    return frozenset(row for row, _ in spots), frozenset(column for _, column in spots)


def step(sketch: Sketch, cell: Cell) -> tuple[str, Style] | None:
    """What a step to a cell pays: its gold, a star if the own medal pays too."""
    walks = any(isinstance(action, MovePawn) for action in sketch.offered.get(("cell", cell), ()))
    if not walks or cell not in sketch.steps:
        return None
    gold, vp = sketch.steps[cell]
    if vp:
        sign = sketch.symbols.star if vp > 0 else sketch.symbol("loss")
        return sign, sketch.ink.good if vp > 0 else sketch.ink.danger
    return (str(gold), sketch.ink.money) if gold else (sketch.symbols.pointer, sketch.ink.accent)


# ------------------------------------------------------------ what can be done beside the map


def choices(sketch: Sketch) -> Iterator[tuple[BoardPlace, str]]:
    """What may be chosen that lies nowhere else, with a few words for each."""
    for place, actions in sketch.offered.items():
        match actions[0]:
            case AllotGold(cost, gold):
                yield place, f"{cost}+{gold}"
            case KeepCharacter(name):
                character = sketch.cards.character[name]
                said = character.name.text(sketch.texts.language)
                yield place, f"{said} {sketch.sign(character.icon)}"
            case KeepPlan(name):
                yield place, _plan(sketch, name)
            case Stay():
                yield place, sketch.say("stay")
            case _ if place == ("do", "end"):
                yield place, sketch.say("end")
    if isinstance(step := pending(sketch.town), PickCharacter):
        for name in step.plans:
            yield ("plan", name), _plan(sketch, name)


def _plan(sketch: Sketch, name: PlanId) -> str:
    """A plan in a few signs, with what it pays now."""
    said = sketch.cards.plan[name].name.text(sketch.texts.language)
    return f"{said} {plan_signs(sketch, name)} {plan_pays(sketch.town, name)}"


def chip(sketch: Sketch, line: StyledLine, place: BoardPlace, text: str, y: int) -> StyledLine:
    """Something to choose in a few words, in row y; dim where it cannot be chosen now."""
    start, offered = line.x, sketch.is_offered(place)
    sign = sketch.symbols.pointer if offered else " "
    line.put(f"{sign}{text}", sketch.ink.strong if offered else sketch.ink.dim)
    sketch.drawing.place(place, start, y, line.x - start)
    return line.put("  ", sketch.ink.text)


def power_text(sketch: Sketch, power: PowerId) -> str:
    """A power with its cost; what it pays now, if it pays points."""
    its = sketch.cards.power[power]
    text = f"{its.cost} {sketch.say(f'power.{power}')}"
    return f"{text} +{power_pays(sketch.town, sketch.home)}" if its.vp else text


def choice_strip(sketch: Sketch, y: int) -> int:
    """What may be chosen that lies nowhere else, and the powers of the character; the line below."""
    chips = [*choices(sketch)]
    if sketch.town.turn.phase != "setup" and sketch.character(sketch.home) is not None:
        chips += [(("power", power), power_text(sketch, power)) for power in sketch.cards.power]
    line = sketch.drawing.at(0, y)
    for place, text in chips:
        if line.x and line.x + 1 + cell_width(text) > sketch.drawing.width:
            y, line = y + 1, sketch.drawing.at(0, y + 1)
        chip(sketch, line, place, text, y)
    return y + 1


# ------------------------------------------------------------ cards and counts


def heading(sketch: Sketch, x: int, y: int) -> None:
    """Turn, phase, action points, what a step pays, how near the end is."""
    ink, turn = sketch.ink, sketch.town.turn
    line = sketch.drawing.at(x, y)
    if turn.number:
        line.put(f"{sketch.say('turn', number=turn.number)} ", ink.strong)
    line.put(sketch.say(f"phase.{turn.phase}"), ink.text)
    if turn.points:
        line.put(f" {sketch.say('points', points=turn.points)}", ink.accent)
    if sketch.step_gold and turn.number:
        line.put(f" {sketch.symbol('pays')}+{sketch.step_gold}", ink.money)
    text, style = decks_text(sketch)
    end = sketch.drawing.width - cell_width(text) - 1
    sketch.drawing.at(end, y).put(text, style)
    sketch.drawing.place(("clock",), end, y, cell_width(text))


def changes(sketch: Sketch, line: StyledLine, ghost: Ghost) -> None:
    """What a card that is being laid would change."""
    ink = sketch.ink
    line.put(f"{sketch.say('pairs')} ", ink.dim)
    line.put(f"+{len(ghost.made)}", ink.good).put(f" -{len(ghost.broken)}", ink.danger)
    line.put(f"  {sketch.say('plan')} ", ink.dim).put(f"{ghost.plan:+d}", ink.strong)
    line.put(f"  {sketch.say('power_short')} ", ink.dim).put(f"{ghost.power:+d}", ink.strong)
    covered = [icon for cell in sorted(ghost.covered) if (icon := sketch.town.icons[cell])]
    if covered:
        line.put(f"  {sketch.say('covers')} ", ink.dim)
    for icon in covered:
        line.put(sketch.sign(icon), sketch.style(icon)).put(" ", ink.text)


def legend(sketch: Sketch, x: int, y: int) -> int:
    """The icons with their names, in one line if there is room; the line below."""
    line = sketch.drawing.at(x, y)
    for icon in sketch.cards.icon:
        sign, name = sketch.sign(icon), f" {sketch.name(icon)}"
        if line.x + cell_width(f"{sign}{name}") > sketch.drawing.width:
            y, line = y + 1, sketch.drawing.at(x, y + 1)
        line.put(sign, sketch.style(icon)).put(name, sketch.ink.text).at(line.x + 2)
    return y + 1


def is_in_hand_offered(sketch: Sketch, card: CardId | None) -> bool:
    """Whether a hand card may be chosen now, or is the one that is being laid."""
    laid = getattr(sketch.scene.step, "card", None)
    return card is not None and (card == laid or sketch.is_offered(("hand", card)))


def plan_signs(sketch: Sketch, plan: str) -> str:
    """A plan in signs: the icon it counts, and its pair."""
    its = sketch.cards.plan[plan]
    first, second = its.pair
    return f"{sketch.sign(its.icon)} {sketch.sign(first)}-{sketch.sign(second)}"


def plan_worth(sketch: Sketch) -> str:
    """The own plan and what it pays now; empty where there is none to be seen."""
    plan = sketch.town.rulers[sketch.home].plan
    if plan is None:
        return ""
    return f"{plan_signs(sketch, plan)} {plan_pays(sketch.town, plan)}"


def total(sketch: Sketch, owner: Owner) -> str:
    """What the end would give an owner now; with a mark where a plan is not known."""
    its = projected_score(sketch.town, owner)
    return f"{its.total}{'+?' if its.plan is None else ''}"


def site_pays(sketch: Sketch, card: str) -> int | None:
    """Points for building where the own pawn stands; None where no monument could stand."""
    cell = site(sketch.town, sketch.home)
    return None if cell is None else building_pays(sketch.town, sketch.home, cell, card)


def decks_text(sketch: Sketch) -> tuple[str, Style]:
    """Cards left in all decks, or that the last round is played; alone it is the last turn."""
    town = sketch.town
    if town.last_cube is not None:
        return sketch.say("last_turn" if town.is_solo else "last_round"), sketch.ink.danger
    left = town.cards_in_decks()
    low = left <= 2 * len(town.rulers)
    return sketch.say("decks", cards=left), sketch.ink.warn if low else sketch.ink.dim


def abilities(sketch: Sketch, seat: Seat) -> str:
    """The monument cards of a seat, in short."""
    return " ".join(sketch.monument_short(card) for card in sketch.town.rulers[seat].cards)

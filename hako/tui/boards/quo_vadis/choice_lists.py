"""The lists next to the map to choose from: races, cubes, skills, terrains, and the draft."""

from __future__ import annotations

from collections.abc import Sequence

from hako.content.quo_vadis.actions import (
    LaySkill,
    NameTerrain,
    PickSkill,
    SpreadCubes,
    TakeBasicSkill,
    TakeRace,
    UseSkill,
)
from hako.content.quo_vadis.cards import RaceId, SkillId
from hako.engine.i18n.width import cell_width
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext, Row
from hako.tui.widgets.canvas import wrapped

NAME = 22
"""Columns for the name of a skill before its text."""


def _skills_offered(context: QuoVadisContext) -> list[SkillId]:
    return [action.skill for action in context.offers(TakeBasicSkill | LaySkill | UseSkill)]


def _choice(context: QuoVadisContext, place: BoardPlace, name: str) -> Row:
    mark = context.symbols.pointer if place == context.cursor else " "
    return Row(((f"{mark} ", context.ink.accent), (name, context.ink.text)), place)


def choice_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """Races, spreads of cubes, or skills, and the text of the one at the cursor."""
    rows = [
        *short_choices(context),
        *(_choice(context, ("skill", it), context.skill(it)) for it in _skills_offered(context)),
    ]
    return [*rows, *context.words(_about(context), width, context.ink.dim)]


def short_choices(context: QuoVadisContext) -> list[Row]:
    """Races, spreads of cubes or terrains: what may be chosen beside the map, a word each."""
    rows = [_people(context, action.race) for action in context.offers(TakeRace)]
    rows += [
        _choice(context, ("cubes", spirit), context.say("spirit", count=spirit))
        for spirit in dict.fromkeys(action.spirit for action in context.offers(SpreadCubes))
    ]
    rows += [
        _choice(context, ("terrain", action.terrain), context.terrain(action.terrain))
        for action in context.offers(NameTerrain)
    ]
    return rows


def basic_skills(context: QuoVadisContext, width: int, *, in_full: bool = True) -> list[Row]:
    """The two skills of the selected people, between which their god will choose."""
    rows = list[Row]()
    if isinstance(context.meant, TakeRace):
        for skill in context.cards.race[context.meant.race].basic_skills:
            rows.append(context.text(context.skill(skill), context.ink.strong))
            text = context.cards.skill[skill].text.text(context.texts.language)
            rows += context.words(text, width) if in_full else []
    return rows


def _people(context: QuoVadisContext, name: RaceId) -> Row:
    """A race, in the colour of its terrain."""
    pointer, _ = _choice(context, ("race", name), "").marks
    label = context.texts.term("race", name)
    ground = context.ground(context.cards.race[name].terrain)
    return Row((pointer, (label, ground)), ("race", name))


def _about(context: QuoVadisContext) -> str:
    """The text of the card at the cursor."""
    language = context.texts.language
    match context.cursor:
        case ("race", str(name)):
            return context.cards.race[name].text.text(language)
        case (("skill" | "kept"), str(name)):
            return context.cards.skill[name].text.text(language)
        case ("cubes", _) if context.meant is not None:
            return context.texts.render(context.meant)
        case _:
            return ""


def draft_rows(context: QuoVadisContext, width: int) -> list[Row]:
    """The pack, the cards kept from those before, and the card at the cursor."""
    ink, player = context.ink, context.player
    pack: Sequence[SkillId] = [pick.skill for pick in context.offers(PickSkill)]
    rows = [context.text(context.say("pack", count=len(pack)), ink.strong)]
    rows += [_choice(context, ("skill", skill), context.skill(skill)) for skill in pack]
    rows.append(context.text(context.say("kept", count=len(player.face_down)), ink.strong))
    rows += [
        Row(((f"  {context.skill(skill)}", ink.dim),), ("kept", skill))
        for skill in player.face_down
    ]
    return [*rows, *context.words(_about(context), width)]


def whole_skills(context: QuoVadisContext, width: int) -> list[Row]:
    """The skills to choose among, each with its text, where there is room for all."""
    offered = context.offers(PickSkill | TakeBasicSkill | LaySkill)
    rows: list[Row] = []
    for skill in (action.skill for action in offered):
        text = context.cards.skill[skill].text.text(context.texts.language)
        first, *more = wrapped(text, width - NAME)
        pointer, (name, style) = _choice(context, ("skill", skill), context.skill(skill)).marks
        gap = " " * (NAME - 2 - cell_width(name))
        mark = first, context.ink.dim
        rows.append(Row((pointer, (name, style), (gap, style), mark), ("skill", skill)))
        rows += [context.text(f"{' ' * NAME}{line}", context.ink.dim) for line in more]
    return rows

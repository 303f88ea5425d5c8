"""What is picked from a list next to the map: races, cubes, skills, terrains, and the draft."""

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
from hako.tui.boards.quo_vadis.draw_context import Row, Sketch
from hako.tui.widgets.canvas import wrapped

NAME = 22
"""Columns for the name of a skill before its text."""


def _skills_offered(sketch: Sketch) -> list[SkillId]:
    return [action.skill for action in sketch.offers(TakeBasicSkill | LaySkill | UseSkill)]


def _choice(sketch: Sketch, place: BoardPlace, name: str) -> Row:
    mark = sketch.symbols.pointer if place == sketch.cursor else " "
    return Row(((f"{mark} ", sketch.ink.accent), (name, sketch.ink.text)), place)


def choice_rows(sketch: Sketch, width: int) -> list[Row]:
    """Races, spreads of cubes, or skills, and more of the one that is pointed at."""
    rows = [_people(sketch, its.race) for its in sketch.offers(TakeRace)]
    rows += [_choice(sketch, ("skill", it), sketch.skill(it)) for it in _skills_offered(sketch)]
    rows += [
        _choice(sketch, ("cubes", spirit), sketch.say("spirit", count=spirit))
        for spirit in dict.fromkeys(its.spirit for its in sketch.offers(SpreadCubes))
    ]
    rows += [
        _choice(sketch, ("terrain", its.terrain), sketch.terrain(its.terrain))
        for its in sketch.offers(NameTerrain)
    ]
    return [*rows, *sketch.words(_about(sketch), width, sketch.ink.dim)]


def basic_skills(sketch: Sketch, width: int, *, in_full: bool = True) -> list[Row]:
    """The two skills of the people that are meant, between which their god is going to choose."""
    rows = list[Row]()
    if isinstance(sketch.meant, TakeRace):
        for skill in sketch.cards.race[sketch.meant.race].basic_skills:
            rows.append(sketch.text(sketch.skill(skill), sketch.ink.strong))
            text = sketch.cards.skill[skill].text.text(sketch.texts.language)
            rows += sketch.words(text, width) if in_full else []
    return rows


def _people(sketch: Sketch, name: RaceId) -> Row:
    """A race, in the colour of its terrain."""
    pointer, _ = _choice(sketch, ("race", name), "").marks
    said = f" {sketch.texts.term('race', name)} "
    ground = sketch.ground(sketch.cards.race[name].terrain)
    return Row((pointer, (said, ground)), ("race", name))


def _about(sketch: Sketch) -> str:
    """What is pointed at, in the words of the card."""
    language = sketch.texts.language
    match sketch.cursor:
        case ("race", str(name)):
            return sketch.cards.race[name].text.text(language)
        case (("skill" | "kept"), str(name)):
            return sketch.cards.skill[name].text.text(language)
        case ("cubes", _) if sketch.meant is not None:
            return sketch.texts.render(sketch.meant)
        case _:
            return ""


def draft_rows(sketch: Sketch, width: int) -> list[Row]:
    """The pack, what was kept of those before, and the card that is pointed at."""
    ink, player = sketch.ink, sketch.player
    pack: Sequence[SkillId] = [pick.skill for pick in sketch.offers(PickSkill)]
    rows = [sketch.text(sketch.say("pack", count=len(pack)), ink.strong)]
    rows += [_choice(sketch, ("skill", skill), sketch.skill(skill)) for skill in pack]
    rows.append(sketch.text(sketch.say("kept", count=len(player.face_down)), ink.strong))
    rows += [
        Row(((f"  {sketch.skill(skill)}", ink.dim),), ("kept", skill)) for skill in player.face_down
    ]
    return [*rows, *sketch.words(_about(sketch), width)]


def whole_skills(sketch: Sketch, width: int) -> list[Row]:
    """The skills that one may choose among, each with its text, where there is room for all."""
    offered = sketch.offers(PickSkill | TakeBasicSkill | LaySkill)
    rows: list[Row] = []
    for skill in (action.skill for action in offered):
        text = sketch.cards.skill[skill].text.text(sketch.texts.language)
        first, *more = wrapped(text, width - NAME)
        pointer, (name, style) = _choice(sketch, ("skill", skill), sketch.skill(skill)).marks
        gap = " " * (NAME - 2 - cell_width(name))
        said = first, sketch.ink.dim
        rows.append(Row((pointer, (name, style), (gap, style), said), ("skill", skill)))
        rows += [sketch.text(f"{' ' * NAME}{line}", sketch.ink.dim) for line in more]
    return rows

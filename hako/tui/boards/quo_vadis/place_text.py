"""Places of a board of Quo Vadis in words."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.quo_vadis.cards import FREE
from hako.content.quo_vadis.geography import CellId, area_of, cells_of
from hako.content.quo_vadis.land import majorities, reserve, standing
from hako.content.quo_vadis.skills import maximum
from hako.engine.rules.model import Seat
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.draw_context import Sketch
from hako.tui.boards.quo_vadis.panels import TRACKS


def in_words(sketch: Sketch, place: BoardPlace) -> str:
    """A place in words."""
    match place:
        case ("cell", str(cell)):
            return " ".join((_cell(sketch, cell), _holders(sketch, area_of(cell))))
        case ("area", str(area)):
            cells = (_cell(sketch, cell) for cell in cells_of(area))
            return " ".join((_holders(sketch, area), *cells))
        case ("genesis", int(number)):
            key = "free" if number == FREE else "genesis"
            return sketch.say(f"about.{key}", number=number)
        case ("seat", int(seat)):
            return _seat(sketch, seat)
        case ("page", str(page)):
            return sketch.say(f"about.page.{page}")
        case ("cubes", int(spirit)):
            return sketch.say("about.cubes", spirit=spirit)
        case ("declare", int(spirit)):
            return sketch.say("about.declare", spirit=spirit)
        case (str(key),) | ("spot" as key, _):
            return sketch.say(f"about.{key}")
        case _:
            return _thing(sketch, place)


def _thing(sketch: Sketch, place: BoardPlace) -> str:
    """A card, a people, a track or a terrain in words."""
    language = sketch.texts.language
    match place:
        case ("track", str(name)):
            track = next(track for track in TRACKS if track == name)
            return sketch.say(f"about.{track}", most=maximum(sketch.world, sketch.home, track))
        case ("hand", None):
            return sketch.say("about.hidden")
        case ("hand", str(kind)):
            epic = next(epic for epic in sketch.cards.epics if epic.id == kind)
            return f"{epic.name.text(language)}: {epic.text.text(language)}"
        case (("skill" | "kept"), str(skill)):
            its = sketch.cards.skill[skill]
            return f"{its.name.text(language)}: {its.text.text(language)}"
        case ("race", str(race)):
            return sketch.cards.race[race].text.text(language)
        case ("terrain", str(terrain)):
            return sketch.texts.term("terrain", terrain)
        case _:
            return ""


def _cell(sketch: Sketch, cell: CellId) -> str:
    terrain = sketch.terrain(sketch.world.terrain(cell))
    there = "; ".join(_standing(sketch, cell)) or sketch.say("nobody")
    return sketch.say("cell", cell=cell, terrain=terrain, there=there)


def _standing(sketch: Sketch, cell: CellId) -> Iterator[str]:
    for its in standing(sketch.world, cell):
        if its.building is not None:
            key = "ruin" if its.destroyed else its.building
            yield sketch.say(f"there.{key}", seat=its.seat, dominion=its.dominion)
        if its.workers + its.doomed:
            yield sketch.say("there.workers", seat=its.seat, count=its.workers + its.doomed)


def _holders(sketch: Sketch, area: str) -> str:
    world = sketch.world
    seats = tuple(seat for seat in world.seats if area in majorities(world, seat))
    ring = world.ring(area)
    said = sketch.say("holders", area=area, seats=seats)
    return said if ring is None else f"{said} {sketch.say('ringed', terrain=ring)}"


def _seat(sketch: Sketch, seat: Seat) -> str:
    player = sketch.world.players[seat]
    return sketch.say(
        "seat",
        seat=seat,
        hand=len(player.hand),
        workers=reserve(sketch.world, seat),
        majorities=len(majorities(sketch.world, seat)),
        skills=tuple(its.id for its in player.skills),
    )

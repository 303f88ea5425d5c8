"""Texts about the places of a board of Quo Vadis."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.quo_vadis.cards import FREE
from hako.content.quo_vadis.geometry import CellId, area_of, cells_of
from hako.content.quo_vadis.map_queries import majorities, reserve, standing
from hako.content.quo_vadis.working_skills import maximum
from hako.engine.i18n.join_sentences import join_sentences
from hako.engine.rules.model import Seat
from hako.tui.boards.place_canvas import BoardPlace
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext
from hako.tui.boards.quo_vadis.tracks_and_skills import TRACKS


def place_text(context: QuoVadisContext, place: BoardPlace) -> str:
    """The text about a place."""
    match place:
        case ("cell", str(cell)):
            return join_sentences((_cell(context, cell), _holders(context, area_of(cell))))
        case ("area", str(area)):
            cells = (_cell(context, cell) for cell in cells_of(area))
            return join_sentences((_holders(context, area), *cells))
        case ("genesis", int(number)):
            key = "free" if number == FREE else "genesis"
            return context.say(f"about.{key}", number=number)
        case ("seat", int(seat)):
            return _seat(context, seat)
        case ("page", str(page)):
            return context.say(f"about.page.{page}")
        case ("cubes", int(spirit)):
            return context.say("about.cubes", spirit=spirit)
        case ("declare", int(spirit)):
            return context.say("about.declare", spirit=spirit)
        case (str(key),) | ("spot" as key, _):
            return context.say(f"about.{key}")
        case _:
            return _thing(context, place)


def _thing(context: QuoVadisContext, place: BoardPlace) -> str:
    """The text about a card, a people, a track or a terrain."""
    language = context.texts.language
    match place:
        case ("track", str(name)):
            track = next(track for track in TRACKS if track == name)
            return context.say(f"about.{track}", most=maximum(context.world, context.home, track))
        case ("hand", None):
            return context.say("about.hidden")
        case ("hand", str(kind)):
            epic = next(epic for epic in context.cards.epics if epic.id == kind)
            return f"{epic.name.text(language)}: {epic.text.text(language)}"
        case (("skill" | "kept"), str(skill)):
            card = context.cards.skill[skill]
            return f"{card.name.text(language)}: {card.text.text(language)}"
        case ("race", str(race)):
            return context.cards.race[race].text.text(language)
        case ("terrain", str(terrain)):
            return context.texts.term("terrain", terrain)
        case _:
            return ""


def _cell(context: QuoVadisContext, cell: CellId) -> str:
    pieces = "; ".join(_standing(context, cell)) or context.say("nobody")
    return context.say("cell", area=area_of(cell), cell=context.cell_name(cell), there=pieces)


def _standing(context: QuoVadisContext, cell: CellId) -> Iterator[str]:
    for pieces in standing(context.world, cell):
        if pieces.building is not None:
            key = "ruin" if pieces.destroyed else pieces.building
            yield context.say(f"there.{key}", seat=pieces.seat, dominion=pieces.dominion)
        if pieces.workers + pieces.doomed:
            yield context.say(
                "there.workers", seat=pieces.seat, count=pieces.workers + pieces.doomed
            )


def _holders(context: QuoVadisContext, area: str) -> str:
    world = context.world
    seats = tuple(seat for seat in world.seats if area in majorities(world, seat))
    ring = world.ring(area)
    text = context.say("holders", area=area, seats=seats)
    return text if ring is None else f"{text} {context.say('ringed', terrain=ring)}"


def _seat(context: QuoVadisContext, seat: Seat) -> str:
    player = context.world.players[seat]
    return context.say(
        "seat",
        seat=seat,
        hand=len(player.hand),
        workers=reserve(context.world, seat),
        majorities=len(majorities(context.world, seat)),
        skills=tuple(skill.id for skill in player.skills),
    )

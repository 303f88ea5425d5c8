"""The motions on the board of Quo Vadis, and the picture of a war."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hako.content.quo_vadis.events.area_and_genesis import WorkerPlaced, WrathStruck
from hako.content.quo_vadis.events.building import Built, Rebuilt
from hako.content.quo_vadis.events.end_phase import DominionGained
from hako.content.quo_vadis.events.gains import Gained, Paid, VpGained
from hako.content.quo_vadis.events.pieces import CityDestroyed, WorkerMoved
from hako.content.quo_vadis.events.war import DiceRolled, WarDecided
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.war_forecast import chances
from hako.engine.i18n.percent import percent
from hako.engine.rules.model import Event
from hako.engine.transcript.highlights import Highlight
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.quo_vadis.draw_context import QuoVadisContext
from hako.tui.motion import motions as kinds
from hako.tui.motion.moment_pictures import DiceMoment, Fighter, Moment
from hako.tui.motion.motions import Lit, Motion, Walk


def motions(
    context: QuoVadisContext,
    event: Event[World],
    views: SeenEvent,  # noqa: ARG001 - the events say it all
) -> Iterator[Motion]:
    """The motions of an event; tracks are those of the seat at home."""
    match event:
        case WorkerMoved(seat, origin, target):
            mark = context.symbols.owner(seat)
            yield Walk(mark, seat, (("cell", origin), ("cell", target)))
        case WorkerPlaced(_, cell) | Built(_, _, cell) | Rebuilt(_, cell) | CityDestroyed(_, cell):
            yield Lit(("cell", cell))
        case WrathStruck(_, _, cells):
            yield from (Lit(("cell", cell)) for cell in cells)
        case DominionGained(_, cells, cubes):
            yield from (kinds.Gained(("cell", cell), f"+{cubes}") for cell in cells)
        case Gained(seat, track, amount) if seat == context.home and amount:
            yield kinds.Gained(("track", track), f"+{amount}")
        case Paid(seat, track, amount) if seat == context.home and amount:
            yield kinds.Gained(("track", track), f"-{amount}", is_good=False)
        case VpGained(seat, vp) if vp:
            yield kinds.Gained(("seat", seat), f"{vp:+}{context.symbols.star}", is_good=vp > 0)
        case _:
            return


def moment(context: QuoVadisContext, highlight: Highlight) -> Moment | None:
    """The picture of a war: strength, what was spent, the dice, and who won."""
    event = highlight.happened
    if not isinstance(event, WarDecided):
        return None
    war = highlight.before.of_war()
    sides = {rolled.seat: rolled for rolled in highlight.earlier if isinstance(rolled, DiceRolled)}
    winners = {event.winner} if event.winner is not None else {*event.drawn}
    undecided = replace(war, faces=(), dice=())
    won = chances(highlight.before, undecided)
    figures = zip(war.seats, war.strengths, war.declared, war.faces, war.dice, won, strict=False)
    fighters = [
        Fighter(
            seat,
            context.texts.term("seat", seat),
            strength,
            spent,
            sides[seat].sides if seat in sides else max((6, *faces)),
            max(faces, default=0),
            added,
            context.say("wins" if seat in winners else "loses"),
            is_winner=seat in winners,
            chance=f"{percent(chance)}%",
        )
        for seat, strength, spent, faces, added, chance in figures
    ]
    tie = 1 - sum(won)
    label = f"{context.say('result.tie')} {percent(tie)}%" if percent(tie) > 0 else ""
    words = context.say("strength"), context.say("spent"), label
    return DiceMoment(fighters, *words) if fighters else None

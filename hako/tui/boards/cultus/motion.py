"""The motions on the board of Cultus."""

from __future__ import annotations

from collections.abc import Iterator

from hako.content.cultus.events.ending import CentreScored, PlanScored
from hako.content.cultus.events.monuments import (
    BonusScored,
    EnemyMonumentMoved,
    MonumentBuilt,
    MonumentMoved,
    MoveScored,
    PowerScored,
    SiteScored,
)
from hako.content.cultus.events.turn import (
    CardLaid,
    GoldAllotted,
    IncomeCardTurned,
    MedalPaid,
    PawnMoved,
    StepPaid,
)
from hako.content.cultus.state import Town
from hako.engine.rules.model import Event
from hako.engine.transcript.seen_events import SeenEvent
from hako.tui.boards.cultus.draw_context import CultusContext
from hako.tui.motion.motions import CardTurned, Gained, Lit, Motion, Walk


def motions(context: CultusContext, event: Event[Town], views: SeenEvent) -> Iterator[Motion]:
    """The motions of an event."""
    star = context.symbols.star
    match event:
        case PawnMoved(seat, cell, to):
            yield Walk(context.mark(seat), seat, (("cell", cell), ("cell", to)))
        case StepPaid(_, _, _, to, gold):
            yield Gained(("cell", to), f"+{gold}$")
        case MedalPaid(seat, vp):
            pawn = views.after.rulers[seat].pawn
            if pawn is not None:
                yield Gained(("cell", pawn), f"+{vp}{star}")
        case GoldAllotted(seat, cost, character):
            yield Gained(("seat", seat), f"+{cost + character}$")
        case MonumentBuilt(_, cell):
            yield Lit(("cell", cell))
        case MonumentMoved(_, cell, to) | EnemyMonumentMoved(cell, to):
            yield Lit(("cell", cell))
            yield Lit(("cell", to))
        case CardLaid(_, _, anchor):
            yield from (Lit(("cell", cell)) for cell in views.before.geometry.covers[anchor])
        case IncomeCardTurned(income):
            yield CardTurned(("income", income), ("income", income))
        case (
            BonusScored(seat, vp=vp)
            | SiteScored(seat, vp=vp)
            | MoveScored(seat, vp=vp)
            | PowerScored(seat, vp=vp)
            | CentreScored(seat, vp=vp)
            | PlanScored(seat, vp=vp)
        ):
            yield Gained(("seat", seat), f"{vp:+}{star}", is_good=vp >= 0)
        case _:
            return

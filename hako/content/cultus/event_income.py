"""The points that an event of Cultus pays, with their source."""

from __future__ import annotations

from hako.content.cultus.events.ending import CentreScored, PlanScored
from hako.content.cultus.events.monuments import (
    BonusScored,
    MoveScored,
    PowerScored,
    SiteScored,
)
from hako.content.cultus.events.turn import MedalPaid, OverhandPaid
from hako.content.cultus.state import Town
from hako.engine.rules.game import Income
from hako.engine.rules.model import Event


def income(event: Event[Town]) -> Income | None:
    """The points that an event paid, with their source; None for other events."""
    match event:
        case BonusScored(seat=seat, vp=vp) | SiteScored(seat=seat, vp=vp):
            return Income(seat, "monuments", vp)
        case MedalPaid(seat=seat, vp=vp):
            return Income(seat, "medal", vp)
        case MoveScored(seat=seat, vp=vp):
            return Income(seat, "pushes", vp)
        case PowerScored(seat=seat, vp=vp):
            return Income(seat, "power", vp)
        case CentreScored(seat=seat, vp=vp):
            return Income(seat, "centre", vp)
        case PlanScored(seat=seat, vp=vp):
            return Income(seat, "plan", vp)
        case OverhandPaid(seat=seat, vp=vp):
            return Income(seat, "cards", -vp)
        case _:
            return None

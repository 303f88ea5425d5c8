"""The outcome of a game."""

from __future__ import annotations

from hako.content.monumental.scoring import totals
from hako.content.monumental.state import AUTOMA, World
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.rules.game import Opponent, Outcome


def outcome(world: World) -> Outcome | None:
    """Most VP, then Gold, then Culture win; then the victory is shared (monumental.score.6)."""
    if world.agenda:
        return None
    points = totals(world)
    if world.automa is not None:
        return _alone(points)
    keys = [
        (total, realm.supply.gold, realm.supply.culture)
        for total, realm in zip(points, world.realms, strict=True)
    ]
    winners = tuple(seat for seat, key in enumerate(keys) if key == max(keys))
    tied = points.count(max(points)) > 1
    key = "shared" if len(winners) > 1 else "won_tie" if tied else "won"
    return Outcome(winners, points, LazyText(key, {"seats": winners, "points": max(points)}))


def _alone(points: tuple[int, ...]) -> Outcome:
    """Only more VP than the Automa's win (monumental.solo.7)."""
    player_vp, automa_vp = points[0], points[AUTOMA]
    winners = (0,) if player_vp > automa_vp else ()
    how = LazyText(
        "won_alone" if winners else "lost_alone", {"points": player_vp, "automa": automa_vp}
    )
    return Outcome(winners, (player_vp,), how, (Opponent(AUTOMA, "seat", automa_vp),))

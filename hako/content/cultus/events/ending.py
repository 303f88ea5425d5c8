"""Events of the final scoring."""

from __future__ import annotations

from msgspec.structs import replace

from hako.content.cultus.cards import CharacterId, IconId, PlanId
from hako.content.cultus.events.monuments import with_vp
from hako.content.cultus.events.solo_enemy import with_enemy_vp
from hako.content.cultus.state import Town
from hako.engine.content.files import Amount
from hako.engine.rules.model import Event, Seat


class FinalScoringBegan(Event[Town], frozen=True):
    """The last turn is over (cultus.end.1, cultus.end.3)."""

    opens = True

    def apply(self, town: Town, /) -> Town:
        return replace(town, turn=replace(town.turn, phase="scoring"))


class CentreScored(Event[Town], frozen=True):
    """A player's monuments stand in the centre (cultus.score.1)."""

    seat: Seat
    count: Amount
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_vp(town, self.seat, self.vp)


class PlansRevealed(Event[Town], frozen=True):
    """The plans lie face up, seat by seat (cultus.score.2)."""

    reveals = True

    plans: tuple[PlanId, ...]

    def apply(self, town: Town, /) -> Town:
        rulers = tuple(
            replace(ruler, plan=plan) for ruler, plan in zip(town.rulers, self.plans, strict=True)
        )
        return replace(town, rulers=rulers, plans_open=True)


class PlanScored(Event[Town], frozen=True):
    """A player's plan was counted on the final map (cultus.score.2, cultus.score.3)."""

    seat: Seat
    plan: PlanId
    count: Amount
    """Cells with its icon."""
    pairs: int
    """Adjacent cells with its pair of icons."""
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_vp(town, self.seat, self.vp)


class EnemyCentreScored(Event[Town], frozen=True):
    """The enemy's monuments stand in the centre (cultus.solo.17)."""

    enemy: CharacterId
    count: Amount
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_enemy_vp(town, self.vp)


class EnemyMonumentsScored(Event[Town], frozen=True):
    """Monuments of the enemy stand beside its icon (cultus.solo.18)."""

    enemy: CharacterId
    icon: IconId
    count: Amount
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_enemy_vp(town, self.vp)


class EnemyIconsScored(Event[Town], frozen=True):
    """The map shows the enemy's icon (cultus.solo.19)."""

    enemy: CharacterId
    icon: IconId
    count: Amount
    vp: int

    def apply(self, town: Town, /) -> Town:
        return with_enemy_vp(town, self.vp)

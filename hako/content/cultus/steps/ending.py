"""The final scoring."""

from __future__ import annotations

from hako.content.cultus.events.ending import (
    CentreScored,
    EnemyCentreScored,
    EnemyIconsScored,
    EnemyMonumentsScored,
    FinalScoringBegan,
    PlanScored,
    PlansRevealed,
)
from hako.content.cultus.scoring import (
    centre_pays,
    enemy_beside,
    enemy_icons,
    in_centre,
    plan_counts,
    plan_pays,
)
from hako.content.cultus.state import Town
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Resolution, Step, known


class FinalScoring(Step[Town, None], frozen=True):
    """The centre and the plans are scored, and the game is over."""

    clause = "cultus.score.1"

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        yield FinalScoringBegan()
        for seat, ruler in enumerate(town.rulers):
            if count := in_centre(town, ruler.monuments):
                yield CentreScored(seat, count, centre_pays(town, seat))
        if not town.plans_open:
            yield PlansRevealed(tuple(known(ruler.plan) for ruler in town.rulers))
        for seat, ruler in enumerate(town.rulers):
            plan = known(ruler.plan)
            count, pairs = plan_counts(town, plan)
            yield PlanScored(seat, plan, count, pairs, plan_pays(town, plan))
        if town.is_solo:
            yield ScoreEnemy()


class ScoreEnemy(Step[Town, None], frozen=True):
    """The enemy of a solo game scores the centre and its icon."""

    clause = "cultus.solo.17"

    def resolve(self, town: Town, action: None, chance: Chance, /) -> Resolution[Town]:
        foe = town.foe
        card = town.content.enemy[foe.id]
        if count := in_centre(town, foe.monuments):
            yield EnemyCentreScored(foe.id, count, centre_pays(town, None))
        if count := enemy_beside(town):
            yield EnemyMonumentsScored(foe.id, card.icon, count, count * card.beside_icon_vp)
        count = enemy_icons(town)
        yield EnemyIconsScored(foe.id, card.icon, count, count * card.icon_vp)

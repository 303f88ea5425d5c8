"""World Monger's engine and the model of its rulebook play the same games."""

from __future__ import annotations

from hako.content.world_monger import GAME
from hako.content.world_monger.actions import BuyShare, EndTurn, Enough, Pass, SellShares
from hako.content.world_monger.state import Civilization, World
from hako.engine.content.cache_decorators import seat_by_seat
from hako.engine.rules.game import Outcome
from tests.models import world_monger
from tests.models.compare import Pair, agree
from tests.models.model import Facts

GAMES = 400


def facts_of(world: World) -> Facts:
    facts: dict[str, object] = {
        "coins": list(world.coins),
        "supply": {pile.card: pile.left for pile in world.supply},
        "round": world.round,
        "final round": world.final_round,
        "prices": [list(prices) for prices in world.prices],
        "end values": None if world.end_values is None else list(world.end_values),
    }
    if world.end_values is not None:
        return facts
    facts["start player"] = world.start_player
    facts["civilizations"] = [civilization.id for civilization in world.civilizations]
    for number, civilization in enumerate(world.civilizations):
        facts |= _facts_of(civilization, number)
    return facts


@seat_by_seat
def _facts_of(civilization: Civilization, number: int) -> Facts:
    name = civilization.id
    return {
        f"Shares of {name}": list(civilization.shares),
        f"deck of {name}": list(civilization.deck),
        f"play area of {name}": [(laid.card, laid.used) for laid in civilization.area],
        f"discard pile of {name}": list(civilization.discard),
        f"trash of {name}": sorted(civilization.trash),
    }


def result_of(outcome: Outcome) -> Facts:
    return {"winners": outcome.winners, "scores": outcome.scores}


PAIR = Pair(
    GAME,
    world_monger.WorldMongerModel,
    facts_of,
    result_of,
    liking={BuyShare: 6, SellShares: 1, Pass: 0.3, EndTurn: 0.2, Enough: 0.5},
    keen=0.1,
)


def test_the_engine_plays_by_the_rulebook() -> None:
    """Every choice, every effect and every end of random games, for all seats and options."""
    agree(PAIR, world_monger, GAMES)

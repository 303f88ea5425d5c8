"""The change of generation: who may change, what it costs and pays."""

from __future__ import annotations

from hako.content.quo_vadis.map_queries import city_sites, territory_bonus, tokens
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.working_skills import total
from hako.engine.rules.model import Seat


def may_change(world: World, seat: Seat) -> bool:
    """True if a seat may begin a new generation now (quo_vadis.card.2-4)."""
    return could_change(world, seat) and bool(city_sites(world, seat))


def could_change(world: World, seat: Seat) -> bool:
    """True if a worker on a site is all that a new generation may lack (quo_vadis.card.2-4)."""
    generations = len(world.players[seat].generations)
    has_room = 0 < generations < world.content.constants.max_generations
    return has_room and tokens(world, seat, "city") > 0


def beseech_cost(world: World, seat: Seat) -> int:
    """Faith for letting a card count as another kind (quo_vadis.card.6, skill.3)."""
    return max(0, world.content.constants.beseech_cost + total(world, seat, "beseech_cost"))


def change_pays(world: World, seat: Seat) -> tuple[int, int, int]:
    """Majorities, cards and VP of the settlement if the generation were changed now.

    In a turn in which it was already changed, those of the settlement to come.
    """
    generations = world.players[seat].generations
    turn = world.turn
    changed = turn is not None and turn.seat == seat and turn.changed
    place = -2 if changed else -1
    cards = len(generations[place]) if len(generations) >= -place else 0
    held, vp = territory_bonus(world, seat, cards)
    return held, cards, vp

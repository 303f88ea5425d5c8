"""Moves of cards that several steps share, each with all its consequences by the rules."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

from hako.content.world_monger.cards import CardId, CivilizationId
from hako.content.world_monger.deck_knowledge import all_known
from hako.content.world_monger.events.decks import DeckReshuffled
from hako.content.world_monger.events.rounds import FinalRoundAnnounced
from hako.content.world_monger.state import World
from hako.engine.rules.chance import Chance
from hako.engine.rules.model import Event, Step

Result = TypeVar("Result")

Moves: TypeAlias = Generator[Event[World] | Step[World, Any], World, Result]
"""A part of a resolution; `yield from` runs it and returns its result."""


def reached(
    world: World, civilization: CivilizationId, count: int, chance: Chance
) -> Moves[tuple[CardId, ...]]:
    """The top cards of a deck, under which the shuffled discard pile is put where it holds too few.

    world_monger.detail.1.
    """
    current = world.civilization(civilization)
    if len(current.deck) < count and current.discard:
        world = yield DeckReshuffled(civilization, chance.cards.shuffle(all_known(current.discard)))
        current = world.civilization(civilization)
    return all_known(current.deck[:count])


def top_cards(world: World, civilization: CivilizationId, count: int) -> tuple[CardId, ...]:
    """The top cards of a deck, as many as there are up to `count`."""
    return all_known(world.civilization(civilization).deck[:count])


def taken(world: World, event: Event[World]) -> Moves[World]:
    """Take cards from the supply; announce the final round if enough piles are empty (end.1)."""
    world = yield event
    wanted = world.content.constants.final_empty_piles
    if world.final_round is None and world.empty_piles() >= wanted:
        world = yield FinalRoundAnnounced(world.round + 1)
    return world

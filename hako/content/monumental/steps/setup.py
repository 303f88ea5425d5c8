"""Setting up (monumental.setup.1-16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from hako.content.monumental.actions import DrawCivilization, PickCivilization
from hako.content.monumental.cards import Cards
from hako.content.monumental.cards.card_types import CardSet, Era, EraId
from hako.content.monumental.cards.effects import CardId
from hako.content.monumental.events.setup import (
    CityDeckShuffled,
    CivilizationTaken,
    DeckStacked,
    DisplayLaidOut,
    MapLaid,
    StartingCardsTaken,
    StartingGoldPaid,
    StartPlayerChosen,
    TokensDealt,
)
from hako.content.monumental.face_down_stacks import Layer, Tokens, deal_tokens, without
from hako.content.monumental.state import World
from hako.content.monumental.steps.city import refill
from hako.content.monumental.steps.display import fill, row_sizes
from hako.content.monumental.steps.draw_and_activate import Moves
from hako.content.monumental.steps.heroes import lay_out_heroes
from hako.content.monumental.steps.rounds import Round
from hako.content.monumental.steps.solo import shuffle_automa
from hako.engine.rules.chance import Chance, Stream
from hako.engine.rules.model import Choice, Resolution, Seat, Step

CivilizationAction: TypeAlias = PickCivilization | DrawCivilization

FIVE = 5
"""The number of players for which the Lost Kingdoms material is needed (monumental.opt.1)."""


class Plan(Struct, frozen=True, gc=False):
    """The options that the setup follows (monumental.setup.16)."""

    picks: bool = False
    """True if the players pick their civilizations."""
    heroes: bool = False
    monsters: bool = False
    renaissance: bool = False
    mix: bool = False
    """True if Lost Kingdoms cards are mixed in (monumental.opt.3)."""


class SetUp(Step[World, None], frozen=True):
    """Each place at the table takes a civilization (monumental.setup.4)."""

    clause = "monumental.setup.4"

    plan: Plan

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        places = range(len(world.land.capitals))
        if self.plan.picks:
            for seat in places[: world.players]:
                yield ChooseCivilization(seat)
            for seat in places[world.players :]:
                yield TakeCivilization(seat)
        else:
            drawn = chance.cards.shuffle(world.content.civilization)
            for seat, civilization in zip(places, drawn, strict=False):
                yield CivilizationTaken(seat, civilization)
        yield LayTable(self.plan)


class ChooseCivilization(Choice[World, CivilizationAction], frozen=True):
    """A seat picks a civilization that is left, or draws one (monumental.setup.4)."""

    clause = "monumental.setup.4"

    def actions(self, world: World, /) -> Sequence[CivilizationAction]:
        return [*(PickCivilization(name) for name in _untaken(world)), DrawCivilization()]

    def resolve(
        self, world: World, action: CivilizationAction, chance: Chance, /
    ) -> Resolution[World]:
        match action:
            case PickCivilization(civilization):
                yield CivilizationTaken(self.seat, civilization)
            case DrawCivilization():
                yield TakeCivilization(self.seat)


class TakeCivilization(Step[World, None], frozen=True):
    """A civilization is drawn for a seat (monumental.setup.4)."""

    clause = "monumental.setup.4"

    seat: Seat

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        yield CivilizationTaken(self.seat, chance.cards.choice(_untaken(world)))


def _untaken(world: World) -> Sequence[str]:
    taken = [realm.civilization for realm in world.realms]
    return [name for name in world.content.civilization if name not in taken]


class LayTable(Step[World, None], frozen=True):
    """Map, tokens, decks, Cities, start player and display (monumental.setup.5-16)."""

    clause = "monumental.setup.5"

    plan: Plan

    def resolve(self, world: World, action: None, chance: Chance, /) -> Resolution[World]:
        world = yield MapLaid(world.map_id)
        world = yield TokensDealt(_tokens(world, self.plan, chance.stream("tokens")))
        world = yield DeckStacked(_layers(world, self.plan, chance.cards))
        world = yield DisplayLaidOut(len(row_sizes(world)))
        for row in range(len(world.display)):
            world = yield from fill(world, row)
        for seat in world.seats[: world.players]:
            world = yield from _first_city(world, seat, chance)
        if self.plan.heroes:
            world = yield from lay_out_heroes(world, chance)
        if world.automa is not None:
            world = yield from shuffle_automa(world, chance)
        world = yield from _start(world, chance)
        yield Round(1)


def _tokens(world: World, plan: Plan, stream: Stream) -> Tokens:
    """The Exploration tokens, dealt to their sites (monumental.setup.7, monster.1)."""
    content = world.content
    sites = (*(None for _ in world.land.capitals), *(tile.site for tile in world.land.tiles))
    monsters = content.table_for[world.players].monster_tokens if plan.monsters else 0
    pool = [token.id for token in content.exploration_tokens for _ in range(token.copies)]
    if plan.monsters:
        pool += content.monster
    dealt = deal_tokens(content, pool, sites.count("barbarian"), monsters, stream)
    stacks = {site: iter(tokens) for site, tokens in dealt.items()}
    faces = tuple(None if site is None else next(stacks[site]) for site in sites)
    lying = (face for face in faces if face is not None)
    return Tokens(faces, tuple(sorted(without(pool, lying))), monsters)


def _layers(world: World, plan: Plan, stream: Stream) -> tuple[Layer, ...]:
    """The Development deck, Era upon Era (monumental.setup.9)."""
    sets: set[CardSet] = {"base", "renaissance"}
    if plan.mix or world.players == FIVE:
        sets.add("lost_kingdoms")
    eras: Iterable[Era] = world.content.eras
    skipped: set[EraId] = set() if plan.renaissance else {"renaissance"}
    return tuple(
        _layer(world.content, era, sets, world.players, stream)
        for era in eras
        if era.id not in skipped
    )


def _layer(content: Cards, era: Era, sets: set[CardSet], players: int, stream: Stream) -> Layer:
    """The cards of an Era, drawn and shuffled; those left out stay unseen (monumental.opt.3)."""
    numbers = era.cards_for_five if players == FIVE else era.cards
    pool = [card for card in content.cards if card.era == era.id and card.set in sets]
    drawn: list[CardId] = []
    for kind, count in (
        ("wonder", numbers.wonder),
        ("building", numbers.building),
        ("knowledge", numbers.knowledge),
    ):
        drawn += stream.shuffle(card.id for card in pool if card.kind == kind)[:count]
    aside = without((card.id for card in pool), drawn)
    return Layer(era.id, stream.shuffle(drawn), tuple(sorted(aside)))


def _first_city(world: World, seat: Seat, chance: Chance) -> Moves[World]:
    """Shuffle the starting cards and fill the City (monumental.setup.13)."""
    world = yield StartingCardsTaken(seat)
    cards = world.realms[seat].discard
    world = yield CityDeckShuffled(seat, chance.cards.shuffle(cards))
    return (yield from refill(world, seat, chance))


def _start(world: World, chance: Chance) -> Moves[World]:
    """The start player, and Gold for the others (monumental.setup.14-15)."""
    first = 0 if world.automa else chance.dice.choice(world.seats)
    world = yield StartPlayerChosen(first)
    constants = world.content.constants
    gold = (
        constants.classic_starting_gold
        if world.mode == "classic"
        else constants.sequential_starting_gold
    )
    for seat, more in zip(world.clockwise(), gold, strict=False):
        if more and seat < world.players:
            world = yield StartingGoldPaid(seat, more)
    return world

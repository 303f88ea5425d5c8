"""The mask of the players' cards for a viewer, and random deals consistent with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from msgspec.structs import replace

from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.effects import EpicId
from hako.content.quo_vadis.state import Player, World, sorted_row
from hako.engine.rules.chance import Chance, Item
from hako.engine.rules.model import Viewer
from hako.engine.rules.secrets import Secret, owner

SECRETS = (
    Secret("players.*.hand.*", owner, among="epics"),
    Secret("pile.*", among="epics"),
    Secret("players.*.face_down.*", owner, among="skills"),
    Secret("players.*.pack.*", owner, among="skills"),
)


def seen_by(world: World, viewer: Viewer) -> World:
    """The table as a viewer may know it; an allow list."""
    return World(
        agenda=world.agenda,
        content=world.content,
        variants=world.variants,
        players=tuple(
            [
                player if seat == viewer else _from_outside(player)
                for seat, player in enumerate(world.players)
            ]
        ),
        map=world.map,
        rings=world.rings,
        markers=world.markers,
        pile=(None,) * len(world.pile),
        discards=world.discards,
        start_player=world.start_player,
        round=world.round,
        phase=world.phase,
        turn=world.turn,
        war=world.war,
        earned=world.earned,
    )


@lru_cache(maxsize=1 << 12)  # an action changes one or two; views, and views of views, ask for all
def _from_outside(player: Player) -> Player:
    """A player as others see it: without the faces of hand, pack and face-down skills."""
    return Player(
        race=player.race,
        spirit=player.spirit,
        food=player.food,
        faith=player.faith,
        wrath=player.wrath,
        vp=player.vp,
        hand=(None,) * len(player.hand),
        generations=player.generations,
        skills=player.skills,
        face_down=(None,) * len(player.face_down),
        pack=(None,) * len(player.pack),
        workers=player.workers,
        doomed=player.doomed,
        cities=player.cities,
        forts=player.forts,
        temples=player.temples,
        removed=player.removed,
        extra_used=player.extra_used,
    )


def dealt(view: World, chance: Chance) -> World:
    """A masked table with the hidden cards dealt at random, consistent with the visible ones."""
    epics = iter(chance.cards.shuffle(unseen_epics(view)))
    skills = iter(chance.cards.shuffle(_unseen_skills(view)))
    players = tuple(
        replace(
            player,
            hand=_filled(player.hand, epics),
            face_down=_filled(player.face_down, skills),
            pack=_filled(player.pack, skills),
        )
        for player in view.players
    )
    pile = tuple(islice(epics, len(view.pile)))  # no mask shows any of it
    return replace(view, players=players, pile=pile)


def unseen_epics(view: World) -> list[EpicId]:
    """The epic cards that are not visible in this view."""
    seen: list[EpicId | None] = [*view.discards, *view.pile]
    for player in view.players:
        seen += player.hand
        for pile in player.generations:
            seen += pile
    gone, left = Counter(seen), list[EpicId]()
    for epic in view.content.epics:
        left += (epic.id,) * (epic.copies - gone[epic.id])
    return left


def _unseen_skills(view: World) -> list[SkillId]:
    seen: set[SkillId | None] = set()
    for player in view.players:
        seen.update(player.pack, player.face_down, [skill.id for skill in player.skills])
    return [skill for skill in view.content.draft_skills if skill not in seen]


def _filled(row: tuple[Item | None, ...], more: Iterator[Item]) -> tuple[Item | None, ...]:
    if None not in row:
        return row
    return sorted_row([next(more) if item is None else item for item in row])

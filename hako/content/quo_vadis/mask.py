"""The mask of the players' cards for a viewer."""

from __future__ import annotations

from functools import lru_cache

from hako.content.quo_vadis.state import Player, World
from hako.engine.rules.model import Viewer
from hako.engine.rules.secret_declarations import Secret, owner

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

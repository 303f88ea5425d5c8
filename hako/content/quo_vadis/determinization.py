"""Random deals that a viewer cannot tell from the true one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from hako.content.quo_vadis.cards import SkillId
from hako.content.quo_vadis.skill_effects import EpicId
from hako.content.quo_vadis.state import World, sorted_row
from hako.engine.rules.chance import Chance, Item


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

"""The effects of skills as data: each says what it changes or allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from hako.engine.content.files import Amount, ContentEntry, Count, Whole

EpicId: TypeAlias = Literal["blessing", "labour", "miracle", "revelation", "prosperity"]
"""A kind of epic card; the steps implement each."""

Resource: TypeAlias = Literal["spirit", "food", "faith"]
"""A resource; wrath is a track, but not a resource (quo_vadis.setup.16)."""

RESOURCES: tuple[Resource, ...] = ("spirit", "food", "faith")

Track: TypeAlias = Literal["spirit", "food", "faith", "wrath"]
"""A track of a race board."""

BuildingId: TypeAlias = Literal["city", "fort", "temple"]

Number: TypeAlias = Literal[
    "hand_max",
    "beseech_cost",
    "wrath_threshold",
    "inheritance",
    "actions",
    "conversions",
    "prosperity_cap",
    "free_waived",
    "majorities",
    "strength_with_worker",
    "die_min",
    "vp_per_loser",
    "vp_for_razing",
    "vp_for_rebuilding",
]
"""A number of the rules that skills add to."""

Power: TypeAlias = Literal[
    "free_terrain",
    "free_extra_worker",
    "demolish",
    "march",
    "guile",
    "sea_ring",
    "last_stand",
    "rear_guard",
    "cancel_rival_forts",
    "spend_food",
    "truce",
    "sanctuary",
    "migrate",
    "harvest",
    "pioneer",
    "count_buildings",
    "rebuild_for_food",
    "capital",
    "renaissance",
    "stairway",
]
"""A power that always holds, or that the owner may use; the steps implement each."""

Piece: TypeAlias = Literal["intact_city", "area", "removed_worker", "fort_or_temple"]
"""A kind of piece that skills count at the final settlement."""


class _Effect(ContentEntry, frozen=True, forbid_unknown_fields=True, tag_field="effect"):
    """An effect of a skill."""


class Add(_Effect, frozen=True, forbid_unknown_fields=True, tag="add"):
    """A number changes; the same effect of several skills adds up (quo_vadis.skill.4)."""

    number: Number
    amount: Whole
    kinds: tuple[EpicId, ...] = ()
    """For actions: on which epic cards."""


class Maximum(_Effect, frozen=True, forbid_unknown_fields=True, tag="maximum"):
    """The maximum of a track is higher."""

    resource: Track
    amount: Count


class Gain(_Effect, frozen=True, forbid_unknown_fields=True, tag="gain"):
    """A resource is gained in the owner's turns while there is little of it."""

    at: Literal["genesis_start", "after_dominion"]
    resource: Resource
    amount: Count
    if_at_most: Amount


class WhenBuilt(_Effect, frozen=True, forbid_unknown_fields=True, tag="when_built"):
    """Resources for each such building that is built."""

    buildings: tuple[BuildingId, ...]
    gain: Mapping[Resource, Count]


class Can(_Effect, frozen=True, forbid_unknown_fields=True, tag="power"):
    """The owner has a power."""

    power: Power
    amount: Count = 1
    """The amount that the power costs, gives or requires."""


class Score(_Effect, frozen=True, forbid_unknown_fields=True, tag="score"):
    """VP at the final settlement for each piece."""

    per: Piece
    vp: Count


class ScoreKinds(_Effect, frozen=True, forbid_unknown_fields=True, tag="score_kinds"):
    """VP at the final settlement by the number of kinds on top of the generations."""

    table: tuple[Amount, ...]
    """For 0 kinds, 1 kind, and so on."""


Effect: TypeAlias = Add | Maximum | Gain | WhenBuilt | Can | Score | ScoreKinds

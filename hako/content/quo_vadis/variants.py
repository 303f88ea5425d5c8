"""The options of a table: mode, layout, races; the designer's variants V1-V16, readings V17-V21."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from hako.engine.rules.game import Option

ON_OFF, OFF_ON = ("true", "false"), ("false", "true")


class Variants(Struct, frozen=True, gc=False):
    """The options of the table; all defaults are the main rules (see rulebook, variants)."""

    resource_mode: Literal["standard", "custom"] = "standard"
    layout: Literal["random", "compact", "players"] = "random"
    race_pick: Literal["choose", "random"] = "choose"
    rounds: int = 10
    war_win_spirit: bool = True
    dominion_model: Literal["growing", "fixed4", "siege4", "triple"] = "growing"
    destroyed_city_scores: bool = True
    stacking: bool = False
    wrath_on_city: Literal["destroy", "minus_one"] = "destroy"
    wrath_razes_small: bool = False
    build_food_cost: int = 0
    ascend_on_defeat: bool = False
    ascend_anywhere: bool = False
    partial_retreat: bool = False
    war_reroll: bool = False
    fight_to_the_death: bool = False
    war_attrition: bool = False
    simple_strength: bool = False
    small_buildings: Literal["both", "no_forts", "no_temples", "none"] = "both"
    build_workers_needed: int = 1
    contested_by: Literal["any_piece", "workers_and_cities"] = "any_piece"
    ruins_gain_dominion: bool = False
    tidied_beside: Literal["own", "any"] = "own"
    ruins_lend_strength: bool = False


OPTIONS = (
    Option("resource_mode", ("standard", "custom")),
    Option("layout", ("random", "compact", "players")),
    Option("race_pick", ("choose", "random")),
    Option("war_win_spirit", ON_OFF),  # V1
    Option("dominion_model", ("growing", "fixed4", "siege4", "triple")),  # V2a, V2b, V2c
    Option("destroyed_city_scores", ON_OFF),  # V3
    Option("stacking", OFF_ON),  # V4
    Option("wrath_on_city", ("destroy", "minus_one")),  # V5
    Option("wrath_razes_small", OFF_ON),  # V6
    Option("build_food_cost", ("0", "1")),  # V7
    Option("ascend_on_defeat", OFF_ON),  # V8
    Option("ascend_anywhere", OFF_ON),  # V9
    Option("partial_retreat", OFF_ON),  # V10
    Option("war_reroll", OFF_ON),  # V11
    Option("fight_to_the_death", OFF_ON),  # V12
    Option("war_attrition", OFF_ON),  # V13
    Option("simple_strength", OFF_ON),  # V14
    Option("small_buildings", ("both", "no_forts", "no_temples", "none")),  # V15
    Option("rounds", ("10", "12")),  # V16
    Option("build_workers_needed", ("1", "2")),  # V17
    Option("contested_by", ("any_piece", "workers_and_cities")),  # V18
    Option("ruins_gain_dominion", OFF_ON),  # V19
    Option("tidied_beside", ("own", "any")),  # V20
    Option("ruins_lend_strength", OFF_ON),  # V21
)


def variants_of(options: Mapping[str, str]) -> Variants:
    """The variants that a table's options choose."""
    return msgspec.convert(dict(options), Variants, strict=False)

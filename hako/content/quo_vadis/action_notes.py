"""Action notes: what a seat can know of an action's effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from hako.content.quo_vadis import actions
from hako.content.quo_vadis.card_action_count import actions_if
from hako.content.quo_vadis.cards import AreaId, SkillId
from hako.content.quo_vadis.events.pieces import WorkerMoved
from hako.content.quo_vadis.generation_change_terms import change_pays
from hako.content.quo_vadis.geometry import area_of, cells_of
from hako.content.quo_vadis.map_queries import (
    Standing,
    majorities,
    majority_takes,
    place_price,
    standing,
    with_worker,
)
from hako.content.quo_vadis.quiescence import quiet_action
from hako.content.quo_vadis.state import Turn, World
from hako.content.quo_vadis.steps.area_selection import faith_for
from hako.content.quo_vadis.steps.build import BuildOn
from hako.content.quo_vadis.steps.place import PlaceFurther
from hako.content.quo_vadis.steps.resolve_card import Convert, MoveWorkers
from hako.content.quo_vadis.steps.wrath import ring_laid
from hako.content.quo_vadis.table_description import TRACKS
from hako.content.quo_vadis.war_forecast import chances, forecast, least_chance
from hako.content.quo_vadis.working_skills import maximum
from hako.content.quo_vadis.wrath_preview import blows
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.percent import percent
from hako.engine.rules.model import Seat
from hako.engine.rules.preview import preview


def action_note(view: World, seat: Seat, action: actions.QuoVadisAction) -> LazyText | None:
    """Return the hint for an action: what it gains, costs or risks; None if there is none."""
    match action:
        case actions.TakeBasicSkill(skill):
            return _basic_skill(view, skill)
        case actions.TakeRace(race):
            return _race(view, seat, race)
        case actions.SelectArea():
            return _area(view, seat, action)
        case actions.PlaceWorker(cell):
            return _place(view, seat, cell)
        case actions.ContinueGeneration() | actions.ChangeGeneration():
            return _actions(view, seat, action)
        case actions.Declare():
            return _declare(view, seat, action)
        case actions.Strike() | actions.StrikeAndDestroy():
            return _struck(view, seat, action)
        case actions.MoveWorker() if view.phase == "genesis":
            return _moved(view, seat, action) or _majorities(view, seat, action)
        case actions.Build() | actions.Rebuild() | actions.RebuildForFood() | actions.MoveWorker():
            return _majorities(view, seat, action)
        case (
            actions.GainResource()
            | actions.ConvertFaith()
            | actions.AddDominion()
            | actions.AscendWorker()
        ):
            return _grown(view, seat, action)
        case actions.Enough():
            return _enough(view)
        case _:
            return None


def _after(view: World, seat: Seat, action: actions.QuoVadisAction | None) -> World:
    """The table after the action's own step; steps that wait behind it are not carried out."""
    return preview(replace(view, agenda=view.agenda[-1:]), seat, action).state


def _grown(
    view: World,
    seat: Seat,
    action: actions.GainResource
    | actions.ConvertFaith
    | actions.AddDominion
    | actions.AscendWorker,
) -> LazyText:
    """Return the amounts before and after an action that gains, converts or adds cubes."""
    player = view.players[seat]
    match action:
        case actions.GainResource(resource):
            after = _after(view, seat, action).players[seat]
            return LazyText(
                "gained", {"before": player.has(resource), "after": after.has(resource)}
            )
        case actions.ConvertFaith():
            after = _after(view, seat, action).players[seat]
            return LazyText("converted", {"faith": after.faith, "wrath": after.wrath})
        case actions.AddDominion(cell):
            (cubes,) = (city.dominion for city in player.cities if city.cell == cell)
            return LazyText("dominion", {"dominion": cubes, "after": cubes + 1})
        case actions.AscendWorker():
            return LazyText("ascends", {"vp": player.removed + 1})


def _enough(view: World) -> LazyText | None:
    """Return what follows when the player stops placing or building; None otherwise."""
    match view.agenda[-1]:
        case PlaceFurther():
            return LazyText("then_card")
        case BuildOn():
            return LazyText("then_end")
        case _:
            return None


def _basic_skill(view: World, skill: SkillId) -> LazyText | None:
    """Return a hint if the skill is the one recommended to beginners (quo_vadis.setup.17)."""
    recommended = any(race.basic_skills[0] == skill for race in view.content.races)
    return LazyText("skill_recommended") if recommended else None


def _race(view: World, seat: Seat, race: str) -> LazyText:
    terrain = view.content.race[race].terrain
    if view.variants.resource_mode == "standard":
        return LazyText("race", {"terrain": terrain})
    world = view.with_player(seat, race=race)
    maxima = {track: maximum(world, seat, track) for track in TRACKS}
    return LazyText("race_custom", {"terrain": terrain, "maxima": maxima})


def _area(view: World, seat: Seat, action: actions.SelectArea) -> LazyText:
    selected = replace(view, turn=Turn(seat, action.area))
    values: dict[str, Any] = {
        "faith": faith_for(view, seat, action.cards),
        "majority": LazyText("majority", {"takes": majority_takes(view, seat, action.area)}),
        "prices": _prices(selected, seat, action.area),
    }
    pieces = tuple(
        piece
        for cell in cells_of(action.area)
        for row in standing(view, cell)
        if row.seat != seat
        for piece in _pieces(row)
    )
    if not pieces:
        return LazyText("area_alone", values)
    return LazyText("area", {**values, "pieces": pieces})


def _pieces(row: Standing) -> Iterator[LazyText]:
    """The pieces of a seat in a cell: its building, then its workers."""
    if row.building is not None:
        key = "ruin" if row.destroyed else row.building
        yield LazyText(f"piece_{key}", {"seat": row.seat, "dominion": row.dominion})
    if count := row.workers + row.doomed:
        yield LazyText("piece_workers", {"seat": row.seat, "count": count})


def _prices(view: World, seat: Seat, area: AreaId) -> LazyText:
    """The price of a first worker, by the ground of the cells of an area."""
    prices = {cell: place_price(view, seat, cell).food for cell in cells_of(area)}
    free = tuple(dict.fromkeys(view.terrain(cell) for cell, food in prices.items() if not food))
    dear = tuple(dict.fromkeys(view.terrain(cell) for cell, food in prices.items() if food))
    key = "prices_free" if not dear else "prices" if free else "prices_dear"
    return LazyText(key, {"free": free, "dear": dear, "food": max(prices.values())})


def _place(view: World, seat: Seat, cell: str) -> LazyText:
    food = place_price(view, seat, cell).food
    after = with_worker(view, seat, cell)
    if war := _war_for(after, seat, area_of(cell)):
        return _at_war("place_war", {"food": food, **war})
    gained = set(majorities(after, seat)) - set(majorities(view, seat))
    if gained:
        return LazyText("place_majority", {"food": food, "area": area_of(cell)})
    return LazyText("place", {"food": food})


def _moved(view: World, seat: Seat, action: actions.MoveWorker) -> LazyText | None:
    """The war that a move would lead the seat into, or keep it out of; None if neither."""
    area = view.creation_area
    after = WorkerMoved(seat, action.origin, action.target).apply(view)
    if war := _war_for(after, seat, area):
        return _at_war("move_war", war)
    return LazyText("move_peace") if _war_for(view, seat, area) else None


def _war_for(view: World, seat: Seat, area: AreaId) -> dict[str, Any] | None:
    """A seat's war in an area if nothing more changed: all strengths, its chances in percent."""
    war = forecast(view, area)
    if war is None or seat not in war.seats:
        return None
    chance = chances(view, war)[war.seats.index(seat)]
    strengths = dict(zip(war.seats, war.strengths, strict=True))
    least = least_chance(view, war, seat)
    return {"strengths": strengths, "chance": percent(chance), "least": percent(least)}


def _at_war(key: str, values: dict[str, Any]) -> LazyText:
    """The chance to win, and the lowest chance that others can reduce it to, if that differs."""
    if values["least"] == values["chance"]:
        return LazyText(key, {name: value for name, value in values.items() if name != "least"})
    return LazyText(f"{key}_least", values)


def _actions(
    view: World, seat: Seat, action: actions.ContinueGeneration | actions.ChangeGeneration
) -> LazyText:
    change = isinstance(action, actions.ChangeGeneration)
    counted = actions_if(view, seat, action.card, action.as_kind or action.card, change=change)
    values = {
        "actions": counted.count,
        "why": counted.sources,
        "gains": _gains(view, seat, action),
    }
    if not change:
        return LazyText("actions", {**values, "cards": counted.pile})
    held, cards, vp = change_pays(view, seat)
    return LazyText("actions_change", {**values, "majorities": held, "cards": cards, "vp": vp})


def _gains(
    view: World, seat: Seat, action: actions.ContinueGeneration | actions.ChangeGeneration
) -> dict[str, str]:
    """The changes of tracks and VP that a card brings, and the moves that it allows.

    They are limited by the maxima of the tracks, and the cost of beseeching is taken off. Later
    decisions of the player count as declined: no faith is converted, no worker is moved.
    """
    state, moves = _after(view, seat, action), 0
    while state.agenda:
        step = state.agenda[-1]
        moves = step.left if isinstance(step, MoveWorkers) else moves
        following = (
            actions.ConvertFaith(0) if isinstance(step, Convert) else quiet_action(state, seat)
        )
        state = _after(state, seat, following)
    before, after = view.players[seat], state.players[seat]
    changed: dict[str, int] = {track: after.has(track) - before.has(track) for track in TRACKS}
    changed["vp"] = after.vp - before.vp
    gains = {track: f"{count:+}" for track, count in changed.items() if count}
    return {**gains, "moves": str(moves)} if moves else gains


def _declare(view: World, seat: Seat, action: actions.Declare) -> LazyText:
    war = view.of_war()
    place, more = war.seats.index(seat), action.spirit + (action.food or 0)
    spending = [more if other == place else 0 for other in range(len(war.seats))]
    values = {
        "strength": war.total(seat) + more,
        "chance": percent(chances(view, war, spending)[place]),
        "least": percent(least_chance(view, war, seat, more)),
    }
    return _at_war("declare", values)


def _struck(view: World, seat: Seat, action: actions.Strike | actions.StrikeAndDestroy) -> LazyText:
    """Count the pieces that a strike returns, destroys or spares, and name the new terrain."""
    hits = blows(view, seat, action)
    counts = {
        "workers": sum(blow.workers for blow in hits),
        "own": sum(blow.workers for blow in hits if blow.seat == seat),
        "cities": sum(blow.cities for blow in hits),
        "dominion": sum(blow.dominion for blow in hits),
        "small": sum(blow.small for blow in hits),
        "kept": sum(blow.kept for blow in hits),
    }
    hit = {piece: count for piece, count in counts.items() if count}
    return LazyText("struck", {"hit": hit, "terrain": ring_laid(view, seat)})


def _majorities(view: World, seat: Seat, action: actions.QuoVadisAction) -> LazyText | None:
    before = len(majorities(view, seat))
    after = len(majorities(_after(view, seat, action), seat))
    return LazyText("majorities", {"before": before, "after": after}) if before != after else None


# ------------------------------------------------------------ the description of the table

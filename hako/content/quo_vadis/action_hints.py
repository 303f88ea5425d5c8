"""What an action pays or costs, and the table in words, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from hako.content.quo_vadis import actions
from hako.content.quo_vadis.cards import AreaId, SkillId
from hako.content.quo_vadis.effects import Track
from hako.content.quo_vadis.events.rounds import WorkerMoved
from hako.content.quo_vadis.generations import actions_if, change_pays
from hako.content.quo_vadis.geography import area_of, cells_of
from hako.content.quo_vadis.land import (
    majorities,
    place_price,
    reserve,
    standing,
    with_worker,
    within_reach,
)
from hako.content.quo_vadis.quiescence import settle
from hako.content.quo_vadis.skills import maximum
from hako.content.quo_vadis.state import Turn, World
from hako.content.quo_vadis.steps.build import BuildOn
from hako.content.quo_vadis.steps.epics import Convert, MoveWorkers
from hako.content.quo_vadis.steps.place import PlaceFurther
from hako.content.quo_vadis.steps.selection import faith_for
from hako.content.quo_vadis.steps.wrath import ring_laid
from hako.content.quo_vadis.strikes import blows
from hako.content.quo_vadis.warfare import chances, forecast, least_chance
from hako.engine.i18n.lazy_text import LazyText
from hako.engine.i18n.percent import percent
from hako.engine.rules.model import Seat
from hako.engine.rules.play import preview

TRACKS: tuple[Track, ...] = ("spirit", "food", "faith", "wrath")


def pays(view: World, seat: Seat, action: actions.QuoVadisAction) -> LazyText | None:
    """What an action pays or costs, in a few words."""
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
    """The table after the action, as far as the step itself goes."""
    return preview(replace(view, agenda=view.agenda[-1:]), seat, action).state


def _grown(
    view: World,
    seat: Seat,
    action: actions.GainResource
    | actions.ConvertFaith
    | actions.AddDominion
    | actions.AscendWorker,
) -> LazyText:
    """How much of something there is then."""
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
            (cubes,) = (its.dominion for its in player.cities if its.cell == cell)
            return LazyText("dominion", {"dominion": cubes, "after": cubes + 1})
        case actions.AscendWorker():
            return LazyText("ascends", {"vp": player.removed + 1})


def _enough(view: World) -> LazyText | None:
    """What comes next for who does no more of it, where that is not what was done before it."""
    match view.agenda[-1]:
        case PlaceFurther():
            return LazyText("then_card")
        case BuildOn():
            return LazyText("then_end")
        case _:
            return None


def _basic_skill(view: World, skill: SkillId) -> LazyText | None:
    """Whether it is the one for beginners (quo_vadis.setup.17)."""
    recommended = any(its.basic_skills[0] == skill for its in view.content.races)
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
    prices = {cell: place_price(selected, seat, cell).food for cell in cells_of(action.area)}
    values: dict[str, Any] = {
        "faith": faith_for(view, seat, action.cards),
        "majority": within_reach(selected, seat, action.area),
        "prices": " ".join(f"{cell[-1]}{food}" for cell, food in prices.items()),
    }
    rivals = tuple(its for its in _present(view, action.area) if its != seat)
    return (
        LazyText("area", {**values, "seats": rivals}) if rivals else LazyText("area_empty", values)
    )


def _present(view: World, area: AreaId) -> Sequence[Seat]:
    """Who has workers or buildings in an area."""
    found = (row.seat for cell in cells_of(area) for row in standing(view, cell))
    return sorted(set(found))


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
    """The war that would follow for the seat, or that it gets out of."""
    area = view.creation_area
    after = WorkerMoved(seat, action.origin, action.target).apply(view)
    if war := _war_for(after, seat, area):
        return _at_war("move_war", war)
    return LazyText("move_peace") if _war_for(view, seat, area) else None


def _war_for(view: World, seat: Seat, area: AreaId) -> dict[str, Any] | None:
    """The war in which a seat would be in an area: all strengths, and its chance to win."""
    war = forecast(view, area)
    if war is None or seat not in war.seats:
        return None
    chance = chances(view, war)[war.seats.index(seat)]
    strengths = dict(zip(war.seats, war.strengths, strict=True))
    least = least_chance(view, war, seat)
    return {"strengths": strengths, "chance": percent(chance), "least": percent(least)}


def _at_war(key: str, values: dict[str, Any]) -> LazyText:
    """A chance to win, and the least that others can still make of it."""
    if values["least"] == values["chance"]:
        return LazyText(key, {name: value for name, value in values.items() if name != "least"})
    return LazyText(f"{key}_least", values)


def _actions(
    view: World, seat: Seat, action: actions.ContinueGeneration | actions.ChangeGeneration
) -> LazyText:
    change = isinstance(action, actions.ChangeGeneration)
    its = actions_if(view, seat, action.card, action.as_kind or action.card, change=change)
    why = {"pile": its.pile, "inheritance": its.inheritance, "skills": its.skills}
    values = {
        "actions": its.count,
        "why": {what: count for what, count in why.items() if count},
        "gains": _gains(view, seat, action),
    }
    if not change:
        return LazyText("actions", {**values, "cards": its.pile})
    held, cards, vp = change_pays(view, seat)
    return LazyText("actions_change", {**values, "majorities": held, "cards": cards, "vp": vp})


def _gains(
    view: World, seat: Seat, action: actions.ContinueGeneration | actions.ChangeGeneration
) -> dict[str, str]:
    """What a card brings, no more than the maxima hold, less what beseeching costs.

    Nothing is turned, discarded or moved that the player still decides on.
    """
    state, moves = _after(view, seat, action), 0
    while state.agenda:
        step = state.agenda[-1]
        moves = step.left if isinstance(step, MoveWorkers) else moves
        following = actions.ConvertFaith(0) if isinstance(step, Convert) else settle(state, seat)
        state = _after(state, seat, following)
    before, after = view.players[seat], state.players[seat]
    changed: dict[str, int] = {its: after.has(its) - before.has(its) for its in TRACKS}
    changed["vp"] = after.vp - before.vp
    gains = {what: f"{count:+}" for what, count in changed.items() if count}
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
    """What returns, what is lost, what a temple or Sanctuary keeps, and what the area becomes."""
    found = blows(view, seat, action)
    counts = {
        "workers": sum(its.workers for its in found),
        "own": sum(its.workers for its in found if its.seat == seat),
        "cities": sum(its.cities for its in found),
        "dominion": sum(its.dominion for its in found),
        "small": sum(its.small for its in found),
        "kept": sum(its.kept for its in found),
    }
    hit = {what: count for what, count in counts.items() if count}
    return LazyText("struck", {"hit": hit, "terrain": ring_laid(view, seat)})


def _majorities(view: World, seat: Seat, action: actions.QuoVadisAction) -> LazyText | None:
    before = len(majorities(view, seat))
    after = len(majorities(_after(view, seat, action), seat))
    return LazyText("majorities", {"before": before, "after": after}) if before != after else None


# ------------------------------------------------------------ the table in words


def describe(view: World) -> Sequence[LazyText]:
    """The table in words: the round, the areas, a war, the players."""
    if not view.round:
        return (LazyText("round_setup"), *_lands(view))
    return (
        _round(view),
        LazyText(
            "markers",
            {"cards": view.markers, "pile": len(view.pile), "discards": len(view.discards)},
        ),
        *_lands(view),
        *_war(view),
        *(note for seat in view.seats for note in _player(view, seat)),
    )


def _round(view: World) -> LazyText:
    turn = view.turn
    seat = view.start_player if turn is None else turn.seat
    values = {
        "round": view.round,
        "rounds": view.variants.rounds,
        "phase": view.phase,
        "seat": seat,
    }
    if turn is None or turn.area is None:
        return LazyText("round", values)
    return LazyText("round_area", {**values, "area": turn.area})


def _lands(view: World) -> Sequence[LazyText]:
    notes = []
    for area in view.geography.areas:
        terrains = tuple(view.terrain(cell) for cell in cells_of(area))
        seats = _present(view, area)
        values = {"area": area, "terrains": terrains, "seats": seats}
        notes.append(LazyText("land_held" if seats else "land", values))
    return notes


def _war(view: World) -> Sequence[LazyText]:
    war = view.war
    if war is None:
        return ()
    totals = {seat: war.total(seat) for seat in war.seats}
    return (LazyText("war", {"cells": war.cells, "totals": totals}),)


def _player(view: World, seat: Seat) -> Sequence[LazyText]:
    player = view.players[seat]
    resources: dict[str, int] = {track: player.has(track) for track in TRACKS}
    return (
        LazyText(
            "player",
            {
                "seat": seat,
                "race": player.race,
                "vp": player.vp,
                "reserve": reserve(view, seat),
                "removed": player.removed,
                **resources,
            },
        ),
        LazyText(
            "cards",
            {
                "seat": seat,
                "hand": player.hand,
                "sizes": tuple(map(len, player.generations)),
                "tops": tuple(pile[-1] for pile in player.generations),
                "skills": tuple(its.id for its in player.skills),
                "face_down": player.face_down,
            },
        ),
        LazyText(
            "pieces",
            {
                "seat": seat,
                "workers": player.all_workers(),
                "forts": player.forts,
                "temples": player.temples,
                "majorities": tuple(majorities(view, seat)),
            },
        ),
        *(
            LazyText(
                "city_destroyed" if city.destroyed else "city",
                {"seat": seat, "cell": city.cell, "dominion": city.dominion},
            )
            for city in player.cities
        ),
    )

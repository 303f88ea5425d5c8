"""Invariants of every game, however it is played and with whatever variants."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.events.gains import VpGained
from hako.content.quo_vadis.events.pieces import CityDestroyed
from hako.content.quo_vadis.events.rounds import TurnBegan, TurnEnded
from hako.content.quo_vadis.events.war import WarBegan, WarDecided, WarEnded
from hako.content.quo_vadis.geometry import area_of
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.rounds import FinalSettlement
from hako.content.quo_vadis.working_skills import maximum
from hako.engine.rules.chance import Chance
from hako.engine.rules.play import begin
from tests.rules.quo_vadis.table import cards, new
from tests.rules.random_games import RandomGame, random_games

TRACKS = ("spirit", "food", "faith", "wrath")

Played: TypeAlias = RandomGame[World]

every_game = random_games(new, 6, seats=(3, 4, 5), resource_mode=("standard", "custom"))
every_variant = random_games(
    new, 15, seats=(3, 4, 5), **{option.key: option.values for option in GAME.options}
)


def check_pieces(before: World, world: World) -> None:
    """Invariants 1 to 8, 13 and 15 to 17 of the specification."""
    epics: Counter[str] = Counter(card or "?" for card in (*world.pile, *world.discards))
    skills: list[str] = []
    for seat, player in enumerate(world.players):
        epics.update(card or "?" for card in player.hand)
        epics.update(card for pile in player.generations for card in pile)
        skills += (it or "?" for it in (*player.pack, *player.face_down))
        skills += (it.id for it in player.skills if it.id in cards().draft_skills)
        on_map = len(player.workers) + len(player.doomed)
        assert on_map + player.removed <= 10
        assert player.removed >= before.players[seat].removed
        assert (len(player.cities), len(player.forts), len(player.temples)) <= (5, 2, 1)
        assert all(city.dominion >= 0 for city in player.cities)
        for track in TRACKS:
            assert 0 <= player.has(track) <= max(0, maximum(world, seat, track))  # type: ignore[arg-type] # a track
        assert player.vp >= before.players[seat].vp
        assert len(player.generations) <= 6
    if world.pile or world.discards:
        assert epics == dict.fromkeys(cards().epic, 20)
    assert len(set(skills)) == len(skills)
    built = [
        cell
        for player in world.players
        for cell in (*(city.cell for city in player.cities), *player.forts, *player.temples)
    ]
    assert len(set(built)) == len(built)
    one, other = world.markers
    assert one != other or one == 0
    assert len({area for area, _ in world.rings}) == len(world.rings)
    assert all(world.rings_left(terrain) >= 0 for terrain in cards().terrain)


def check_points(world: World) -> None:
    """A spectator's numbers of points are those that players had if the game ended now."""
    score_parts = GAME.score_parts(GAME.mask(world, None))
    ended, _ = begin(replace(world, agenda=(FinalSettlement(),)), Chance(0, 0))
    outcome = GAME.outcome(ended)
    assert outcome is not None
    assert [sum(values.values()) for values in score_parts] == [*outcome.scores]


@every_variant
@pytest.mark.rule("quo_vadis.variant.1", "quo_vadis.variant.16")
def test_games_under_any_variants_end_and_lose_no_piece(game: Played) -> None:
    turns = 0
    for move in game.moves:
        check_pieces(move.before, move.after)
        began = sum(isinstance(event, TurnBegan) for event in move.told)
        if began:
            check_points(move.after)
        turns += began
    assert turns == game.end.variants.rounds * len(game.end.players)
    outcome = GAME.outcome(game.end)
    assert outcome is not None
    assert outcome.scores[outcome.winners[0]] == max(outcome.scores)


@every_game
@pytest.mark.rule("quo_vadis.turn.1", "quo_vadis.card.3", "quo_vadis.skill.1")
def test_each_turn_plays_a_card_and_each_change_sets_a_skill(game: Played) -> None:
    """Invariants 9, 10, 15: cards played are turns; skills set are changes; cities at most those."""
    turns = [0] * len(game.start.players)
    for _, event, world in game.moments:
        if isinstance(event, TurnBegan):
            assert event.seat == (world.start_player + sum(turns)) % len(turns)
        if isinstance(event, TurnEnded):
            turns[event.seat] += 1
            player = world.players[event.seat]
            assert sum(map(len, player.generations)) == turns[event.seat]
            assert len(player.skills) == len(player.generations)
            assert len(player.cities) < len(player.generations)


@every_game
@pytest.mark.rule("quo_vadis.end.4", "quo_vadis.end.6")
def test_after_the_own_turn_nothing_of_a_player_shares_a_cell(game: Played) -> None:
    """Invariant 11."""
    for _, event, world in game.moments:
        if isinstance(event, TurnEnded):
            player = world.players[event.seat]
            assert len(set(player.workers)) == len(player.workers)
            assert not any(player.building_at(cell) for cell in player.workers)


@every_game
@pytest.mark.rule("quo_vadis.war.4", "quo_vadis.war.12", "quo_vadis.war.13")
def test_wars_are_of_the_creation_area_and_losers_leave_it(game: Played) -> None:
    """Invariants 12, 13, 14."""
    wars_of_turn = cubes = scored = 0
    decided: WarDecided | None = None
    for before, event, _ in game.moments:
        match event:
            case TurnBegan():
                wars_of_turn = 0
            case WarBegan():
                wars_of_turn += 1
                cubes = scored = 0
                assert {area_of(cell) for cell in event.cells} == {before.creation_area}
            case WarDecided():
                decided = event
            case CityDestroyed() if before.war is not None:
                cubes += event.returned
            case VpGained(reason="razed", vp=vp):
                scored += vp
            case WarEnded():
                assert decided is not None
                for loser in decided.losers:
                    player = before.players[loser]
                    held = {*player.workers, *player.intact_buildings()}
                    assert not held & set(before.of_war().cells)
                assert scored == (0 if decided.winner is None else cubes)
            case _:
                pass
        assert wars_of_turn <= 1

"""What holds in every game, however it is played and with whatever variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.events.rounds import CityDestroyed, TurnBegan, TurnEnded, VpGained
from hako.content.quo_vadis.events.war import WarBegan, WarDecided, WarEnded
from hako.content.quo_vadis.geography import area_of
from hako.content.quo_vadis.skills import maximum
from hako.content.quo_vadis.state import World
from hako.engine.rules.chance import Chance
from hako.engine.rules.play import events, legal_actions, play, waiting
from hako.engine.rules.vocabulary import Event
from tests.rules.quo_vadis.table import cards, new

TRACKS = ("spirit", "food", "faith", "wrath")

main_rules = st.builds(
    lambda seats, seed, mode: (new(seats, seed=seed, resource_mode=mode), Random(seed)),
    seats=st.integers(3, 5),
    seed=st.integers(0, 2**32),
    mode=st.sampled_from(["standard", "custom"]),
)

variants = st.builds(
    lambda seats, seed, options: (new(seats, seed=seed, **options), Random(seed)),
    seats=st.integers(3, 5),
    seed=st.integers(0, 2**32),
    options=st.fixed_dictionaries(
        {option.key: st.sampled_from(option.values) for option in GAME.options}
    ),
)

every_game = settings(max_examples=5, deadline=None)
every_variant = settings(max_examples=15, deadline=None)

Played = Iterator[tuple[World, World, tuple[Event[World], ...]]]


def played(game: tuple[World, Random]) -> Played:
    """The table before and after each of all random choices, and what happened between."""
    world, dice = game
    ply = 0
    while world.agenda:
        ply += 1
        before, seat = world, waiting(world)[0]
        action = dice.choice(legal_actions(world, seat))
        world, then = play(world, seat, action, Chance(dice.getrandbits(32), ply))
        yield before, world, tuple(events(then))


def moments(
    before: World, told: tuple[Event[World], ...]
) -> Iterator[tuple[World, Event[World], World]]:
    """The events between two choices, each with the tables before and after it."""
    for event in told:
        after = event.apply(before)
        yield before, event, after
        before = after


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


@every_variant
@given(variants)
@pytest.mark.rule("quo_vadis.variant.1", "quo_vadis.variant.16")
def test_games_under_any_variants_end_and_lose_no_piece(game: tuple[World, Random]) -> None:
    turns = 0
    for before, world, told in played(game):
        check_pieces(before, world)
        turns += sum(isinstance(event, TurnBegan) for event in told)
    assert turns == world.variants.rounds * len(world.players)
    outcome = GAME.outcome(world)
    assert outcome is not None
    assert outcome.scores[outcome.winners[0]] == max(outcome.scores)


@every_game
@given(main_rules)
@pytest.mark.rule("quo_vadis.turn.1", "quo_vadis.card.3", "quo_vadis.skill.1")
def test_each_turn_plays_a_card_and_each_change_sets_a_skill(game: tuple[World, Random]) -> None:
    """Invariants 9, 10, 15: cards played are turns; skills set are changes; cities at most those."""
    turns = [0] * len(game[0].players)
    for before, _, told in played(game):
        for _, event, world in moments(before, told):
            if isinstance(event, TurnBegan):
                assert event.seat == (world.start_player + sum(turns)) % len(turns)
            if isinstance(event, TurnEnded):
                turns[event.seat] += 1
                player = world.players[event.seat]
                assert sum(map(len, player.generations)) == turns[event.seat]
                assert len(player.skills) == len(player.generations)
                assert len(player.cities) < len(player.generations)


@every_game
@given(main_rules)
@pytest.mark.rule("quo_vadis.end.4", "quo_vadis.end.6")
def test_after_the_own_turn_nothing_of_a_player_shares_a_cell(game: tuple[World, Random]) -> None:
    """Invariant 11."""
    for before, _, told in played(game):
        for _, event, world in moments(before, told):
            if isinstance(event, TurnEnded):
                player = world.players[event.seat]
                assert len(set(player.workers)) == len(player.workers)
                assert not any(player.building_at(cell) for cell in player.workers)


@every_game
@given(main_rules)
@pytest.mark.rule("quo_vadis.war.4", "quo_vadis.war.12", "quo_vadis.war.13")
def test_wars_are_of_the_creation_area_and_losers_leave_it(game: tuple[World, Random]) -> None:
    """Invariants 12, 13, 14."""
    wars_of_turn = cubes = scored = 0
    decided: WarDecided | None = None
    for start, _, told in played(game):
        for before, event, _ in moments(start, told):
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

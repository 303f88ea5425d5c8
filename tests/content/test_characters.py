"""Characters are told apart: each does more often what it likes most, and gets more of what it wants."""

from __future__ import annotations

from collections import Counter

import pytest

from hako.content import THE_SHELF
from hako.engine.bots.characters import SCORE, Character, characters, tastes
from hako.engine.bots.greedy import greedy_bot
from hako.engine.bots.levels import base, bot, character_in, resolve_level
from hako.engine.bots.observation import observation_of
from hako.engine.bots.turn_lines import is_last_turn
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.action_patterns import fits
from hako.engine.storage.memory_save import MemorySave
from tests.toys import tic_tac_toe

GAMES = [box.id for box in THE_SHELF.boxes if characters(THE_SHELF.load(box.id))]

SEEDS = {"world_monger": 1}
"""Characters of a game in which each has something to like, where the usual one is none."""


@pytest.mark.parametrize("name", GAMES)
def test_each_character_does_more_often_what_it_likes_most_and_gets_what_it_wants(
    name: str,
) -> None:
    """All of them and greedy are asked at each decision of a game that greedy plays.

    It ends with the first last turn, in which everybody searches long for the best line.
    """
    game = THE_SHELF.load(name)
    seats = (Player("A", bot="greedy"),) * max(2, game.seats[0])
    table = History.new(game, new_header(game, seats, seed=SEEDS.get(name, 4)), MemorySave.create)
    known = {
        name: (
            character.likes[0].actions,
            Character("x", wants=character.wants),
            bot(f"greedy@{name}"),
        )
        for name, character in characters(game).items()
    }
    own, neutral = Counter[str](), Counter[str]()
    wanted = dict.fromkeys(known, 0.0)
    while waiting := table.waiting():
        asked, _ = observation_of(table, waiting[0])
        if is_last_turn(game, asked.view, waiting[0]):
            break
        action = greedy_bot(*observation_of(table, waiting[0]))
        for text, (liked, wanting, taste) in known.items():
            if wanting.wants or any(fits(liked, one) for one in asked.actions):
                chosen = taste(*observation_of(table, waiting[0]))
                own[text] += fits(liked, chosen)
                neutral[text] += fits(liked, action)
                brought = tastes(asked, wanting, [chosen, action])
                wanted[text] += brought[0] - brought[1]
        table.play(waiting[0], action)

    assert len(known) >= 3
    assert {line: own[line] > neutral[line] for line in known} == dict.fromkeys(known, True), (
        own,
        neutral,
    )
    assert {word for word in known if wanted[word] > 0} == {
        name for name, item in characters(game).items() if item.wants
    }


def test_a_taste_is_told_in_points_of_own_terms() -> None:
    """For each point more that an action brings, and nothing for what it brings others."""
    game = THE_SHELF.load("flip_city")
    seats = (Player("A", bot="greedy"),) * 2
    table = History.new(game, new_header(game, seats, seed=4), MemorySave.create)
    more: list[int] = []
    while not any(more):
        table.play(table.waiting()[0], greedy_bot(*observation_of(table, table.waiting()[0])))
        asked, _ = observation_of(table, number := table.waiting()[0])
        before, more = table.state.points_owned, []
        for action in asked.actions:
            after = table.preview(number, action).state.points_owned
            more.append(after(number) - before(number))

    assert tastes(asked, Character("x", wants={SCORE: 2.0}), asked.actions) == [
        2 * own for own in more
    ]
    assert len({*more}) > 1


def test_somebody_is_another_character_on_each_seat_and_the_same_with_the_same_seed() -> None:
    """With more seats than characters, some come twice; without any, nobody."""
    flip_city, toy = THE_SHELF.load("flip_city"), tic_tac_toe.GAME
    levels = ["greedy@somebody", None, "strong:8@somebody", "greedy", "gentle@somebody"]

    drawn = resolve_level(levels, flip_city, seed=1)

    names = {character_in(item) for item in drawn if item}
    assert names == {*characters(flip_city), ""}
    assert [one and base(one) for one in drawn] == ["greedy", None, "strong", "greedy", "gentle"]
    assert resolve_level(levels, flip_city, seed=1) == drawn
    assert len({tuple(resolve_level(levels, flip_city, seed)) for seed in range(20)}) > 1
    assert resolve_level(levels, toy) == ["greedy", None, "strong:8", "greedy", "gentle"]

"""Public information, and what one seat alone knows."""

from __future__ import annotations

from collections import Counter

import pytest

from hako.content.quo_vadis import GAME
from hako.content.quo_vadis.actions import PickSkill, SpreadCubes
from hako.content.quo_vadis.determinization import unseen_epics
from hako.content.quo_vadis.events.area_and_genesis import CardDiscarded, GenerationContinued
from hako.content.quo_vadis.events.end_phase import SkillSet
from hako.content.quo_vadis.events.setup import CardsDrawn, PacksPassed
from hako.content.quo_vadis.state import World
from hako.content.quo_vadis.steps.end_phase import EndPhase
from hako.content.quo_vadis.steps.setup import DraftSkill, SpreadResources
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view, world
from hako.engine.rules.model import SecretChoice
from hako.engine.rules.play import legal_actions, play, waiting
from tests.rules.quo_vadis.table import at, cards, new


def drafting(players: int = 3) -> World:
    """A table at the first pick of the draft."""
    table = new(players, race_pick="random")
    assert isinstance(table.agenda[-1], DraftSkill)
    return table


@pytest.mark.rule("quo_vadis.setup.12")
def test_a_pack_is_seen_by_its_holder_alone() -> None:
    whole = drafting()

    for viewer in (0, 1, 2, None):
        seen = view(GAME, whole, viewer)
        for seat, player in enumerate(seen.players):
            own = whole.players[seat].pack
            assert player.pack == (own if seat == viewer else (None,) * 6)


@pytest.mark.rule("quo_vadis.setup.12")
def test_a_pick_is_known_to_who_made_it_alone() -> None:
    """The answers lie in envelopes, and afterwards the cards face down."""
    whole = drafting()
    first = whole.players[0].pack[0]
    whole, then = play(whole, 0, PickSkill(first), Chance(1, 0))
    assert then == ()
    step = view(GAME, whole, 1).agenda[-1]
    assert isinstance(step, SecretChoice)
    assert step.answers == (None,)

    for seat in (1, 2):
        whole, _ = play(whole, seat, legal_actions(whole, seat)[0], Chance(1, seat))
    assert view(GAME, whole, 0).players[0].face_down == (first,)
    assert view(GAME, whole, 1).players[0].face_down == (None,)


@pytest.mark.rule("quo_vadis.setup.16")
def test_first_resources_are_shown_when_all_have_chosen() -> None:
    whole = at(SpreadResources((0, 1, 2)), A="food=0", B="food=0", C="food=0").world
    whole, _ = play(whole, 1, SpreadCubes(5, 1, 1), Chance(1, 1))

    assert all(player.spirit == 0 for player in view(GAME, whole, 0).players)
    assert view(GAME, whole, 0).agenda[-1] == SpreadResources((0, 1, 2), (1,), (None,))


@pytest.mark.rule("quo_vadis.setup.15")
def test_hands_and_the_pile_are_hidden_but_can_be_counted() -> None:
    whole = at(EndPhase(0), turn="A 1-2", A="hand=bl", B="hand=mmr", discards="pp").world
    seen = view(GAME, whole, 0)

    assert seen.players[0].hand == ("blessing", "labour")
    assert seen.players[1].hand == (None, None, None)
    assert seen.pile == (None,) * 10
    assert seen.discards == ("prosperity", "prosperity")


def test_what_cannot_be_seen_can_be_reckoned() -> None:
    """Two of 20 Blessings are known: in the own hand and discarded; one Labour of each was played."""
    whole = at(A="hand=b", B="hand=b", discards="b").world

    unseen = Counter(unseen_epics(view(GAME, whole, 0)))
    assert (unseen["blessing"], unseen["labour"]) == (18, 17)


@pytest.mark.rule("quo_vadis.setup.13")
def test_a_made_up_world_agrees_with_what_the_seat_knows_and_with_the_box() -> None:
    whole = drafting(5)
    for ply in range(40):
        seat = waiting(whole)[0]
        whole, _ = play(whole, seat, legal_actions(whole, seat)[0], Chance(3, ply))
    seen = view(GAME, whole, 2)
    made_up = world(GAME, seen, 2, Chance(9, 0))

    assert made_up.players[2] == whole.players[2]
    assert made_up.players[1].hand != whole.players[1].hand or made_up.pile != whole.pile
    everything = Counter(made_up.pile) + Counter(made_up.discards)
    for player in made_up.players:
        everything += Counter(player.hand)
        for pile in player.generations:
            everything += Counter(pile)
    assert everything == Counter(cards().epic_pile())
    skills = [skill for player in made_up.players for skill in player.face_down]
    assert (
        len(set(skills))
        == len(skills)
        == 30 - sum(len(player.skills) - 1 for player in made_up.players)
    )


def test_what_is_placed_discarded_or_set_comes_to_light() -> None:
    for kind in (GenerationContinued, CardDiscarded, SkillSet, CardsDrawn, PacksPassed):
        assert kind.reveals

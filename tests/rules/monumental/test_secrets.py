"""What is hidden (section 6), and what can be taken back."""

from __future__ import annotations

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.actions import (
    AcquireBasic,
    ActivateCity,
    Conquer,
    DevelopPolicy,
    MakeProgress,
    Pass,
    SendSoldiers,
)
from hako.content.monumental.state import World
from hako.engine.log.records import Player
from hako.engine.log.setup import new_header
from hako.engine.log.table import Table as Played
from hako.engine.rules.chance import Chance
from hako.engine.rules.game import view, world
from hako.engine.rules.vocabulary import Action
from tests.rules.monumental.table import acting, cards, danish, egyptian, new


@pytest.mark.rule("monumental.secret.1")
def test_nobody_knows_the_order_of_the_development_deck() -> None:
    """Eras and numbers are open: 15 - 6, 12 and 8 cards."""
    state = new(2)
    for viewer in (0, 1, None):
        layers = view(GAME, state, viewer).layers
        assert [(its.era, len(its.cards)) for its in layers] == [
            ("classical", 9),
            ("medieval", 12),
            ("modern", 8),
        ]
        assert all(card is None for its in layers for card in its.cards)


@pytest.mark.rule("monumental.secret.2")
def test_the_owner_of_a_deck_knows_what_is_in_it_but_not_the_order() -> None:
    state = new(2)
    (seen,) = {view(GAME, state, viewer).realm(0).deck for viewer in (0, 1, None)}

    assert seen.cards == (None,) * len(state.realm(0).deck.cards)
    assert seen.unseen == tuple(sorted(state.realm(0).deck.all()))


@pytest.mark.rule("monumental.secret.3")
def test_a_monster_looks_like_a_barbarian() -> None:
    state = new(2, monsters="on")
    seen = view(GAME, state, 0)

    assert seen.tokens.faces == (None,) * len(state.tiles)
    monsters = [
        tile
        for tile, face in zip(seen.tiles, state.tokens.faces, strict=True)
        if face in cards().monster
    ]
    assert {tile.site for tile in monsters} == {"barbarian"}
    assert len(monsters) == seen.tokens.monsters == 4


@pytest.mark.rule("monumental.secret.4")
def test_what_was_left_out_is_never_shown() -> None:
    state = new(2, heroes="on", mix_lost_kingdoms="on", monsters="on")
    seen = view(GAME, state, 0)

    assert seen.tokens.aside == ()
    assert all(layer.aside == () for layer in seen.layers)
    assert set(seen.heroes_aside.cards) == {None}


@pytest.mark.rule("monumental.secret.1", "monumental.secret.3")
def test_a_world_made_up_holds_the_same_numbers() -> None:
    state = new(3, mix_lost_kingdoms="on", monsters="on", seed=5)
    made_up = world(GAME, view(GAME, state, 0), 0, Chance(3, 0))

    assert view(GAME, made_up, 0) == view(GAME, state, 0)
    assert made_up.layers != state.layers
    assert made_up.tokens.faces != state.tokens.faces


# ------------------------------------------------------------ taking back


FORUM_FIRST = 4
"""A seed with which the first row and column yield Production, Military and Culture."""


def played(table: Played[World], kind: type[Action]) -> World:
    """The table before a seat takes the first action of that kind that it is offered."""
    (seat,) = table.waiting()
    before = table.state
    table.play(seat, next(its for its in table.legal_actions(seat) if isinstance(its, kind)))
    return before


def test_a_turn_is_taken_back_action_by_action_up_to_the_last_revealed_card() -> None:
    """Activation, a purchase and a policy come back one by one; what a token showed does not."""
    players = (Player("Ann"), Player("Ben"))
    header = new_header(GAME, players, {"mode": "classic"}, seed=FORUM_FIRST, undo="ask")
    table = Played.new(GAME, header)
    (seat,) = table.waiting()

    states = [played(table, kind) for kind in (ActivateCity, DevelopPolicy, AcquireBasic)]
    for before in reversed(states):
        assert table.undo_is(seat) == "free"
        table.undo(seat)
        assert table.state == before

    played(table, ActivateCity)
    after = table.state
    played(table, Conquer)
    played(table, SendSoldiers)
    assert table.undo_is(seat) == "consent", "the token is turned up"
    assert table.state != after


def test_an_action_says_whether_it_will_reveal_something() -> None:
    """A purchase does not; a drawn card and a token do."""
    table = acting(egyptian("P3 S3 M1", deck="fort mine"), danish())
    target = table.at(2, 0)

    assert not any(event.reveals for event in table.foreseen(AcquireBasic("workshop")))
    assert not any(type(event).__name__ == "CardDrawn" for event in table.foreseen(MakeProgress()))
    table.do(Conquer(target), SendSoldiers({table.world.capital(0): 1}))
    assert any(event.reveals for event in table.told)
    assert Pass() not in table.options

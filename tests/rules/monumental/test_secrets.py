"""Hidden information (section 6), and undo."""

from __future__ import annotations

import pytest

from hako.content.monumental import GAME
from hako.content.monumental.actions import AcquireBasic, DevelopPolicy
from hako.content.monumental.steps.city import Activate
from hako.engine.rules.game import view
from hako.engine.rules.model import Action
from tests.rules.monumental.table import acting, at, cards, chinese, new


@pytest.mark.rule("monumental.secret.1")
def test_nobody_knows_the_order_of_the_development_deck() -> None:
    """Eras and numbers are open: 15 - 6, 12 and 8 cards."""
    state = new(2)
    for viewer in (0, 1, None):
        layers = view(GAME, state, viewer).layers
        assert [(layer.era, len(layer.cards)) for layer in layers] == [
            ("classical", 9),
            ("medieval", 12),
            ("modern", 8),
        ]
        assert all(card is None for item in layers for card in item.cards)


@pytest.mark.rule("monumental.secret.2")
def test_the_owner_of_a_deck_knows_what_is_in_it_but_not_the_order() -> None:
    state = new(2)
    (seen,) = {view(GAME, state, viewer).realms[0].deck for viewer in (0, 1, None)}

    assert seen.cards == (None,) * len(state.realms[0].deck.cards)
    assert seen.unseen == tuple(sorted(state.realms[0].deck.all()))


@pytest.mark.rule("monumental.secret.3", "monumental.monster.1")
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


# ------------------------------------------------------------ taking back


@pytest.mark.parametrize("action", [DevelopPolicy("legalism"), AcquireBasic("workshop")])
def test_what_shows_nothing_new_can_be_taken_back(action: Action) -> None:
    table = acting(chinese("P3 S3 C9"))

    assert not any(event.reveals for event in table.do(action).told)


def test_a_token_that_was_turned_up_cannot() -> None:
    table = acting(chinese("M1")).plays("conquer 2:0, send 3:0*1")

    assert any(event.reveals for event in table.told)


def test_the_activation_of_a_city_can_be_taken_back() -> None:
    table = at(Activate(0), realms=[chinese()])

    assert not any(event.reveals for event in table.activate(1, 1).told)

"""Tables of the sealed-bids toy, written by hand for tests."""

from __future__ import annotations

from typing import Any

from hako.engine.log.header import Player, UndoPolicy
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.rules.chance import Chance
from hako.engine.rules.play import Consequences, check, play
from tests.toys.sealed_bids import GAME, Bidding, Coins, EndRound, House, Lead

CHANCE = Chance(1, 1)
PLAYERS = (Player("Ann"), Player("Ben"), Player("Cho"), Player("Dan"))

LEADING = (EndRound(1), Bidding((0, 1)), Lead(0))
BIDDING = LEADING[:-1]


def auction_state(
    *agenda: Any, pile: Coins = (7, 6, 5), hands: tuple[Coins, ...] = ((1, 4), (2, 3))
) -> House:
    """The only round of a game of two, for a prize of 5; seat 0 leads."""
    return House(
        agenda=agenda or LEADING,
        coins=(1, 2, 3, 4, 5, 6, 7),
        rounds=1,
        pile=pile,
        hands=hands,
        aside=((),) * len(hands),
        points=(0,) * len(hands),
        round=1,
        prize=5,
    )


def after(state: House, *choices: tuple[int, Any]) -> tuple[House, Consequences[House]]:
    """The house after these choices of (seat, action), and what followed from the last one."""
    then: Consequences[House] = ()
    for seat, action in choices:
        check(state, seat, action)
        state, then = play(state, seat, action, CHANCE)
    return state, then


def table(undo: UndoPolicy = "free", seats: int = 2, seed: int = 1) -> History[House]:
    """A new game; seat 0 leads its first round."""
    return History.new(GAME, new_header(GAME, PLAYERS[:seats], seed=seed, undo=undo))

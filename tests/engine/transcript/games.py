"""Games of sealed bids to tell about."""

from __future__ import annotations

from hako.engine.bots.observation import observation_of
from hako.engine.bots.worker_pool import think
from hako.engine.i18n.catalogue import Catalogue
from hako.engine.i18n.languages import Language
from hako.engine.log.history import History
from hako.engine.log.setup import new_header
from hako.engine.transcript.sentences import texts_of
from tests.engine.auction import PLAYERS, table
from tests.toys.sealed_bids import GAME, House

__all__ = ["GAME", "english", "finished", "rendered_in", "unfinished"]


def play_on(game: History[House], choices: int) -> History[House]:
    """The game after so many more choices, made at random."""
    for _ in range(choices):
        if seats := game.waiting():
            game.play(seats[0], think("random", *observation_of(game, seats[0])))
    return game


def unfinished(choices: int = 6, seed: int = 1) -> History[House]:
    """Ann and Ben in the middle of a game."""
    return play_on(table(seed=seed), choices)


def finished(seed: int = 1) -> History[House]:
    """Ann and Ben at the end of a game."""
    return play_on(table(seed=seed), 200)


def of_five_rounds() -> History[House]:
    """Ann and Ben at the end of a longer one, in which the lead changes hands once."""
    header = new_header(GAME, PLAYERS[:2], {"rounds": "5"}, seed=6)
    return play_on(History.new(GAME, header), 300)


def rendered_in(game: History[House], language: Language) -> Catalogue:
    """The sentences of that table."""
    return texts_of(game, language)


def english(game: History[House]) -> Catalogue:
    """The sentences of that table, in English."""
    return rendered_in(game, "en")

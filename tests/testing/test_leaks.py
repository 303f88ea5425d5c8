"""Tests of the search for leaks: each kind of leak makes a game fail with its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from hako.engine.rules.game import Game, kinds
from hako.engine.rules.model import Action, Event, SecretChoice, Step, Viewer
from hako.engine.rules.secret_declarations import Secret
from hako.testing import leaks, test_secrets
from hako.testing.cases import Case, cases_of
from hako.testing.test_texts import members
from tests.testing.games import GAMES

DECISIONS = 40

Test: TypeAlias = Callable[[Case, int, int], None]

run_case: Test = test_secrets.test_no_view_and_no_record_holds_a_secret.__wrapped__  # type: ignore[attr-defined] # on any table

SECRETIVE = [game for game in GAMES if game.secrets]

every_secret = pytest.mark.parametrize(
    ("game", "secret"),
    [(game, secret) for game in SECRETIVE for secret in game.secrets],
    ids=lambda value: getattr(value, "path", None) or value.id,
)
every_secretive = pytest.mark.parametrize("game", SECRETIVE, ids=lambda game: game.id)


def failure(game: Game[Any]) -> str:
    """The message of the first case that fails for the game; empty if none does."""
    for case in cases_of((game,)):
        try:
            run_case(case, 1, DECISIONS)
        except AssertionError as error:
            return str(error)
    return ""


def changed(game: Game[Any], **attributes: Any) -> Game[Any]:
    """The game with some of its attributes replaced."""
    made: Game[Any] = type("Changed", (type(game),), attributes)()
    return made


def leaking(game: Game[Any], secret: Secret) -> Game[Any]:
    """The game with a mask that shows the values at a declared path."""
    row = tuple(secret.path.removesuffix(".*").split("."))

    def mask(self: Game[Any], state: Any, viewer: Viewer) -> Any:
        seen = game.mask(state, viewer)
        return leaks.rewritten(seen, dict(leaks.places(state, row)))

    return changed(game, mask=mask)


@every_secret
def test_a_path_that_a_mask_shows_is_found(
    game: Game[Any], secret: Secret, monkeypatch: pytest.MonkeyPatch
) -> None:
    if secret.path.startswith("agenda."):  # steps mask themselves
        for kind in kinds(game, Step):
            monkeypatch.setattr(kind, "masked", lambda self, viewer: self)
        shows = game
    else:
        shows = leaking(game, secret)

    message = failure(shows)

    assert re.search(" shows " + secret.path.replace("*", r"\d+"), message)


@every_secret
def test_a_path_that_is_not_declared_is_found(game: Game[Any], secret: Secret) -> None:
    others = tuple(other for other in game.secrets if other is not secret)

    assert "no secret of the game says so" in failure(changed(game, secrets=others))


@every_secretive
def test_a_mask_that_hides_nothing_is_found(game: Game[Any]) -> None:
    assert " shows " in failure(changed(game, mask=lambda self, state, viewer: state))


MASKED = [
    (game, kind)
    for game in SECRETIVE
    for kind in (*kinds(game, Event), *kinds(game, Step), *members(game.actions))
    if kind.masked not in (Event.masked, Step.masked, Action.masked, SecretChoice.masked)
]


@pytest.mark.parametrize(
    ("game", "kind"), MASKED, ids=lambda value: getattr(value, "__name__", None) or value.id
)
def test_an_event_step_or_action_that_hides_nothing_is_found(
    game: Game[Any], kind: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, "masked", lambda self, viewer: self)

    named = " shows agenda." if issubclass(kind, Step) else f"{kind.__name__} tells "
    assert named in failure(game)


@every_secretive
def test_a_sealed_answer_that_is_shown_is_found(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if any(issubclass(kind, SecretChoice) for kind in kinds(game, Step)):
        monkeypatch.setattr(SecretChoice, "masked", lambda self, viewer: self)
        assert "answers" in failure(game)

"""Conformance tests for every game, with nothing to write for it; a plugin of pytest.

    python -m hako.testing lost_cities             a package with a GAME; more options go to pytest
    pytest -p hako.testing --pyargs hako.testing --game lost_cities        the same

It is no `pytest11` entry point: hako is played by many who run pytest for something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

MARK = "conformance"
GAMES = "conformance_games"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that name the games to test: all of the project, unless some are named."""
    asked = "package of a game to test; `shelf.*` is every game in the package shelf"
    parser.addoption("--game", action="append", metavar="PACKAGE", help=asked)
    parser.addini(GAMES, f"without --game: {asked}", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """Say what our mark is for."""
    config.addinivalue_line("markers", f"{MARK}(by): for each `game`, or each `case` of each")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let every game, or every case of every game, take the tests that are marked so.

    One after the other: what is played for one test is there for the next.
    """
    for mark in metafunc.definition.iter_markers(MARK):
        from hako.testing.cases import cases_of, games_of

        config = metafunc.config
        games = games_of(config.getoption("--game") or config.getini(GAMES))
        if mark.args == ("game",):
            ids = [game.id for game in games]
            metafunc.parametrize("game", games, ids=ids, scope="session")
        else:
            metafunc.parametrize("case", cases_of(games), ids=str, scope="session")

"""Conformance tests that run on every game without further code; a plugin of pytest.

    python -m hako.testing lost_cities             a package with a GAME; more options go to pytest
    pytest -p hako.testing --pyargs hako.testing --game lost_cities        the same

It is not a `pytest11` entry point, since many who play hako run pytest for something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

MARK = "conformance"
GAMES = "conformance_games"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that select the games to test; the default are all games of the project."""
    asked = "package of a game to test; `shelf.*` is every game in the package shelf"
    parser.addoption("--game", action="append", metavar="PACKAGE", help=asked)
    parser.addini(GAMES, f"without --game: {asked}", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark of conformance tests."""
    config.addinivalue_line("markers", f"{MARK}(by): for each `game`, or each `case` of each")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize marked tests by game, or by case of each game.

    The parameters have session scope: all tests of a case run in sequence and share its tables.
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

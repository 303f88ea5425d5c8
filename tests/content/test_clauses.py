"""Every clause of a game's rulebook has a test that names it, and no test names another.

The marks are read from the source of the tests, so that this holds whichever of them run.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from hako.content import SHELF
from hako.engine.content.rulebook import parse

TESTS = Path(__file__).parents[1] / "rules"

GAMES = sorted(
    folder.name
    for folder in SHELF.iterdir()
    if (folder / "rules.en.md").exists() and (folder / "__init__.py").exists()
)

every_game = pytest.mark.parametrize("game", GAMES)


def clauses(game: str) -> set[str]:
    """The clauses of a game's rulebook."""
    rulebook = parse((SHELF / game / "rules.en.md").read_text(encoding="utf-8"))
    return {clause.id for clause in rulebook.clauses}


def marked(game: str) -> dict[str, str]:
    """The clauses that tests are marked with, each with a place where it stands."""
    values = {}
    for file in sorted((TESTS / game).rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for clause in named(game, node):
                    values[clause] = f"{game}/{file.name}:{node.lineno}"
    return values


def named(game: str, call: ast.Call) -> Iterator[str]:
    """The clauses that a mark names, or a table of cases at the beginning of each row."""
    called = ast.unparse(call.func)
    if called == "pytest.mark.rule":
        yield from map(ast.literal_eval, call.args)
    if called == "by_clause":
        for row in call.args[1:]:
            assert isinstance(row, ast.Tuple)
            yield from (f"{game}.{clause}" for clause in ast.literal_eval(row.elts[0]).split())


def test_there_is_a_game_with_rules() -> None:
    assert GAMES


@every_game
def test_every_clause_has_a_test(game: str) -> None:
    assert sorted(clauses(game) - marked(game).keys()) == []


@every_game
def test_every_mark_names_a_clause(game: str) -> None:
    rules = clauses(game)

    assert {clause: place for clause, place in marked(game).items() if clause not in rules} == {}

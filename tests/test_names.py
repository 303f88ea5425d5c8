"""The rules of naming: each list of what breaks one is empty."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import hako

ROOT = Path(hako.__file__).parent
PROJECT = ROOT.parent
GAMES = ("content/", "tui/boards/")
GAME_TESTS = ("tests/rules/", "tests/models/", "tests/toys/", "tests/tui/boards/", "tests/content/")
"""Tests that speak of what is on a table, such as the houses of a city."""


VAGUE = frozenset(
    [
        "its",
        "each",
        "told",
        "found",
        "said",
        "what",
        "who",
        "way",
        "here",
        "there",
        "mine",
        "theirs",
        "ours",
    ]
)
CLAUSES = frozenset(
    [
        "What",
        "Whether",
        "Who",
        "How",
        "Where",
        "When",
        "Why",
        "Which",
        "Those",
        "One",
        "Whoever",
        "So",
        "Of",
    ]
)
STATEMENT = re.compile(r"_*(is|has|can|may)_")
RELATIVE = re.compile(r"_*(told|having|that|who|what)_|.*_in_words$")
MODULES = frozenset(
    [
        "words",
        "parts",
        "lines",
        "notes",
        "counts",
        "kinds",
        "folds",
        "ways",
        "sight",
        "deeds",
        "anew",
        "ahead",
        "behind",
        "told",
        "seated",
        "glance",
        "ledger",
        "home",
        "doors",
        "house",
        "porter",
        "steward",
        "sketch",
        "ghost",
        "utils",
        "common",
        "misc",
        "helpers",
    ]
)
WORDS = frozenset(
    [
        "house",
        "porter",
        "steward",
        "keeper",
        "keepers",
        "cup",
        "cups",
        "glance",
        "turnstile",
        "sitting",
    ]
)
"""Words that the field has others for: server, supervisor, moderation, admin, tournament, ..."""

STORED = {
    ("content/monumental/cards/effects.py", "each"),
    ("content/monumental/cards/effects.py", "what"),
    ("content/monumental/actions.py", "what"),
    ("content/monumental/steps/effects/effect_kinds.py", "what"),
}
"""Fields that files on disk spell so."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


KINDS = (*FUNCTIONS, ast.ClassDef, ast.AnnAssign, ast.Expr, ast.Name, ast.arg)
"""Kinds of nodes that are looked at; of names alone those that something is put into."""

Nodes: TypeAlias = Mapping[type[ast.AST], Sequence[tuple[str, ast.AST]]]
"""Nodes by their kind, each with its file."""


@cache
def files() -> tuple[str, ...]:
    """Each file of hako, by its path in the package."""
    return (*_names_in(ROOT),)


def _names_in(root: Path) -> Iterator[str]:
    return (path.relative_to(root).as_posix() for path in sorted(root.rglob("*.py")))


@cache
def _own_nodes() -> Nodes:
    return _walked({name: ROOT / name for name in files()})


@cache
def _other_nodes() -> Nodes:
    return _walked(
        {
            f"{folder}/{name}": PROJECT / folder / name
            for folder in ("tests", "bench")
            for name in _names_in(PROJECT / folder)
            if not name.startswith("peers/")  # they have the others' words
        }
    )


def _walked(paths: Mapping[str, Path]) -> Nodes:
    """The nodes of all files: to walk through two thousand files takes seconds each time."""
    nodes: dict[type[ast.AST], list[tuple[str, ast.AST]]] = {kind: [] for kind in KINDS}
    for name, path in paths.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if type(node) in nodes and not isinstance(getattr(node, "ctx", None), ast.Load):
                nodes[type(node)].append((name, node))
    return nodes


def nodes(*kinds: type[ast.AST], is_all: bool = False) -> Iterator[tuple[str, ast.AST]]:
    """Nodes of the package with the names of their files; of tests and benches, too, if `is_all`."""
    for walked in (_own_nodes(), _other_nodes()) if is_all else (_own_nodes(),):
        for kind in kinds:
            yield from walked[kind]


def test_a_variable_is_named_by_what_it_holds() -> None:
    vague = [
        f"{name}:{getattr(node, 'lineno', 0)} {variable}"
        for name, node in nodes(ast.Name, ast.arg, is_all=True)
        if isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", None), ast.Store)
        if (variable := getattr(node, "id", None) or getattr(node, "arg", "")) in VAGUE
        if (name, variable) not in STORED
    ]
    assert vague == []


def test_a_property_that_is_true_or_false_says_so() -> None:
    wrong = [
        f"{name}:{node.lineno} {node.name}"
        for name, node in nodes(ast.FunctionDef)
        if isinstance(node, ast.FunctionDef) and node.returns is not None
        if {ast.unparse(one) for one in node.decorator_list} & {"property", "cached_property"}
        if STATEMENT.match(node.name) and ast.unparse(node.returns) != "bool"
    ]
    assert wrong == []


def test_a_class_name_stands_once() -> None:
    """In all but the games, which have their own."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, node in nodes(ast.ClassDef, ast.AnnAssign):
        if name.startswith(GAMES) and name.count("/") > 1:
            continue
        if isinstance(node, ast.ClassDef):
            places[node.name].append(name)
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            places[ast.unparse(node.target)].append(name)
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_a_docstring_begins_with_a_thing_or_a_verb() -> None:
    wrong = [
        f"{name}: {text.splitlines()[0]}"
        for name, text in docstrings(is_all=True)
        if text.split() and text.split()[0].rstrip(",:") in CLAUSES
    ]
    assert wrong == []


def test_a_function_is_no_relative_clause() -> None:
    wrong = [
        f"{name}:{node.lineno} {node.name}"
        for name, node in nodes(*FUNCTIONS, is_all=True)
        if isinstance(node, FUNCTIONS) and RELATIVE.match(node.name)
        if not node.name.startswith("test_")  # the rule that it holds, as a sentence
    ]
    assert wrong == []


def test_a_module_is_named_by_what_it_holds() -> None:
    assert [name for name in files() if Path(name).stem in MODULES] == []


def test_the_words_of_the_field_are_used() -> None:
    wrong = [
        f"{name}:{node.lineno} {node.name}"
        for name, node in nodes(ast.ClassDef, *FUNCTIONS, is_all=True)
        if isinstance(node, (ast.ClassDef, *FUNCTIONS)) and not name.startswith(GAME_TESTS)
        if WORDS & {*re.findall("[a-z]+", re.sub("([A-Z])", r"_\1", node.name).lower())}
    ]
    assert wrong == []


def docstrings(*, is_all: bool = False) -> Iterator[tuple[str, str]]:
    """Every string that stands alone: of modules, classes, functions, fields and constants."""
    for name, node in nodes(ast.Expr, is_all=is_all):
        value = getattr(node, "value", None)
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield name, value.value


def comments_and_docstrings() -> Iterator[tuple[str, str]]:
    """Every comment and every docstring, by file."""
    yield from docstrings()
    for name in files():
        for line in (ROOT / name).read_text("utf-8").splitlines():
            if match := re.search(r"(?:^|\s)# (.*)", line):
                yield name, match[1]


def test_what_is_referred_to_exists() -> None:
    """A file by a path that ends so; a module by its dotted name; a clause by its id, not a number."""
    known = [path.relative_to(PROJECT).as_posix() for path in PROJECT.glob("*/**/*.py")]
    tops = "|".join(sorted(path.name for path in ROOT.iterdir() if path.is_dir()))
    wrong = set()
    for name, text in comments_and_docstrings():
        if name.startswith("blank_game/"):
            continue  # what it says is of the game that it becomes
        for path in re.findall(r"(?<![\w/.<*])((?:[a-z_0-9]+/)*[a-z_0-9]+\.py)\b", text):
            if not any(f"/{file}".endswith(f"/{path}") for file in known):
                wrong.add(f"{name}: {path}")
        for module in re.findall(rf"(?<![\w/.])(?:hako\.)?((?:{tops})(?:\.[a-z_]+)+)\b", text):
            parts = module.split(".")
            exists = any(
                (ROOT.joinpath(*parts[:end]).with_suffix(".py")).exists()
                or (ROOT.joinpath(*parts[:end]) / "__init__.py").exists()
                for end in (len(parts), len(parts) - 1)
                if end > 1
            )
            if not exists:
                wrong.add(f"{name}: {module}")
        wrong |= {f"{name}: {number}" for number in re.findall(r"\(\d+\.\d+(?:\.\d+)*\)", text)}
    assert sorted(wrong) == []


def test_a_screen_that_is_opened_by_name_exists() -> None:
    """The module and the class that `screen_class` imports when a screen is first opened."""
    missing = set()
    for name in files():
        text = (ROOT / name).read_text("utf-8")
        if "screen_class(" not in text:
            continue
        for module, screen in re.findall(r'"([a-z_.]+)", "([A-Za-z]+(?:Screen|Dialog))"', text):
            path = ROOT / "tui/screens" / f"{module.replace('.', '/')}.py"
            if not (path.exists() and f"class {screen}" in path.read_text("utf-8")):
                missing.add(f"{name}: {module}: {screen}")
    assert sorted(missing) == []

"""Errors: every one has its sentence in every language, and no sentence is left over."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import hako
from hako.engine import ENGINE
from hako.engine.i18n.failure import MOST_CHARACTERS, Failure
from hako.engine.i18n.languages import LANGUAGES, Language
from hako.testing.test_texts import keys, placeholders
from hako.testing.test_texts import load_catalogue as catalogue

HAKO = Path(hako.__file__).parent
FILES = sorted(HAKO.rglob("*.py"))
FRAME = {"near", "ctx"}
"""Values that an error is given beside those of its sentence."""
ALWAYS = {"with_near"}
"""Sentences of Failure itself."""
OURS = {"AssertionError", "MissingText", "CannotDraw"}
"""Mistakes of ours, and what only the makers of hako see: English is enough."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def module_of(path: Path) -> str:
    parts = path.relative_to(HAKO.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@cache
def names_of_failures() -> frozenset[str]:
    """Names of the classes of errors, in whatever file they are."""
    classes = [
        node for path in FILES for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)
    ]
    names = {"Failure"}
    while more := {
        item.name
        for item in classes
        if item.name not in names and names & {ast.unparse(base) for base in item.bases}
    }:
        names |= more
    return frozenset(names)


@cache
def classes_in(path: Path) -> dict[str, type[Failure]]:
    """The errors that a file defines or imports, by what it calls them."""
    values: dict[str, type[Failure]] = {}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ClassDef) and node.name in names_of_failures():
            values[node.name] = getattr(import_module(module_of(path)), node.name)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in names_of_failures():
                    kind = getattr(import_module(str(node.module)), alias.name)
                    values[alias.asname or alias.name] = kind
    return values


def takes_a_key(kind: type[Failure]) -> bool:
    """True if an error is made from a key, and not from something of its own."""
    parameters = kind.__init__.__code__.co_varnames
    return parameters[:2] == ("self", "key")


@cache
def made() -> tuple[tuple[str, type[Failure], ast.Call], ...]:
    """Every place where an error is made from a key: where, which, and how."""
    return tuple(_made())


def _made() -> Iterator[tuple[str, type[Failure], ast.Call]]:
    for path in FILES:
        kinds = classes_in(path)
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and node.name in kinds:
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__":
                        yield f"{path}:{call.lineno}", kinds[node.name], call
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                kind = kinds.get(node.func.id)
                if kind is not None and takes_a_key(kind):
                    yield f"{path}:{node.lineno}", kind, node


def keys_of(call: ast.Call) -> list[str]:
    """The key in a call; two where one of them is chosen, none where it is handed on."""
    [key] = call.args
    if isinstance(key, ast.Name) and key.id == "key":
        return []
    options = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
    return [ast.literal_eval(option) for option in options]


@cache
def sentences(folder: Path, language: Language) -> dict[str, Any]:
    """The sentences of errors in a catalogue, by their keys."""
    return dict(keys(catalogue(folder, language, "failures")["failure"]))


def catalogues() -> list[Path]:
    """The folders with sentences of errors."""
    return sorted(path.parent for path in HAKO.rglob("failures.en.toml"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_its_sentence_about_the_values_it_carries(language: Language) -> None:
    for where, kind, call in made():
        known = sentences(ENGINE, language) | sentences(kind.words, language)
        values = {str(keyword.arg) for keyword in call.keywords} - FRAME
        for key in keys_of(call):
            assert key in known, where
            assert {name for name, _ in placeholders(known[key])} <= values, where


@pytest.mark.parametrize("folder", catalogues(), ids=lambda folder: folder.name)
def test_both_languages_have_the_same_sentences_about_the_same_values(folder: Path) -> None:
    english, japanese = (sentences(folder, language) for language in LANGUAGES)

    assert english.keys() == japanese.keys()
    for key, entry in english.items():
        assert placeholders(entry) == placeholders(japanese[key]), key


def test_no_sentence_is_left_over() -> None:
    texts = {key for _, _, call in made() for key in keys_of(call)} | ALWAYS

    for folder in catalogues():
        assert set(sentences(folder, "en")) <= texts, folder


def test_an_error_that_says_something_says_it_in_every_language() -> None:
    """An exception made of words has one language; it has to be a Failure, with a key."""
    for path in FILES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                name = ast.unparse(node.exc.func)
                given = [*node.exc.args, *(keyword.value for keyword in node.exc.keywords)]
                words = [expr for expr in given if isinstance(expr, ast.JoinedStr | ast.Constant)]
                words = [word for word in words if " " in ast.unparse(word)]
                assert not words or name in OURS, f"{path}:{node.lineno}"


def test_a_sentence_has_an_end_whatever_a_file_says() -> None:
    text = Failure("no_json", byte="9" * 5000).text("en")
    assert len(text) <= MOST_CHARACTERS + 3

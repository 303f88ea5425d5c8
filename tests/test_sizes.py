"""The rules of size: files, functions and constructors stay small enough to read at once.

Ruff holds the number of branches (C901 and PLR0912, 12 at most).
"""

from __future__ import annotations

import ast

from tests.test_names import FUNCTIONS, ROOT, files, nodes

MOST_LINES = 400
MOST_FUNCTION_LINES = 60
MOST_ARGUMENTS = 11


def test_a_file_has_400_lines_at_most() -> None:
    lines = {name: len((ROOT / name).read_text("utf-8").splitlines()) for name in files()}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_a_function_has_60_lines_at_most() -> None:
    """The decorators do not count: an option of a command has its help there."""
    long = [
        f"{name}:{node.lineno} {node.name}"
        for name, node in nodes(*FUNCTIONS)
        if isinstance(node, FUNCTIONS)
        if (node.end_lineno or 0) - node.lineno >= MOST_FUNCTION_LINES
    ]
    assert long == []


def test_a_constructor_takes_fewer_than_12_arguments() -> None:
    """A constructor that needs more takes a Struct."""
    wide = [
        f"{name}:{node.lineno}"
        for name, node in nodes(ast.FunctionDef)
        if isinstance(node, ast.FunctionDef) and node.name in {"__init__", "__new__"}
        if len([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]) - 1
        > MOST_ARGUMENTS
    ]
    assert wide == []

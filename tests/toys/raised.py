"""Tic-tac-toe after a change of its rules that changed no line of a log."""

from __future__ import annotations

import pytest

from tests.toys.tic_tac_toe import TicTacToe


def raise_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have version 2 of the rules from now on; what was played is of version 1."""
    monkeypatch.setattr(TicTacToe, "rules", 2)
    monkeypatch.setattr(TicTacToe, "upcasters", {1: lambda line: line})

"""Fixtures of the tests of commands."""

from pathlib import Path

import pytest

from tests.cli.commands.terminal import Person
from tests.screen_fixtures import installation, own_folders, steady_cursor, unhurried

__all__ = ["installation", "own_folders", "person", "steady_cursor", "unhurried"]


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path / "data")

"""A person at a terminal."""

from pathlib import Path

import pytest

from tests.cli.commands.terminal import Person


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path / "data")

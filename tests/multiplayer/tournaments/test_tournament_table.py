"""The place of a table in its tournament, as headers spell it."""

from __future__ import annotations

import pytest

from hako.multiplayer.tournaments.tournament_table import TournamentTable


@pytest.mark.parametrize("name", ["spring", "Spring 2026 1"])
def test_a_place_is_read_as_it_was_written(name: str) -> None:
    """Names of tournaments may end in numbers, too."""
    place = TournamentTable(name, 2, 13)

    assert str(place) == f"{name} 2 13"
    assert TournamentTable.of(str(place)) == place
    assert place.at == (2, 13)

"""`hako ratings`: told of the house that is kept here, and made anew from its logs; in both homes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from hako.engine.log.header import OPEN
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.options import LobbyOptions
from hako.multiplayer.ratings.results import FILE, Result
from hako.multiplayer.services import Services
from hako.multiplayer.tables.setup import shared_header
from tests.cli.commands.terminal import Person, one_line
from tests.stores import Home
from tests.toys import TOYS
from tests.toys.raised import raise_rules
from tests.toys.tic_tac_toe import GAME, Place
from tests.tui.tables import ThinkingHere
from tests.willing import all_ready

ANN, BEN = User("Ann", "SHA256:Ann"), User("Ben", "SHA256:Ben")
ANN_WINS = (0, 3, 1, 4, 2)


class RatedHouse:
    """A house with some rated games, one of them put away, and one that is not rated."""

    def __init__(self, person: Person, home: Home) -> None:
        self.person = person
        self.options = home.options
        data = person.data if home.is_folder else person.data / "own"
        person.data = data
        self.folder = Services(data, None if home.is_folder else home.house())
        asyncio.run(self._play())

    async def _play(self) -> None:
        results = self.folder.results()
        tables = self.folder.store.within("tables", 0o600)
        at = Lobby(tables, TOYS.load, ThinkingHere(), LobbyOptions(results=results))
        for number, is_rated in enumerate((True, True, True, False)):
            header = shared_header(GAME, (OPEN,) * 2, committed=True, rated=is_rated)
            room = at.new_tables.create(header, ANN, (None, None))
            room.seating.sit(BEN)
            all_ready(room)
            for cell in ANN_WINS:
                room.table.play(room.table.waiting()[0], Place(cell))
            if number == 0:
                await at.archiving.archive(room)
        await at.close()

    def ratings(self, *words: str) -> str:
        told = self.person.hako("ratings", *words, *self.options)
        assert told.exit_code == 0, told.stderr
        return told.stdout

    @property
    def sheet(self) -> list[Result]:
        return self.folder.results().all


@pytest.fixture
def house(person: Person, home: Home) -> RatedHouse:
    return RatedHouse(person, home)


def test_they_are_told_in_words_and_for_programs(house: RatedHouse) -> None:
    told = house.ratings().splitlines()
    assert told[0] == "Tic-tac-toe"
    assert told[1].split()[:2] == ["?", "Ann"]
    assert told[2].split()[:2] == ["?", "Ben"]
    assert told[1].endswith("3 games")

    (league,) = msgspec.json.decode(house.ratings("tic_tac_toe", "--json"))
    assert [its["name"] for its in league["players"]] == ["Ann", "Ben"]
    assert msgspec.json.decode(house.ratings("sealed_bids", "--json")) == []


def test_rebuilt_they_are_what_they_were(house: RatedHouse) -> None:
    before, told = house.sheet, house.ratings("--json")

    said = house.ratings("rebuild")

    assert said == ("3 rated games were replayed; 0 results were different, 0 had no log.\n")
    assert house.sheet == before
    assert house.ratings("--json") == told


def test_what_was_lost_invented_or_changed_is_corrected_by_the_logs(house: RatedHouse) -> None:
    before = house.sheet
    forged = msgspec.structs.replace(before[1], entrants=before[1].entrants[::-1])
    invented = msgspec.structs.replace(before[2], deal="f" * 64)
    lines = (forged, before[2], invented)
    sheet = house.folder.store.document(FILE)
    sheet.write(b"".join(msgspec.json.encode(each) + b"\n" for each in lines))

    said = house.ratings("rebuild")

    assert said == ("3 rated games were replayed; 2 results were different, 1 had no log.\n")
    assert house.sheet == before
    assert "0 results were different, 0 had no log" in house.ratings("rebuild")


def test_a_log_that_does_not_verify_counts_no_more_and_is_named(
    person: Person, tmp_path: Path
) -> None:
    """Somebody marked another cell, and says so in the log alone."""

    class AtHome:
        is_folder, options = True, ()

    house = RatedHouse(person, AtHome())  # type: ignore[arg-type]  # all that is asked of one
    logs = (person.data / "tables").glob("*.hako")
    log = next(log for log in logs if b'"rated":true' in log.read_bytes())
    changed = log.read_bytes().replace(b'"cell":2', b'"cell":5')
    log.write_bytes(changed)

    told = person.hako("ratings", "rebuild")

    assert told.exit_code == 1
    assert log.stem in one_line(told)
    assert len(house.sheet) == 2


def test_logs_of_older_rules_correct_nothing_and_are_named(
    house: RatedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of these games was written down when their rules were those of the day."""
    before, told = house.sheet, house.ratings("--json")
    raise_rules(monkeypatch)

    said = house.person.hako("ratings", "rebuild", *house.options)

    assert said.exit_code == 3
    assert said.stderr.count("6 records of 6 were not checked against the rules") == 3
    assert "0 results were different, 0 had no log" in said.stdout
    assert house.sheet == before
    assert house.ratings("--json") == told


def test_what_only_a_log_of_older_rules_tells_changes_nobody_s_rating(
    house: RatedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_rules(monkeypatch)
    house.folder.store.document(FILE).remove()

    said = house.person.hako("ratings", "rebuild", *house.options)

    assert said.exit_code == 3
    assert [(its.flaw, its.undecided) for its in house.sheet] == [("undecided", 6)] * 3
    (league,) = msgspec.json.decode(house.ratings("--json"))
    assert league["players"] == []
    assert [(its["why"], its["undecided"]) for its in league["not_counted"]] == [
        ("undecided", 6)
    ] * 3
    assert "records of older rules cannot be checked (6): Ann" in house.ratings()


def test_where_nothing_was_rated_it_says_how_to_begin(person: Person) -> None:
    told = person.hako("ratings")
    assert (told.exit_code, told.stdout[:18]) == (0, "No rated game has ")
    assert person.hako("ratings", "rebuild").stdout == "No rated game has ended here.\n"


def test_a_misspelt_game_is_answered_with_the_nearest(person: Person) -> None:
    told = person.hako("ratings", "tictactoe")

    assert told.exit_code == 2
    assert "tic_tac_toe" in one_line(told)

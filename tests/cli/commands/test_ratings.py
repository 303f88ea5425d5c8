"""`hako ratings`: told of the house that is kept here, and made anew from its logs; in both homes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from hako.engine.log.header import OPEN
from hako.multiplayer.accounts.users import User
from hako.multiplayer.lobby.lobby import Lobby
from hako.multiplayer.lobby.lobby_options import LobbyOptions
from hako.multiplayer.ratings.results import FILE, Result
from hako.multiplayer.services import Services
from hako.multiplayer.tables.table_setup import shared_header
from tests.cli.commands.terminal import Person, one_line
from tests.stores import Home
from tests.toys import TOYS
from tests.toys.raised import raise_rules
from tests.toys.tic_tac_toe import GAME, Place
from tests.tui.tables import ThinkingHere
from tests.willing import all_ready

ANN, BEN = User("Ann", "SHA256:Ann"), User("Ben", "SHA256:Ben")
ANN_WINS = (0, 3, 1, 4, 2)


class RatedLobby:
    """A house with some rated games, one of them put away, and one that is not rated."""

    def __init__(self, person: Person, home: Home) -> None:
        self.person = person
        self.options = home.options
        data = person.data if home.is_folder else person.data / "own"
        person.data = data
        self.folder = Services(data, None if home.is_folder else home.server_store())
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
        result = self.person.hako("ratings", *words, *self.options)
        assert result.exit_code == 0, result.stderr
        return result.stdout

    @property
    def sheet(self) -> list[Result]:
        return self.folder.results().all


@pytest.fixture
def server(person: Person, home: Home) -> RatedLobby:
    return RatedLobby(person, home)


def test_they_are_told_in_words_and_for_programs(server: RatedLobby) -> None:
    lines = server.ratings().splitlines()
    assert lines[0] == "Tic-tac-toe"
    assert lines[1].split()[:2] == ["?", "Ann"]
    assert lines[2].split()[:2] == ["?", "Ben"]
    assert lines[1].endswith("3 games")

    (league,) = msgspec.json.decode(server.ratings("tic_tac_toe", "--json"))
    assert [item["name"] for item in league["players"]] == ["Ann", "Ben"]
    assert msgspec.json.decode(server.ratings("sealed_bids", "--json")) == []


def test_rebuilt_they_are_what_they_were(server: RatedLobby) -> None:
    before, text = server.sheet, server.ratings("--json")

    ratings = server.ratings("rebuild")

    assert ratings == ("3 rated games were replayed; 0 results were different, 0 had no log.\n")
    assert server.sheet == before
    assert server.ratings("--json") == text


def test_what_was_lost_invented_or_changed_is_corrected_by_the_logs(server: RatedLobby) -> None:
    before = server.sheet
    forged = msgspec.structs.replace(before[1], entrants=before[1].entrants[::-1])
    invented = msgspec.structs.replace(before[2], deal="f" * 64)
    lines = (forged, before[2], invented)
    sheet = server.folder.store.document(FILE)
    sheet.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))

    ratings = server.ratings("rebuild")

    assert ratings == ("3 rated games were replayed; 2 results were different, 1 had no log.\n")
    assert server.sheet == before
    assert "0 results were different, 0 had no log" in server.ratings("rebuild")


def test_a_log_that_does_not_verify_counts_no_more_and_is_named(
    person: Person, tmp_path: Path
) -> None:
    """Somebody marked another cell, and says so in the log alone."""

    class AtHome:
        is_folder, options = True, ()

    server = RatedLobby(person, AtHome())  # type: ignore[arg-type]  # all that is asked of one
    logs = (person.data / "tables").glob("*.hako")
    log = next(log for log in logs if b'"rated":true' in log.read_bytes())
    changed = log.read_bytes().replace(b'"cell":2', b'"cell":5')
    log.write_bytes(changed)

    result = person.hako("ratings", "rebuild")

    assert result.exit_code == 1
    assert log.stem in one_line(result)
    assert len(server.sheet) == 2


def test_logs_of_older_rules_correct_nothing_and_are_named(
    server: RatedLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of these games was written down when their rules were those of the day."""
    before, ratings = server.sheet, server.ratings("--json")
    raise_rules(monkeypatch)

    result = server.person.hako("ratings", "rebuild", *server.options)

    assert result.exit_code == 3
    assert result.stderr.count("6 records of 6 were not checked against the rules") == 3
    assert "0 results were different, 0 had no log" in result.stdout
    assert server.sheet == before
    assert server.ratings("--json") == ratings


def test_what_only_a_log_of_older_rules_tells_changes_nobody_s_rating(
    server: RatedLobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_rules(monkeypatch)
    server.folder.store.document(FILE).remove()

    result = server.person.hako("ratings", "rebuild", *server.options)

    assert result.exit_code == 3
    assert [(item.flaw, item.undecided) for item in server.sheet] == [("undecided", 6)] * 3
    (league,) = msgspec.json.decode(server.ratings("--json"))
    assert league["players"] == []
    assert [(one["why"], one["undecided"]) for one in league["not_counted"]] == [
        ("undecided", 6)
    ] * 3
    assert "records of older rules cannot be checked (6): Ann" in server.ratings()


def test_where_nothing_was_rated_it_says_how_to_begin(person: Person) -> None:
    result = person.hako("ratings")
    assert (result.exit_code, result.stdout[:18]) == (0, "No rated game has ")
    assert person.hako("ratings", "rebuild").stdout == "No rated game has ended here.\n"


def test_a_misspelt_game_is_answered_with_the_nearest(person: Person) -> None:
    result = person.hako("ratings", "tictactoe")

    assert result.exit_code == 2
    assert "tic_tac_toe" in one_line(result)

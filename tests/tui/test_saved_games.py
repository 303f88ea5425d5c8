"""The library: what is kept can be listed, opened and played again; damage is told, not fatal."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hako.content import UnknownGame
from hako.engine.lessons import session
from hako.engine.lessons.lesson import begin, keep, lessons_of
from hako.engine.lessons.session import LessonSession
from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.engine.log.log_format import BadLog
from hako.engine.log.setup import new_header
from hako.engine.rules.game import Game
from hako.engine.storage.folder import FolderStore
from hako.engine.storage.save_index import DamagedSave, SavedGame
from hako.tui.saved_games import DATA, SavedGames, resume_argument, under_way
from tests.strange import strange_logs
from tests.toys import TOYS, sealed_bids
from tests.toys.tic_tac_toe import GAME, Grid, Place

TWO = (Player("Ann"), Player("Ben", bot="random"))
HEADER = new_header(GAME, TWO, seed=1)


def toys(game_id: str) -> Game[Grid]:
    if game_id != GAME.id:
        raise UnknownGame("no_game", game=game_id, games=(GAME.id,))
    return GAME


def sealed_bids_alone(game_id: str) -> Game[Any]:
    """A shelf from which tic-tac-toe was taken away."""
    raise UnknownGame("no_game", game=game_id, games=(sealed_bids.GAME.id,))


@pytest.fixture
def library(tmp_path: Path) -> SavedGames:
    return SavedGames(tmp_path / "games", toys)


def play(library: SavedGames, *cells: int, at: int) -> str:
    """A game with these marks placed, last played `at` seconds; its name."""
    table = library.new(HEADER)
    for cell in cells:
        table.play(table.waiting()[0], Place(cell))
    assert table.save is not None
    os.utime(library.store.path(table.save.name), (at, at))
    return table.save.name


def test_an_empty_library_lists_nothing(library: SavedGames) -> None:
    assert list(library.entries()) == []


def test_the_list_tells_game_players_turn_and_time_the_last_played_first(
    library: SavedGames,
) -> None:
    older = play(library, 0, 3, 1, 4, 2, at=100)
    newer = play(library, 4, at=200)

    assert list(library.entries()) == [
        SavedGame(
            newer,
            "tic_tac_toe",
            TWO,
            turn=2,
            played=200,
            finished=False,
            standing=(1, 0),  # marks on the board
            asked=(1,),
        ),
        SavedGame(
            older,
            "tic_tac_toe",
            TWO,
            turn=6,
            played=100,
            finished=True,
            winners=(0,),
            scores=(1, 0),
        ),
    ]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (b"", "the file is empty"),
        (b"a letter to grandmother\n", "not a hako log"),
        (b'{"line":"game","format":99,"hako":"9.0"}\n', "newer hako (9.0)"),
    ],
)
def test_a_damaged_save_is_listed_with_its_reason(
    library: SavedGames, damage: bytes, reason: str
) -> None:
    whole = play(library, 4, at=100)
    library.store.path("broken").write_bytes(damage)

    broken, other = library.entries()

    assert isinstance(broken, DamagedSave)
    assert reason in str(broken.reason)
    assert "broken.hako" in str(broken.reason)
    assert other.name == whole


def test_whatever_a_save_says_it_is_one_entry_and_opens_or_says_why(tmp_path: Path) -> None:
    """Every value of a game of sealed bids with an owner's coins is replaced by something else."""
    library = SavedGames(tmp_path, TOYS.load)
    header = new_header(sealed_bids.GAME, TWO, seed=1, changes={"hand": 2})
    save = library.store.create(header)
    table = History.load(sealed_bids.GAME, save.path.read_bytes(), save.name, save)
    table.play(0, table.legal_actions(0)[0])
    data = save.path.read_bytes()
    strange = {f"strange-{n}": one for n, one in enumerate(strange_logs(data))}
    for name, item in strange.items():
        library.store.path(name).write_bytes(item)

    entries = {entry.name: entry for entry in library.entries()}

    assert entries.keys() == {save.name, *strange}
    for name in strange:
        with suppress(BadLog):
            library.open(name)


def test_a_save_of_a_game_that_is_not_on_the_shelf_is_listed_as_damaged(
    library: SavedGames,
) -> None:
    path = library.store.path(play(library, 4, at=100))
    assert isinstance(next(library.entries()), SavedGame)
    [gone] = SavedGames(library.store.folder, sealed_bids_alone).entries()
    path.write_bytes(path.read_bytes().replace(b"tic_tac_toe", b"mill"))

    for entry in (gone, next(library.entries())):
        assert isinstance(entry, DamagedSave)
        assert "no game" in str(entry.reason)


def test_an_opened_save_is_played_on_in_the_same_file(library: SavedGames) -> None:
    name = play(library, 4, at=100)

    table, torn = library.open(name)
    table.play(1, Place(0))

    assert not torn
    assert library.open(name).table.state == table.state


def test_a_torn_last_line_is_dropped_and_told(library: SavedGames) -> None:
    name = play(library, 4, 0, at=100)
    path = library.store.path(name)
    path.write_bytes(path.read_bytes()[:-10])

    table, torn = library.open(name)

    assert torn
    assert table.state.marks == (1 << 4, 0)


def test_an_edited_save_is_refused_with_its_line(library: SavedGames) -> None:
    name = play(library, 4, 0, at=100)
    path = library.store.path(name)
    path.write_bytes(path.read_bytes().replace(b'"cell":0', b'"cell":4'))

    with pytest.raises(BadLog, match=r"line 4"):
        library.open(name)


def test_a_lesson_that_is_played_on_is_under_way(
    library: SavedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shelf lists every unfinished game; a lesson at its end is none."""
    lesson = lessons_of(GAME)["01-a-row"]
    lesson = replace(lesson, steps=lesson.steps[:1])
    monkeypatch.setattr(session, "guide_of", lambda table: LessonSession(table, lesson))
    table = begin(GAME, lesson)
    keep(table, library.store.create)
    assert under_way(library.entries()) == []
    table.play(0, Place(2))
    assert [game.name for game in under_way(library.entries())] == library.store.names()


def test_a_game_that_waits_for_an_unknown_bot_is_refused_and_a_finished_one_opens(
    library: SavedGames,
) -> None:
    """A finished game asks nobody any more."""
    unfinished, finished = play(library, 4, at=100), play(library, 0, 3, 1, 4, 2, at=200)
    for name in (unfinished, finished):
        path = library.store.path(name)
        path.write_bytes(path.read_bytes().replace(b'"bot":"random"', b'"bot":"genius"'))

    with pytest.raises(BadLog, match=r"line 1: A bot's level must be one of random"):
        library.open(unfinished)
    assert library.open(finished).table.outcome is not None


def test_a_game_that_is_not_on_the_shelf_is_told_with_the_file(library: SavedGames) -> None:
    name = play(library, 4, at=100)
    path = library.store.path(name)
    path.write_bytes(path.read_bytes().replace(b'"tic_tac_toe"', b'"tic_tac_to"'))

    with pytest.raises(BadLog, match=r"\.hako, line 1: There is no game 'tic_tac_to'"):
        library.open(name)


def test_a_save_is_called_by_its_name_where_it_is_looked_for_and_else_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then `hako resume` with that word finds it."""
    first_save = FolderStore(tmp_path / "games").create(HEADER)
    elsewhere = FolderStore(tmp_path / "my games").create(HEADER)
    monkeypatch.setenv(DATA, str(tmp_path))

    assert resume_argument(first_save) == first_save.name
    assert resume_argument(elsewhere) == f"'{elsewhere.path}'"


def test_a_rematch_has_the_same_seats_and_another_seed(library: SavedGames) -> None:
    table, _ = library.open(play(library, 0, 3, 1, 4, 2, at=100))

    again = library.rematch(table)

    assert again.players == TWO
    assert again.header.seed != table.header.seed
    assert again.outcome is None
    assert len(library.store.names()) == 2


def test_a_game_tried_again_knows_how_it_went_first_while_that_is_there(
    library: SavedGames,
) -> None:
    """Ann wins on c1; the second time Ben marks c1 himself. Of the two this one alone was tried again."""
    name = play(library, 0, 3, 1, 8, 2, at=100)
    first = library.open(name).table
    again = library.branch(first, 2, 0, anew=False)

    assert library.first_ending(again) is None, "it goes on"
    for cell in (1, 2, 4, 5, 7):
        again.play(again.waiting()[0], Place(cell))
    first_ending = library.first_ending(again)
    assert first_ending is not None
    assert [item.record for item in first_ending.positions] == [
        item.record for item in first.positions
    ]
    tried = {
        entry.name: entry.tried_again for entry in library.entries() if isinstance(entry, SavedGame)
    }
    assert again.save is not None
    assert tried == {name: False, again.save.name: True}

    other = play(library, 8, 0, 4, 1, 7, 2, at=300)
    library.store.path(other).replace(library.store.path(name))
    assert library.first_ending(again) is None, "another game lies there"
    library.store.delete(name)
    assert library.first_ending(again) is None

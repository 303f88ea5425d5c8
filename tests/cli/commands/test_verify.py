"""`hako verify`: right saves pass, and whatever is wrong with the others is told in a line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hako.engine.log.header import Player
from hako.engine.log.setup import new_header
from hako.multiplayer.tables.table import SharedTable
from tests.cli.commands.terminal import Person, one_line
from tests.toys.raised import raise_rules
from tests.toys.tic_tac_toe import GAME, Place


def changed(old: str, new: str) -> Callable[[bytes], bytes]:
    """Change of a save, as by an editor."""

    def change(data: bytes) -> bytes:
        assert old.encode() in data
        return data.replace(old.encode(), new.encode(), 1)

    return change


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", "game.hako: the file is empty; there is no game in it."),
    "a picture": (
        lambda _: b"\x89PNG\r\n\x1a\n\x00\x00",
        "game.hako, line 1: this is not a hako log: it does not begin with a game's header.",
    ),
    "a newer format": (
        changed('"format":2', '"format":3'),
        "in format 3; this one reads up to format 2. Update hako to open it.",
    ),
    "an unknown game": (
        changed('"game":"tic_tac_toe"', '"game":"tic_tac_to"'),
        "game.hako, line 1: There is no game 'tic_tac_to'. Games: ",
    ),
    "an unknown event": (changed("mark_placed", "mark_eaten"), "game.hako, line 3: cannot be read"),
    "an unknown action": (changed('"place"', '"plaice"'), "game.hako, line 3: cannot be read"),
    "an illegal action": (
        changed(
            '"cell":4},"then":[[{"type":"mark_placed","seat":0,"cell":4}',
            '"cell":9},"then":[[{"type":"mark_placed","seat":0,"cell":4}',
        ),
        "game.hako, line 3: record 1: not a legal action now",
    ),
    "another outcome": (
        changed('"mark_placed","seat":0,"cell":4', '"mark_placed","seat":0,"cell":5'),
        "the log says 5, the rules say 4. To play on from there, keep only the 2 lines before it.",
    ),
    "a number of 25 digits": (
        changed('"mark_placed","seat":0,', f'"mark_placed","seat":{10**24},'),
        "game.hako, line 3: record 1",
    ),
    "no beginning": (
        lambda data: b"".join(
            data.splitlines(keepends=True)[:1] + data.splitlines(keepends=True)[2:]
        ),
        "game.hako, line 2: the first record, and no other, must be the table's own.",
    ),
}


def test_a_right_save_passes(person: Person) -> None:
    save, _ = person.played(4, 0, 8)

    result = person.hako("verify", save)

    assert result.exit_code == 0
    assert result.stdout == f"{save}: tic_tac_toe, 4 records: all follow the rules.\n"


def test_a_game_that_has_only_begun_is_one_record(person: Person) -> None:
    save, _ = person.played()

    assert (
        person.hako("verify", save).stdout
        == f"{save}: tic_tac_toe, 1 record: it follows the rules.\n"
    )


def test_a_save_is_found_by_its_name(person: Person) -> None:
    save, _ = person.played(4)

    assert person.hako("verify", save.stem).exit_code == 0


def test_a_torn_last_line_is_told_and_does_no_harm(person: Person) -> None:
    save, _ = person.played(4, 0)
    save.write_bytes(save.read_bytes()[:-5])

    result = person.hako("verify", save)

    assert result.exit_code == 0
    assert "2 records" in result.stdout
    assert "cut off in the middle" in result.stdout


FORGED = changed(
    '"cell":8},"then":[[{"type":"mark_placed","seat":0,"cell":8}',
    '"cell":7},"then":[[{"type":"mark_placed","seat":0,"cell":7}',
)


def test_records_of_older_rules_are_counted_and_the_save_is_not_verified(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of four was changed by hand, and is of version 1 as they all are."""
    save, _ = person.played(4, 0, 8)
    save.write_bytes(FORGED(save.read_bytes()))
    raise_rules(monkeypatch)

    result = person.hako("verify", save)
    in_japanese = person.hako("verify", save, "--lang", "ja")

    assert (result.exit_code, in_japanese.exit_code) == (3, 3)
    assert result.stdout == (
        f"{save}: tic_tac_toe: no error found, as far as it could be checked. 4 records of 4 were"
        " not checked against the rules, so the log is not verified. 4 records were made under"
        " version 1 of the rules of tic_tac_toe; this hako can check only version 2.\n"
    )
    assert "4件はルールと照合していない" in in_japanese.stdout


def test_a_save_that_is_wrong_weighs_more_than_one_that_is_not_verified(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong, _ = person.played(4, 0, 8)
    old, _ = person.played(4)
    wrong.write_bytes(wrong.read_bytes() + b"hello\n")
    raise_rules(monkeypatch)

    assert person.hako("verify", old, wrong, old).exit_code == 1


def test_a_last_line_that_lacks_but_its_newline_is_whole(person: Person) -> None:
    save, _ = person.played(4, 0, 8)
    save.write_bytes(save.read_bytes()[:-1])

    assert person.hako("verify", save).stdout == (
        f"{save}: tic_tac_toe, 4 records: all follow the rules.\n"
    )


@pytest.mark.parametrize("how", BAD)
@pytest.mark.parametrize("command", [("verify",), ("resume", "--plain"), ("replay", "--plain")])
def test_what_is_wrong_is_told_with_file_and_line_and_not_played_on(
    person: Person, command: tuple[str, ...], how: str
) -> None:
    damage, complaint = BAD[how]
    save, _ = person.played(4, 0, 8)
    save = save.rename(save.with_name("game.hako"))
    save.write_bytes(damage(save.read_bytes()))
    before = save.read_bytes()

    result = person.hako(*command, save)

    assert result.exit_code in ({1} if command == ("verify",) else {1, 2})
    assert complaint in one_line(result)
    assert result.stdout == ""
    assert save.read_bytes() == before


def test_a_missing_save_is_answered_with_the_nearest_name(person: Person) -> None:
    save, _ = person.played(4)

    result = person.hako("verify", save.stem.replace("tic", "tac"))

    assert result.exit_code == 1
    assert f"Did you mean '{save.stem}'?" in one_line(result)


def test_a_folder_is_no_save(person: Person, tmp_path: Path) -> None:
    result = person.hako("verify", tmp_path)

    assert result.exit_code == 1
    assert one_line(result) == f"hako: {tmp_path}: this is a folder, not a file."


def test_the_people_of_a_table_are_listed_on_request(person: Person) -> None:
    """Ben's bot does not answer for him; he does when he is back."""
    players = (Player("Ann", key="SHA256:ann"), Player("Ben", key="SHA256:ben"))
    header = new_header(GAME, players, seed=1, undo="ask")
    table = SharedTable.new(GAME, header, person.library.store.create)
    table.play(0, Place(4))
    table.play(1, Place(0))
    table.seat(1, Player("Ben", bot="greedy", key="SHA256:ben"))
    table.ask(0)
    table.seat(1, players[1])
    table.answer(1, yes=True)
    assert table.save is not None

    result = person.hako("verify", "--people", table.save.name)

    assert result.stdout.splitlines() == [
        "  line 1: A is Ann (SHA256:ann)",
        "  line 1: B is Ben (SHA256:ben)",
        "  line 5: B is Ben (SHA256:ben); substitute: a greedy bot",
        "  line 6: A asks to go back to record 0",
        "  line 7: B is Ben (SHA256:ben)",
        "  line 8: B agrees",
        "  line 9: A goes to record 0",
        f"{table.save.name}: tic_tac_toe, 3 records: all follow the rules.",
    ]
    assert person.hako("verify", table.save.name).stdout.count("line") == 0


def test_one_bad_save_among_others_fails_them_together(person: Person, tmp_path: Path) -> None:
    good, _ = person.played(4)
    bad = tmp_path / "bad.hako"
    bad.write_bytes(b"")

    result = person.hako("verify", bad, good)

    assert result.exit_code == 1
    assert "bad.hako" in one_line(result)
    assert "all follow the rules" in result.stdout

"""Content that was changed: what differs is named, and what its author has to do."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from hako.content.cultus import Cultus
from hako.engine.log.header import Header, Player
from hako.engine.log.log_content import content_of
from hako.engine.log.log_format import BadLog, read_header
from hako.engine.log.rules_upgrade import this_hako
from hako.engine.log.setup import new_header
from hako.engine.rules.game import Game
from hako.multiplayer.tables.deal import commitment_subject
from hako.multiplayer.tables.open_log import read_log
from tests.testing.golden import FOLDER

GOLDEN = FOLDER / "cultus" / "0.1.0-2-cultus-4-rules2.hako"

Edit: TypeAlias = tuple[str, str]
Author: TypeAlias = Callable[..., Game[Any]]


@pytest.fixture
def edited(tmp_path: Path) -> Author:
    """Makes Cultus as somebody has it who edited its content file."""

    def edit(*edits: Edit) -> Game[Any]:
        folder = tmp_path / "cultus"
        shutil.copytree(Cultus.folder, folder)
        file = folder / "cultus.toml"
        written = file.read_text("utf-8")
        for before, after in edits:
            assert before in written
            written = written.replace(before, after, 1)
        file.write_text(written, "utf-8")
        members = {"__module__": Cultus.__module__, "folder": folder}
        game: Game[Any] = type("Edited", (Cultus,), members)()
        return game

    return edit


HAND: Edit = ("hand_limit = 5", "hand_limit = 6")
DRAW: Edit = ("industry_draw = 2", "industry_draw = 3")


def complaint(game: Game[Any], header: Header, language: str = "en") -> str:
    with pytest.raises(BadLog) as caught:
        content_of(game, header, "game.hako")
    return caught.value.text("ja" if language == "ja" else "en")


def header_of(path: Path) -> Header:
    return replace(read_header(path.read_bytes(), path.name), hako=this_hako())


def new() -> Header:
    """Contents of a new game, which names each table."""
    return new_header(Cultus(), (Player("Ann"),))


@pytest.mark.parametrize("header", [header_of(GOLDEN), new()])
def test_a_number_that_was_changed_is_named_with_what_it_was(
    edited: Author, header: Header
) -> None:
    text = complaint(edited(HAND), header)

    assert text.startswith(
        "game.hako, line 1: played with other content than cultus.toml has here:"
        " constants.hand_limit is 6 here, and was 5 then. This very hako"
    )


def test_an_entry_is_named_by_its_id(edited: Author) -> None:
    hard: Edit = ('ja = "ハード" }\nenemy_vp = 10', 'ja = "ハード" }\nenemy_vp = 12')

    text = complaint(edited(hard), new())

    assert "difficulty[hard].enemy_vp is 12 here, and was 10 then." in text


def test_a_digest_that_was_changed_in_the_log_is_told_as_that() -> None:
    text = complaint(Cultus(), replace(new(), content="0" * 16))

    assert f"so the digest of the whole, {'0' * 16}, was changed in the log" in text


def test_its_author_is_told_what_to_do_and_not_to_run_what_runs(edited: Author) -> None:
    game = edited(HAND)

    text, in_japanese = (complaint(game, new(), language) for language in ("en", "ja"))

    assert "Open it with the hako that wrote it" not in text
    for words in ("contents/", "Game.rules", "CONTRIBUTING.md"):
        assert words in text
        assert words in in_japanese
    assert "constants.hand_limitは今は6ですが、当時は5でした。" in in_japanese


def test_the_patch_that_is_asked_for_opens_the_log(edited: Author) -> None:
    game = edited(HAND)
    (game.folder / "contents").mkdir()
    (game.folder / "contents" / "before.toml").write_text("[constants]\nhand_limit = 5\n")

    log = read_log(game, GOLDEN.read_bytes(), "golden")

    assert content_of(game, log.header, "golden").constants.hand_limit == 5


def test_of_a_log_of_another_hako_that_one_opens_it(edited: Author) -> None:
    text = complaint(edited(HAND), replace(new(), hako="9.1"))

    assert text.endswith("and was 5 then. Open it with the hako that wrote it (9.1).")


def test_where_more_was_changed_the_tables_are_named(edited: Author) -> None:
    text = complaint(edited(HAND, DRAW, ("start_draw = 1", "start_draw = 2")), new())

    assert "these tables differ: constants." in text


def test_a_log_that_tells_of_no_tables_says_so(edited: Author) -> None:
    text = complaint(edited(HAND, DRAW), header_of(GOLDEN))

    assert "the log does not tell which tables differ, and a small change" in text


def test_tables_of_an_event_have_the_same_deal_whether_or_not_their_headers_tell_of_tables() -> (
    None
):
    """An earlier hako, which did not, may have laid some of them."""
    header = replace(new(), committed=True, event="day 2026-11-23")

    assert commitment_subject(header, header.seats, b"") == commitment_subject(
        replace(header, tables={}), header.seats, b""
    )

"""Failures: one error, told in the language of whoever reads it."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path

import pytest

from hako.engine.i18n.failure import Failure, from_os_error
from hako.engine.lab.simulate import GameTooLong
from hako.engine.log.log_format import BadLog, damaged
from hako.engine.log.storage_errors import StorageError
from hako.engine.storage.files import storage_errors


def test_an_error_is_told_in_both_languages_and_its_str_is_the_english_one() -> None:
    error = Failure("no_such_seat", seat=4)

    assert error.text("ja") == "席4はありません。"
    assert error.text("en") == str(error) == "there is no seat 4."


def test_a_reason_is_told_in_the_same_language_as_what_it_is_the_reason_of() -> None:
    error = damaged("game.hako", 6, Failure("no_such_record", record=9))

    assert str(error) == (
        "game.hako, line 6: goes back to record 9, which does not exist."
        " To play on from there, keep only the 5 lines before it."
    )
    assert error.text("ja") == (
        "game.hako、6行目：存在しない記録9に戻ろうとしています。"
        "その手前から続けるには、ファイルの最初の5行だけを残してください。"
    )


def test_what_was_probably_meant_is_suggested_after_the_sentence() -> None:
    error = Failure("unknown_field", name="csot", near="cost")

    assert str(error) == "unknown field 'csot'. Did you mean 'cost'?"
    assert error.text("ja") == "「csot」という項目はありません。「cost」のことですか？"


def test_signs_that_control_a_terminal_are_spelt_out() -> None:
    error = Failure("unknown_field", name="a\x1b[2J\n\x9b1m日本")

    assert error.text("ja") == "「a\\x1b[2J\n\\x9b1m日本」という項目はありません。"


@pytest.mark.parametrize(
    "error",
    [
        BadLog("game", 3, Failure("no_such_seat", seat=4)),
        GameTooLong(5, 100),
        StorageError("in_file", file=Path("game"), reason=Failure("disk_full")),
        Failure("unknown_field", name="csot", near="cost"),
    ],
)
def test_an_error_comes_back_from_another_process_as_it_was(error: Failure) -> None:
    back = pickle.loads(pickle.dumps(error))

    assert type(back) is type(error)
    assert (back.text("ja"), str(back)) == (error.text("ja"), str(error))


@pytest.mark.parametrize(
    ("number", "japanese"),
    [
        (errno.ENOSPC, "ディスクがいっぱいです。空きを作って、もう一度どうぞ。"),
        (errno.EISDIR, "ファイルではなくフォルダーです。"),
        (errno.ENOTBLK, "Block device required。"),
    ],
)
def test_what_the_system_says_is_told_in_our_words_where_we_have_some(
    number: int, japanese: str
) -> None:
    with pytest.raises(StorageError) as raised, storage_errors(Path("game.hako")):
        raise OSError(number, os.strerror(number))

    assert raised.value.text("ja") == f"game.hako：{japanese}"
    assert from_os_error(OSError("by hand")).text("en") == "by hand."

"""Errors on the screens, for a user who reads Japanese."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

from hako.engine.log.header import Player
from hako.engine.log.history import History
from hako.tui.screens.export import ExportScreen
from hako.tui.screens.saves import SaveList
from hako.tui.widgets.paragraph import Paragraph
from tests.tui.whole_app import Installation, at_rest, notices, press, write

MIA = Player("Mia")


def complaint(pilot: Pilot[None]) -> str:
    return pilot.app.screen.query_one("#complaint", Paragraph).words


async def test_a_damaged_save_tells_why_in_the_language_of_now(installation: Installation) -> None:
    installation.library.store.folder.mkdir(parents=True)
    installation.library.store.path("holiday").write_text("not a game")
    async with installation.open(language="ja") as pilot:
        pilot.app.screen.query_one(SaveList).focus()
        await press(pilot, "enter")
        assert notices(pilot) == (
            "holiday.hako、1行目：hakoで保存したゲームではありません（最初の行が違います）。"
        )

        await press(pilot, "f2", "enter")
        assert "holiday.hako, line 1: this is not a hako log" in notices(pilot)


async def test_damaged_settings_are_told(installation: Installation) -> None:
    (installation.library.store.folder.parent / "settings.toml").write_text('langage = "ja"')
    async with installation.open(language="ja") as pilot:
        assert notices(pilot) == (
            "設定を読めないため、標準の設定を使います。"
            "settings.toml、「langage」という項目はありません。「language」のことですか？"
            "ファイルは、設定を変えるまでそのまま残ります。"
        )


async def test_a_content_file_with_a_mistake_is_told_anew_when_the_language_changes(
    installation: Installation, tmp_path: Path
) -> None:
    own_path = tmp_path / "mine.toml"
    own_path.write_text('[[face]]\nid = "hospital"\ncots = 3\n')
    async with installation.open(language="ja") as pilot:
        await press(pilot, "enter")
        pilot.app.screen.query_one("#content", Input).value = str(own_path)
        pilot.app.screen.query_one("#seed", Input).focus()
        await press(pilot, "down", "up")
        assert complaint(pilot) == (
            f'{own_path}、face "hospital"：「cots」という項目はありません。「cost」のことですか？'
        )

        await press(pilot, "f2")
        assert complaint(pilot) == (
            f"{own_path}, face \"hospital\": unknown field 'cots'. Did you mean 'cost'?"
        )


async def test_a_seed_that_is_too_large_is_told(installation: Installation) -> None:
    async with installation.open(language="ja") as pilot:
        await press(pilot, "enter", "up", "right")  # the variants
        pilot.app.screen.query_one("#seed", Input).focus()
        await write(pilot, "9" * 19)
        await press(pilot, "up")

        assert complaint(pilot) == "シードは9223372036854775807以下の数にしてください。"


async def test_a_transcript_that_cannot_be_written_is_told(
    installation: Installation, tmp_path: Path
) -> None:
    table: History[Any] = installation.library.open(installation.kept(MIA)).table
    (tmp_path / "file").write_text("in the way")
    async with installation.open(language="ja") as pilot:
        pilot.app.push_screen(ExportScreen(table))
        await at_rest(pilot)
        for name, reason in (
            (tmp_path / "game.hako", ".hako は保存したゲームのためのものです。"),
            (tmp_path, "ファイルではなくフォルダーです。"),
            (tmp_path / "file" / "game.md", "フォルダーがあるはずの所にファイルがあります。"),
        ):
            pilot.app.screen.query_one("#file", Input).value = str(name)
            pilot.app.screen.query_one("#file", Input).focus()
            await press(pilot, "enter")

            assert f"{name}：{reason}".replace(" ", "") in notices(pilot).replace(" ", "")
            assert isinstance(pilot.app.screen, ExportScreen)

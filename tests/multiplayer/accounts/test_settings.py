"""The settings file: what was set is there next time, and nothing is overwritten unseen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict, replace

from hako.engine.content.files import BadContent
from hako.engine.log.storage_errors import StorageError
from hako.multiplayer.accounts.settings import RunSettings, Settings, SettingsFile


def written(path: Path, text: str) -> SettingsFile:
    path.write_text(text, encoding="utf-8")
    return SettingsFile(path)


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert SettingsFile(tmp_path / "settings.toml").read() == Settings()


def test_what_was_set_is_there_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "settings.toml"
    chosen = Settings(
        language="ja", theme="light", symbols="ascii", motion="none", bot_speed="at_once"
    )

    SettingsFile(path).write(chosen)

    assert SettingsFile(path).read() == chosen


def test_settings_left_out_are_as_usual(tmp_path: Path) -> None:
    file = written(tmp_path / "settings.toml", 'language = "ja"\n')

    assert file.read() == Settings(language="ja")


@pytest.mark.parametrize(
    ("text", "motion"),
    [("animation = true", "full"), ("animation = false", "none"), ('motion = "short"', "short")],
)
def test_older_files_have_a_switch_where_today_motion_is_chosen(
    tmp_path: Path, text: str, motion: str
) -> None:
    path = tmp_path / "settings.toml"
    settings = written(path, f"{text}\nbell = false\n").read()

    assert (settings.motion, settings.bell) == (motion, False)
    SettingsFile(path).write(settings)
    assert SettingsFile(path).read() == settings
    assert "animation" not in path.read_text()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('langage = "ja"', "unknown field 'langage'. Did you mean 'language'?"),
        ('language = "fr"', "language: unknown value 'fr'. It must be one of: auto, en, ja."),
        ("motion = 3", "motion:"),
        ("animation = 3", "animation"),
        ("language = ", "not TOML"),
    ],
)
def test_a_damaged_file_is_named_with_what_is_wrong(
    tmp_path: Path, text: str, complaint: str
) -> None:
    file = written(tmp_path / "settings.toml", text)

    with pytest.raises(BadContent) as caught:
        file.read()

    assert "settings.toml" in str(caught.value)
    assert complaint in str(caught.value)
    assert (tmp_path / "settings.toml").read_text() == text


def test_a_damaged_file_is_put_aside_before_new_settings_are_written(tmp_path: Path) -> None:
    file = written(tmp_path / "settings.toml", "language = ")
    with pytest.raises(BadContent):
        file.read()

    aside = file.write(Settings(language="ja"))

    assert aside is not None
    assert Path(aside).read_text() == "language = "
    assert file.read() == Settings(language="ja")
    assert file.write(Settings()) is None


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    file = SettingsFile(tmp_path / "file" / "settings.toml")

    with pytest.raises(StorageError, match=r"file"):
        file.write(Settings())


UNUSUAL: dict[str, Any] = {
    "language": "ja",
    "theme": "light",
    "symbols": "ascii",
    "motion": "short",
    "bot_speed": "slow",
    "bot_level": "strong",
    "hints": "long",
    "cores": "all",
    "bell": False,
    "notices": True,
    "notify": "daily",
    "autoplay_forced": True,
    "recap": "never",
    "name": "Mia",
    "lessons_done": ("flip_city/01-first-turn",),
    "tips": ("flip_city",),
    "tips_seen": {"flip_city/play": 3},
    "games": "/games",
}
"""A value other than the usual one of every setting."""


def test_every_setting_is_tried_below() -> None:
    usual = asdict(Settings())

    assert UNUSUAL.keys() == usual.keys()
    assert all(UNUSUAL[name] != usual[name] for name in usual)


@pytest.mark.parametrize("asked", UNUSUAL)
def test_a_setting_that_one_run_asks_for_is_not_kept_when_another_one_is_changed(
    asked: str,
) -> None:
    for changed in UNUSUAL.keys() - {asked}:
        run = RunSettings(Settings(), {asked: UNUSUAL[asked]})
        after = run.changed(replace(run.settings, **{changed: UNUSUAL[changed]}))

        assert after.settings == Settings(**{asked: UNUSUAL[asked], changed: UNUSUAL[changed]}), (
            "both apply"
        )
        assert after.kept == Settings(**{changed: UNUSUAL[changed]}), "one of them is kept"


@pytest.mark.parametrize("name", UNUSUAL)
def test_a_setting_that_its_player_changes_is_kept_though_the_run_asked_otherwise(
    name: str,
) -> None:
    usual = Settings()
    run = RunSettings(replace(usual, **{name: UNUSUAL[name]}), {name: getattr(usual, name)})
    assert run.settings == usual

    again = run.changed(replace(usual, **{name: UNUSUAL[name]}))
    assert again.kept == again.settings == Settings(**{name: UNUSUAL[name]})

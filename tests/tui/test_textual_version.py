"""A Textual that is missing or another one than the pinned one is told as that."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hako.engine.missing_package import MissingPackage
from hako.tui import textual_version as pinned
from hako.tui.internal_error_messages import mistake
from hako.tui.textual_version import BELOW, LEAST, needs_textual, wrong_textual
from tests.cli.commands.terminal import REPOSITORY, Person
from tests.tui.terminals import Terminal


def test_the_one_that_is_installed_with_hako_is_the_pinned_one() -> None:
    needs_textual()


def test_it_is_the_one_that_the_package_asks_for() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    assert f"textual>={LEAST},<{BELOW}" in project["dependencies"]


@pytest.mark.parametrize("version", ["8.2.8", "8.2.9", "8.2.10", "8.2.8.post1", "8.2.99rc1"])
def test_patches_are_taken(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    monkeypatch.setattr(pinned, "_installed", lambda: version)
    assert wrong_textual() is None


@pytest.mark.parametrize("version", ["8.2.7", "8.3", "8.3.0", "9.0.0", "0.50", "8.1.99", "8.10.0"])
def test_others_are_told_with_both_versions_and_how_to_install(
    monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    monkeypatch.setattr(pinned, "_installed", lambda: version)
    with pytest.raises(MissingPackage) as refused:
        needs_textual()
    for language in ("en", "ja"):
        text = refused.value.text(language)
        assert f" {version}" in text
        assert "pip install 'textual>=8.2.8,<8.3'" in text
        assert mistake(ImportError("cannot import name '_x'")).text(language) == text


@pytest.mark.parametrize("words", ["play tic_tac_toe --seat Ann --seat Ben", "serve --port 0", ""])
def test_commands_that_need_it_say_so(tmp_path: Path, words: str) -> None:
    """A package of that name lies before the right one, without anything that hako needs of it."""
    (tmp_path / "textual").mkdir()
    (tmp_path / "textual" / "__init__.py").touch()
    (tmp_path / "textual-9.1.0.dist-info").mkdir()
    terminal = Terminal(
        Person(tmp_path / "data"), *words.split(), environment={"PYTHONPATH": str(tmp_path)}
    )
    try:
        assert terminal.wait_for_end() == 1
    finally:
        terminal.close()

    text = " ".join(terminal.sent.decode().split())
    assert "than 9.1.0, which is installed: pip install 'textual>=8.2.8,<8.3'" in text
    assert "mistake" not in text
    assert "Traceback" not in text


def test_commands_without_a_screen_go_without_it(tmp_path: Path) -> None:
    """Such as help, which somebody may want who is about to install it."""
    (tmp_path / "textual").mkdir()
    (tmp_path / "textual" / "__init__.py").touch()
    result = subprocess.run(
        [sys.executable, "-m", "hako", "--help"],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert result.returncode == 0

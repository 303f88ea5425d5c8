"""Completion in the shells themselves: what stands on the line after Tab."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

PLAY = "hako play flip_city"

COMPLETED = {
    "a bot": (f"{PLAY} --seat bot:gr", f"{PLAY} --seat bot:greedy"),
    "a bot after an equals sign": (f"{PLAY} --seat=bot:gr", f"{PLAY} --seat=bot:greedy"),
    "a character": (f"{PLAY} --seat bot:greedy@la", f"{PLAY} --seat bot:greedy@landlord"),
    "any character": (f"{PLAY} --seat bot:greedy@dar", f"{PLAY} --seat bot:greedy@daredevil"),
    "a character after an equals sign": (
        f"{PLAY} --seat=bot:greedy@la",
        f"{PLAY} --seat=bot:greedy@landlord",
    ),
    "a word out of a few": ("hako --lang=j", "hako --lang=ja"),
    "a file": (f"{PLAY} --content cor", f"{PLAY} --content corrected.toml"),
    "a file after an equals sign": (f"{PLAY} --content=cor", f"{PLAY} --content=corrected.toml"),
    "a folder after an equals sign": ("hako --games=more", "hako --games=more_games"),
}

SETUP = {
    "bash": (["--norc", "-i"], 'eval "$(hako completion bash)"'),
    "zsh": (
        ["-f", "-i"],
        'bindkey -e; autoload -U compinit; compinit -u -D; eval "$(hako completion zsh)"',
    ),
}
"""Command of a shell, and its first input."""

SECONDS = 120
"""A bound against hanging."""

START_OF_LINE, END_OF_LINE = "\x01", "\x05"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "corrected.toml").touch()
    (tmp_path / "more_games").mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own_values = {"PATH": path, "TERM": "xterm", "HOME": str(tmp_path), "HAKO_DATA": str(tmp_path)}
    return {**os.environ, **own_values}


class Typed:
    """An interactive shell, and what is typed into it."""

    def __init__(self, shell: str, folder: Path, environment: dict[str, str]) -> None:
        words, setup = SETUP[shell]
        self.folder = folder
        self._terminal, end = pty.openpty()
        self._process = subprocess.Popen(
            [shell, *words],
            stdin=end,
            stdout=end,
            stderr=end,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        os.close(end)
        self._type(f"{setup}; echo re''ady\r", until="ready")

    def _type(self, keys: str, until: str) -> None:
        os.write(self._terminal, keys.encode())
        written, bound = "", time.monotonic() + SECONDS
        while until not in written:
            assert time.monotonic() < bound, written
            if select.select([self._terminal], [], [], 1)[0]:
                written += os.read(self._terminal, 65536).decode(errors="replace")

    def completed(self, line: str) -> str:
        """Line after Tab, as the shell itself would carry it out."""
        around = f"{START_OF_LINE}echo {END_OF_LINE} > line; echo writ''ten\r"
        self._type(f"{line}\t{around}", until="written")
        # zsh takes the sign of a folder away again where a space follows it
        return (self.folder / "line").read_text().strip().rstrip("/")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)


@pytest.mark.parametrize("shell", SETUP)
def test_tab_completes_what_follows_any_sign(
    shell: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    typed = Typed(shell, tmp_path, environment)
    try:
        completed = {kind: typed.completed(line) for kind, (line, _) in COMPLETED.items()}
    finally:
        typed.close()

    assert completed == {word: whole for word, (_, whole) in COMPLETED.items()}


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize("kind", COMPLETED)
def test_fish_completes_what_follows_any_sign(
    kind: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    line, whole = COMPLETED[kind]
    script = f'hako completion fish | source; complete -C "{line}"'
    run = subprocess.run(
        ["fish", "--no-config", "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    )

    [offered] = run.stdout.splitlines()
    word = offered.partition("\t")[0].rstrip("/")  # a description may follow
    assert line.rpartition(" ")[0] + f" {word}" == whole

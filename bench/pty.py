"""A program on a terminal of its own: its output, and the processor time that it takes."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import termios
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.runner import ENVIRONMENT, ROOT

COLUMNS, ROWS = 80, 24
TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
QUIET = 0.05
"""Seconds without a sign after which a screen has been painted."""
PATIENCE = 20.0
"""Seconds after which it never will be."""

_ASKS_CURSOR = re.compile(rb"\x1b\[6n")
_ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]")


class OnTerminal:
    """A program that believes to be in a terminal of 80x24."""

    def __init__(self, command: Sequence[str]) -> None:
        self._screen, inner = pty.openpty()
        termios.tcsetwinsize(inner, (ROWS, COLUMNS))
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=ENVIRONMENT | TERMINAL,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
        )
        os.close(inner)
        self._painted = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        while self._read(1.0):
            pass
        self._process.wait()
        os.close(self._screen)

    def wait_for(self, text: str) -> None:
        """Until some text has been painted."""
        while text.encode() not in _ESCAPES.sub(b"", self._painted):
            if not self._read(PATIENCE):
                shown = _ESCAPES.sub(b"", self._painted).decode(errors="replace")
                raise SystemExit(f"{text!r} was never painted, but this: {shown[-500:]}")

    def settle(self) -> None:
        """Until nothing more is painted."""
        while self._read(QUIET):
            pass

    def press(self, keys: bytes) -> None:
        """Press a key, and wait until what it changes has been painted."""
        os.write(self._screen, keys)
        self._read(PATIENCE)
        self.settle()

    def processor_seconds(self) -> float:
        """Processor time that the program has taken so far, all its threads together."""
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def _read(self, patience: float) -> bytes:
        """Output that is painted next; empty if it takes too long or the program has ended."""
        if not select.select([self._screen], [], [], patience)[0]:
            return b""
        try:
            painted = os.read(self._screen, 65536)
        except OSError:
            return b""
        self._painted = (self._painted + painted)[-65536:]
        for _ in _ASKS_CURSOR.findall(painted):
            os.write(self._screen, b"\x1b[1;2R")  # every sign asked for is one cell wide
        return painted

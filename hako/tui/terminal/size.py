"""The size of a terminal, from the terminal itself."""

from __future__ import annotations

import os
import shutil
from typing import TextIO


def terminal_size(terminal: int | TextIO) -> tuple[int, int]:
    """Columns and lines of the terminal at a file descriptor or stream.

    COLUMNS and LINES may have been exported by a shell whose window was another size; they
    count only where the terminal knows nothing, as on a serial line.
    """
    try:
        descriptor = terminal if isinstance(terminal, int) else terminal.fileno()
        columns, lines = os.get_terminal_size(descriptor)
    except OSError:
        columns = lines = 0
    if columns and lines:
        return columns, lines
    columns, lines = shutil.get_terminal_size()
    return columns, lines

"""The table on screen, the SSH server, the command line."""

from pathlib import Path

TUI = Path(__file__).parent
"""Where the sentences of all screens lie."""

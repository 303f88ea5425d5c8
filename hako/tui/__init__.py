"""The user interface: boards, screens and apps for a terminal."""

from pathlib import Path

TUI = Path(__file__).parent
"""Where the sentences of all screens lie."""

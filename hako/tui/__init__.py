"""The user interface: boards, screens and apps for a terminal."""

from pathlib import Path

TUI = Path(__file__).parent
"""The folder of the texts of all screens."""

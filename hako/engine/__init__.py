"""Event-sourced play; knows no game and no screen."""

from pathlib import Path

ENGINE = Path(__file__).parent
"""Folder of the sentences that all games and all errors share."""

"""Services that people share: tables with seats, a lobby, accounts, tournaments, ratings; no screen."""

from pathlib import Path

MULTIPLAYER = Path(__file__).parent
"""Folder of the texts about people that screens, servers and commands share."""

"""What people share: tables with seats, a lobby, accounts, tournaments, ratings; no screen."""

from pathlib import Path

MULTIPLAYER = Path(__file__).parent
"""Where the sentences lie that screens, servers and commands share about people."""

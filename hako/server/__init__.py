"""The server: SSH, browsers, worker processes."""

from pathlib import Path

SERVER = Path(__file__).parent
"""Where the sentences lie that tell what a server did not do."""

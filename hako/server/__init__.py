"""The server: SSH, browsers, worker processes."""

from pathlib import Path

SERVER = Path(__file__).parent
"""The folder of the sentences of RequestFailed."""

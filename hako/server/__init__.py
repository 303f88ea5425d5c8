"""The server: SSH, browsers, worker processes."""

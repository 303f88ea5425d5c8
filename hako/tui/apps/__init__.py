"""The apps: the shelf, the lobby, and their common base."""

"""The apps: the shelf, the lobby, and what both are made of."""

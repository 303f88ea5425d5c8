"""The shelf: one folder a game."""

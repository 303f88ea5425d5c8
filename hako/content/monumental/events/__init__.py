"""What may happen, one file a part of the game."""

"""The exam that every game sits: the shelf's games and the toys, with nothing to write for it."""

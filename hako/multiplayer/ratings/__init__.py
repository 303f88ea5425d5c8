"""Results of rated games, and what they say of players."""

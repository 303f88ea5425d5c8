"""Results of rated games, ratings, and the commitment log."""

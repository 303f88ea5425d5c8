"""Daily game: one deal for everybody."""

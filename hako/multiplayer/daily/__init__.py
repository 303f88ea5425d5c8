"""The daily game: one deal for everybody."""

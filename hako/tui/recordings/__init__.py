"""A game shown again: moment by moment, as a film, as a transcript."""

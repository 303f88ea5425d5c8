"""Flip City: every clause of its rulebook, and its worked examples."""

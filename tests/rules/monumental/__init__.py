"""Monumental: every clause of its rulebook, every card, and its worked examples."""

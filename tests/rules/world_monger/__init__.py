"""World Monger: every clause of its rulebook, and its worked examples."""

"""The rules, in the rulebook's order: one file a phase, and one for each kind of action."""

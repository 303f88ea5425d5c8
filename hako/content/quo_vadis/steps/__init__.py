"""The rules, in the rulebook's order: one file a phase."""

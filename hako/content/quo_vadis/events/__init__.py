"""Events, each with its effect on the table: one file for each phase."""

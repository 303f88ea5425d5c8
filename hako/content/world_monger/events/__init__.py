"""Events, each with its effect on the table."""

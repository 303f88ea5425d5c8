"""What may happen, each with what follows from it on the table: one file a phase."""

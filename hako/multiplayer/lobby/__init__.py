"""All shared tables over one store, and who is present in which process."""

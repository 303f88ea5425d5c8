"""Content files, rulebooks and icons: reading, validation, and changes by their owner."""

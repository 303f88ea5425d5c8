"""The terminal: its capabilities, its input and its output."""

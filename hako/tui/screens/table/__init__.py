"""The table on screen, and its parts."""

"""The table on screen, and what it is made of."""

"""Looks: themes, styles, symbols, and how lines are set."""

"""Themes, styles, symbols, and line breaking."""

"""Telling people outside that a table waits for them."""

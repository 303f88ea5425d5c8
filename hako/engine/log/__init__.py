"""Logs of games: their lines, the table that appends to one, and its verification."""

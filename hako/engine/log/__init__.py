"""Logs: their lines, where they are kept, the table that grows one, and its verification."""

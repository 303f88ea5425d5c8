"""Recordings of games: as asciicasts, and as transcripts."""

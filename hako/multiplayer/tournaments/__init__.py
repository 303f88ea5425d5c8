"""Tournaments: pairing, rounds, standings."""

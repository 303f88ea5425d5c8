"""Bots: who thinks, where, and who plays what they chose."""

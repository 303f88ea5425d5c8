"""Bots: the players, their search, the worker processes they think in, and the runner."""

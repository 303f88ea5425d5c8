"""Lobby of a server: all shared tables over one store, and the users of each process."""

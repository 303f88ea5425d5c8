"""Fixtures of the tests of servers."""

from tests.screen_fixtures import house, own_folders, steady_cursor, unhurried

__all__ = ["house", "own_folders", "steady_cursor", "unhurried"]

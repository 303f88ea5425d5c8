"""Fixtures of the tests of screens."""

from tests.screen_fixtures import installation, own_folders, steady_cursor, unhurried

__all__ = ["installation", "own_folders", "steady_cursor", "unhurried"]

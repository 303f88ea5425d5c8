"""Tiny games that live in the tests: the engine's own playground and yardstick."""

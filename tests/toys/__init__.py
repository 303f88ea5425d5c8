"""Tiny games that live in the tests: the engine's own playground and yardstick."""

from pathlib import Path

from hako.content import Shelf

TOYS = Shelf(Path(__file__).parent, __name__)
"""The toys that have a box, as a shelf of their own."""

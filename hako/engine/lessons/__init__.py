"""Lessons: guided first turns, played step by step over an ordinary log."""

"""Lessons: first turns played with somebody who knows, told step by step over an ordinary log."""

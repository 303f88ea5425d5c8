"""Tests of motion: frames as text, at times that are given."""

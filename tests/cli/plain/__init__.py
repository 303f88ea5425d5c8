"""Tests of the table as lines of text."""

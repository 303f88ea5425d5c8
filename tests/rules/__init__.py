"""Tests of the rules, a folder for each game."""

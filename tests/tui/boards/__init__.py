"""Tests of the boards, a module a game."""

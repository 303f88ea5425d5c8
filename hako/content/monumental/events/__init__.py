"""The events of Monumental, one module for each part of the game."""

"""The words a game is written in, and how its rules are carried out."""

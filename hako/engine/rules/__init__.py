"""The model in which a game's rules are written, and the engine that carries them out."""

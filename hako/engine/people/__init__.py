"""People: rooms, the lobby, and who is present in which process."""

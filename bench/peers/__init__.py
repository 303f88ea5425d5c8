"""Others that do a part of what hako does, each used as its documentation shows."""

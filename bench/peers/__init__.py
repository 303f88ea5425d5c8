"""Other projects that do part of what hako does, each used as its documentation shows."""

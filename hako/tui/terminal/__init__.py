"""The terminal at the other end: what is known of it, and what is sent and read."""

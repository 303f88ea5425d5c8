"""Storage of a server besides a folder: PostgreSQL."""

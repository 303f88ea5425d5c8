"""Where a server keeps its data besides a folder: PostgreSQL."""

"""The panels around a board: each one widget that paints its lines itself."""

"""Storage of logs and documents: protocols, and an implementation in a folder of files."""

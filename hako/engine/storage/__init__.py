"""Where logs and documents are kept: protocols, and a folder of files."""

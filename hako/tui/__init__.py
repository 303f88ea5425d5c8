"""The table on screen, the SSH server, the command line."""

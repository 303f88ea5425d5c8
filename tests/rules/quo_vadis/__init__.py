"""The rules of Quo Vadis, clause by clause."""

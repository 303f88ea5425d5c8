"""Notifications: users who are offline learn that a table waits for them."""

"""Accounts: users, names, invitations, settings, sanctions."""

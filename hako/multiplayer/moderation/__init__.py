"""Moderation: commands, who may give them, the audit log."""

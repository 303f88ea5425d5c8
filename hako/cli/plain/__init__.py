"""The table as lines of text, for pipes and screen readers: numbered actions, nothing drawn."""

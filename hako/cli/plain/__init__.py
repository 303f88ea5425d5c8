"""The table as lines of text, for pipes and for those who listen: numbered actions, nothing drawn."""

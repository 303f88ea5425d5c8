"""Content files and rulebooks: read, validated, corrected by their owner."""

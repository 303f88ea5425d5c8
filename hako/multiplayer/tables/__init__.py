"""A shared table: its room, chat, premoves, delayed spectators, summaries for lists."""

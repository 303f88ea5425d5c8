"""Shared tables: room, chat, premoves, delayed spectating, summaries for lists."""

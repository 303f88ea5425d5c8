"""Transcripts: a game told from its start, in a language, as one viewer may know it.

story.py    what is told: players, result, parts of the game, the race turn by turn
words.py    the story as Markdown and as text
page.py     the story as a web page
facts.py    the records themselves, as JSON for other programs
"""

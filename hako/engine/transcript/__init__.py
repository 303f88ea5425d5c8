"""Transcripts: a game told from its start, in a language, as one viewer may know it.

story.py    what is told: players, result, parts of the game, the race turn by turn
chart.py    the race as a chart of cells; svg.py draws it for pages
words.py    the story as Markdown and as text
page.py     the story as a web page
facts.py    the records themselves, as JSON for other programs
"""

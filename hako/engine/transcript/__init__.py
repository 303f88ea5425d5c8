"""Transcripts: a game from its start, in one language, as one viewer may know it.

transcript.py   the content: players, result, parts of the game, the scores turn by turn
sentences.py    the sentences of events; record_sentences.py, lead_and_control_changes.py, highlights.py
                add to them
recap.py        the events since a seat's last choice
chart.py        the score chart in cells; plot_svg.py draws it for pages
text_export.py  the transcript as Markdown and as text
html_export.py  the transcript as a web page
json_export.py  the records as JSON for other programs
glossary.py     the things of a game by name, with their texts
"""

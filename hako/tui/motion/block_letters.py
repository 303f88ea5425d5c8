"""Block letters: a word in letters of half blocks, three lines high."""

from __future__ import annotations

from collections.abc import Mapping

ROWS = 3
"""Lines of a word."""

_GLYPHS: Mapping[str, str] = {
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": ".## #.. #.# #.# .##",
    "H": "#.# #.# ### #.# #.#",
    "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# .#.",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": "### #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
    "Q": "###. #.#. #.#. ###. ..##",
    "R": "##. #.# ##. #.# #.#",
    "S": "### #.. ### ..# ###",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    " ": ".. .. .. .. ..",
    "-": "... ... ### ... ...",
}
"""The pixels of each letter, five rows from the top, # for one that is set."""

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def block_letters(word: str, width: int) -> list[str]:
    """The lines of a word in large letters; the word itself where a letter has no shape or it is too wide."""
    letters = [_GLYPHS[letter].split() for letter in word.upper() if letter in _GLYPHS]
    lines = ["".join(f"{_line(letter, y)}  " for letter in letters).rstrip() for y in range(ROWS)]
    if len(letters) < len(word) or max(map(len, lines)) > width:
        return ["", word, ""]
    return lines


def _line(letter: list[str], y: int) -> str:
    upper, lower = letter[2 * y], letter[2 * y + 1] if 2 * y + 1 < len(letter) else ""
    return "".join(_HALVES[pixel == "#", lower[x : x + 1] == "#"] for x, pixel in enumerate(upper))

"""The lobby outside its screens: its folder, names, words, and the doors to it."""

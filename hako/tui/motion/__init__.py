"""Motion: what changed on a board, told by a short movement over it.

    board_snapshot.py        pictures of a board before and after a change, cut into pieces
    motions.py               the kinds of motion: a card played, a card flipped, coins paid, a pawn's walk
    moment_pictures.py       the kinds of pictures of moments: dice, a Wonder, sums
    bust_and_win_moments.py  a bust, and the row of cards that wins
    motion_timeline.py       motions in time: side by side, one after the other, cut where they take too long
    winning_moment.py        the winning moment of any game
    player.py                frames on a panel, as far as setting, terminal and line allow
    moment_panel.py          the frames of a moment
    motion_source.py         what a board adds: its picture, and the motions of an event

A motion is a pure function (change, milliseconds) -> patches. The new position is drawn first; patches
lie over it and are taken away, so keys always meet the position that they are shown.
"""

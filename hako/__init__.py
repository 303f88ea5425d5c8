"""hako (箱): a box of modern board games for the terminal."""

"""The features of the screens of tables: one thing that each can do, with its keys and its state."""

"""The screens of the house, led by keys and by the mouse."""

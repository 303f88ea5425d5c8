"""The screens, each in its own file; all but the first are imported when they open."""

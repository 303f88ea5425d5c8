"""Tests of the screens, the settings, the library."""

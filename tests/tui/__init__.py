"""Tests of the screens, the settings, the library, the SSH server."""

"""Tests, mirroring engine, content and tui."""

"""What holds in all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("hako", deadline=None)  # a busy computer proves nothing wrong
settings.load_profile("hako")

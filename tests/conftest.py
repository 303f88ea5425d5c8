"""Settings of all tests."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

# a busy computer proves nothing wrong
settings.register_profile("hako", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hako")

pytest_plugins = ["tests.stores"]

# as it comes, the collector walks all tests and games again and again: an eighth of all the time
gc.set_threshold(50_000, 20)


def pytest_collection_finish() -> None:
    """Objects of the tests themselves are never garbage."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)  # without xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: half of its time a test of a screen waits for it."""
    return (os.cpu_count() or 1) * 2

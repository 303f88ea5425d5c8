"""What holds in all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# a busy computer proves nothing wrong
settings.register_profile("hako", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hako")

pytest_plugins = ["tests.homes"]

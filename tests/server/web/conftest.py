"""Tests here are coroutines: each runs on an event loop of its own, as that of `hako serve`."""

from tests.server.ssh.conftest import pytest_pyfunc_call

__all__ = ["pytest_pyfunc_call"]

"""Programs on a pseudo-terminal: one that a busy machine stopped for long is tried once more."""

import pytest
from _pytest.runner import runtestprotocol


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if "test_local_terminal" not in item.nodeid:
        return None
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    return True

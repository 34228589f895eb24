"""A pytest plug-in for the short loop: tests for which there is no time any more are left to `make test`, and said to be."""

from __future__ import annotations

import os
import time

import pytest

UNTIL = "GROGNARD_QUICK_UNTIL"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if time.time() > float(os.environ.get(UNTIL, "inf")):
        pytest.skip("left to make test")

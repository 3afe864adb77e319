"""The tests of full ASL are slow but for a sample of each section, marked `fast`, which the default run makes."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("fast"):
            item.add_marker(pytest.mark.slow)

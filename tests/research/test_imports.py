"""`python -m research.load.imports` adds up what Python measures."""

from __future__ import annotations

import pytest

from research.load.imports import by_package

MEASURED = """import time: self [us] | cumulative | imported package
import time:       201 |        401 | numba
import time:       200 |        200 |   numba.core.types
import time:      1000 |       9000 | bot.run
something else on standard error
"""


def test_modules_are_added_up_by_package_most_first() -> None:
    found = by_package(MEASURED)
    assert list(found) == ["bot", "numba"]
    assert list(found.values()) == pytest.approx([0.001, 0.000401])

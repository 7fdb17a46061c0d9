"""Tools that `.ci/run` fetches: without them the tests that need them are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".venv" / "tools" / "node_modules"


def tool(path: str) -> Path:
    """Return a file of a tool; the test is skipped without it."""
    found = TOOLS / path
    if not found.exists():
        pytest.skip(f"there is no {path.partition('/')[0]}, which .ci/run fetches")
    return found


def needs(path: str) -> pytest.MarkDecorator:
    """Skip tests without a tool, before they start a bot and a browser."""
    return pytest.mark.skipif(
        not (TOOLS / path).exists(), reason=f"there is no {path.partition('/')[0]}, which .ci/run fetches"
    )

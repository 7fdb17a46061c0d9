"""The linters and checkers of the code; each must find nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.executable).parent


def check(*command: str | Path) -> None:
    """Run a tool at the root of the project; what it complains about is the failure's message."""
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, f"\n{ended.stdout}{ended.stderr}"


def test_ruff_finds_nothing() -> None:
    check(sys.executable, "-m", "ruff", "check", "--no-fix", ".")


def test_everything_is_formatted() -> None:
    check(sys.executable, "-m", "ruff", "format", "--check", ".")


@pytest.mark.long
def test_every_type_is_right() -> None:
    check(sys.executable, "-m", "mypy", "--strict")


def test_imports_run_downwards_and_the_engine_is_pure() -> None:
    check(TOOLS / "lint-imports", "--no-logo")

"""The types in the pages' scripts, which TypeScript checks."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.tools import tool

NODE = shutil.which("node")
CONFIG = Path(__file__).parent / "tsconfig.json"


def test_the_types_in_scripts_fit() -> None:
    compiler = tool("typescript/bin/tsc")
    if NODE is None:
        pytest.skip("there is no Node, which runs TypeScript")
    checked = subprocess.run(
        [NODE, str(compiler), "--project", str(CONFIG), "--pretty", "false"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr

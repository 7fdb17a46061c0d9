"""The names in docs/architecture.md exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
NAMES = sorted(
    set(
        re.findall(r"`((?:bot|data|engine|executors|renderers|training)(?:\.\w+)+)`", PAGE.read_text("utf-8"))
    )
)


def test_the_page_names_functions() -> None:
    assert len(NAMES) > 20


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_names_is_there(name: str) -> None:
    parts = name.split(".")
    # The longest importable beginning is a module, the rest are its attributes.
    for length in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return
    raise AssertionError(f"{name} is nowhere")

"""The examples in docstrings of the bot's kernel."""

from __future__ import annotations

import doctest
import sys
from types import ModuleType

import pytest

import bot.ui.component_ids


@pytest.mark.parametrize("module", [bot.ui.component_ids])
def test_examples_of_the_kernel_hold(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    # Kinds of components in examples must not count as the bot's.
    monkeypatch.setitem(sys.modules, "examples", module)
    failed, tried = doctest.testmod(module, extraglobs={"__name__": "examples"})
    assert not failed
    assert tried

"""The examples in docstrings of the bot's kernel and of storage."""

from __future__ import annotations

import doctest
import sys
from types import ModuleType

import pytest

import bot.core.paging
import bot.core.schedule
import bot.ui.component_ids
import bot.ui.step_through
import data.db.rows


@pytest.mark.parametrize(
    "module", [bot.core.paging, bot.core.schedule, bot.ui.component_ids, bot.ui.step_through, data.db.rows]
)
def test_examples_of_the_kernel_hold(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    # Kinds of components in examples must not count as the bot's.
    monkeypatch.setitem(sys.modules, "examples", module)
    failed, tried = doctest.testmod(module, extraglobs={"__name__": "examples"})
    assert not failed
    assert tried

"""`python -m research.load`: a small one from beginning to end, and where it cannot run."""

from __future__ import annotations

import argparse
import sys

import pytest

from research.load.__main__ import main, measure


@pytest.mark.long
async def test_a_few_people(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = argparse.Namespace(games=2, people=2, hard=1, minutes=0.02, taps=10.0, cut_every=0.5)
    await measure(chosen)
    printed = capsys.readouterr().out
    assert "lost: 0 taps without an answer, 0 boards unlike what is stored" in printed
    assert "rules broken: 0" in printed


def test_without_a_checkout_it_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tests.loopback.server", None)
    assert main() == 1
    assert "needs a checkout" in capsys.readouterr().err

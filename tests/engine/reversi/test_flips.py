"""The inner loops of Reversi give the same for every processor that they are compiled for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
#: What random fillings of the board have for legal squares, and what each empty square turns.
PROGRAM = """
import random
import numpy as np
from numba import njit
from engine.reversi.flips import flipped_discs, legal_squares

@njit
def turned(own, opp, square):
    return flipped_discs(own, opp, square)

@njit
def legal(own, opp):
    return legal_squares(own, opp)

lot = random.Random(40)
for filled in 20 * list(range(10, 64, 3)):
    discs = sum(1 << square for square in lot.sample(range(64), filled))
    own = discs & lot.getrandbits(64)
    words = np.uint64(own), np.uint64(discs ^ own)
    empty = [np.int64(square) for square in range(64) if not discs >> square & 1]
    print(legal(*words), *(turned(*words, square) for square in empty))
"""


def run(**environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    ).stdout


@pytest.mark.first(1)
@pytest.mark.parametrize(
    "processor",
    [{}, {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}],
    ids=["this processor", "any processor"],
)
def test_compiled_code_turns_what_the_loop_over_directions_turns(processor: dict[str, str]) -> None:
    plain = run(NUMBA_DISABLE_JIT="1")
    assert len(set(plain.split())) > 1000
    assert run(**processor) == plain

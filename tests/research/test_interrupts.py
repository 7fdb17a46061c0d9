"""Long work in a thread: what it returns, what it raises, and how Ctrl-C ends it."""

import os
import signal

import pytest

from engine import Limits, SearchResult, reversi, search
from engine.errors import EngineError
from engine.search.limits import StopFlag
from research.training.interrupts import until_interrupted


def test_the_result_is_returned() -> None:
    assert until_interrupted(lambda: 7, StopFlag()) == 7


def test_an_error_of_the_work_is_raised() -> None:
    def fails() -> None:
        raise EngineError("made with other weights")

    with pytest.raises(EngineError, match="other weights"):
        until_interrupted(fails, StopFlag())


def test_ctrl_c_ends_compiled_work_by_its_stop_flag() -> None:
    stop = StopFlag()

    def works() -> SearchResult:
        os.kill(os.getpid(), signal.SIGINT)
        return search(reversi.start(), Limits(seconds=60.0), stop)

    found = until_interrupted(works, stop)
    assert stop.is_set()
    assert found.seconds < 60
    assert found.move in reversi.start().legal_moves()

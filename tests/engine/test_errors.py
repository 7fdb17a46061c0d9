"""The engine's errors, whose sentences can be said in other languages."""

from __future__ import annotations

import copy

from engine import EngineError, InvalidPosition


def test_an_error_keeps_its_sentence_and_values_when_it_is_copied_as_between_processes() -> None:
    error = InvalidPosition("the disc on {square} floats", square="{a1}")
    for each in (error, copy.copy(error)):
        assert isinstance(each, InvalidPosition)
        assert str(each) == "the disc on {a1} floats"
        assert (each.sentence, each.values) == ("the disc on {square} floats", {"square": "{a1}"})


def test_a_sentence_without_values_is_taken_literally() -> None:
    assert str(EngineError("no {braces}")) == "no {braces}"

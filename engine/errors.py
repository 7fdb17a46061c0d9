"""Errors in what the engine is given: one base class, messages that name the fault."""

from __future__ import annotations


class EngineError(ValueError):
    """Base class. The message names the fault and can be shown to a person.

    A fault in what people type is a `sentence` with placeholders for the `values`, so that it can be said in
    other languages.
    """

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(sentence.format(**values) if values else sentence)
        self.sentence = sentence
        self.values = values


class InvalidPosition(EngineError):  # noqa: N818 - the name others rely on
    """A text or a set of squares that is not a position of the game."""


class IllegalMove(EngineError):  # noqa: N818 - the name others rely on
    """A move that the rules do not allow in the position."""


class UnknownStyle(EngineError):  # noqa: N818 - the name others rely on
    """A style, level or player description that the engine does not know."""

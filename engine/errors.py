"""Errors in what the engine is given: one base class, messages that name the fault."""

from __future__ import annotations


class EngineError(ValueError):
    """Base class. The message names the fault and can be shown to a person."""


class InvalidPosition(EngineError):  # noqa: N818 - the name others rely on
    """A text or a set of squares that is not a position of the game."""


class IllegalMove(EngineError):  # noqa: N818 - the name others rely on
    """A move that the rules do not allow in the position."""


class UnknownStyle(EngineError):  # noqa: N818 - the name others rely on
    """A style, level or player description that the engine does not know."""

"""What all refusals have in common."""

from __future__ import annotations

from typing import ClassVar, Literal

Part = Literal["opening", "middle", "end"]
"""A part of a game, in which a computer player may have a style of its own."""


class Refusal(Exception):  # noqa: N818 - a polite no, not an error
    """The reason for a no."""

    outdated: ClassVar[bool] = False
    """Whether the person saw an old board, which should be drawn again."""

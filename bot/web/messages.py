"""The messages a page may send; anything else closes its connection."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MAX_MESSAGE = 2048
"""Maximum bytes of a message."""


class PageMessage(BaseModel):
    """A message of a page."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Beat(PageMessage):
    """The page is still there."""

    do: Literal["beat"]


class Play(PageMessage):
    """Play a move, meant for the position at `ply`."""

    do: Literal["move"]
    ply: int = Field(ge=0, le=10_000)
    move: str = Field(min_length=1, max_length=16)


class Act(PageMessage):
    """Use a button; `sure` after its question, `ply` as for a move."""

    do: Literal["act"]
    act: Literal[
        "hint",
        "undo",
        "resign",
        "rematch",
        "level",
        "ask",
        "yes",
        "no",
        "resume",
        "retry",
        "now",
        "take_over",
        "plans",
        "plan",
        "unplan",
    ]
    ply: int = Field(default=0, ge=0, le=10_000)
    sure: bool = False
    value: str = Field(default="", max_length=64)


BEATS: TypeAdapter[Beat] = TypeAdapter(Beat)
"""What a page without actions may send."""

AnyMessage = Annotated[Beat | Play | Act, Field(discriminator="do")]

MESSAGES: TypeAdapter[Beat | Play | Act] = TypeAdapter(AnyMessage)

"""What the page of a review may send; anything else closes its connection."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.web.messages import Beat, PageMessage

Move = Annotated[str, Field(min_length=1, max_length=16)]


class AskForReview(PageMessage):
    """Have the game reviewed."""

    do: Literal["review"]


class Analyse(PageMessage):
    """Analyse the position after `ply` moves of the game and others after those."""

    do: Literal["analyse"]
    ply: int = Field(ge=0, le=10_000)
    moves: list[Move] = Field(default=[], max_length=200)


class StopAnalysis(PageMessage):
    """End the search."""

    do: Literal["stop"]


FromReview = AskForReview | Analyse | StopAnalysis

REVIEW_MESSAGES: TypeAdapter[Beat | FromReview] = TypeAdapter(
    Annotated[Beat | AskForReview | Analyse | StopAnalysis, Field(discriminator="do")]
)

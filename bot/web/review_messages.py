"""What the page of a review may send; anything else closes its connection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.web.messages import NAMED, Beat, Move, Named, PageMessage


class AskForReview(PageMessage):
    """Have the game reviewed."""

    do: Literal["review"]


class Analyse(PageMessage):
    """Analyse the position after `ply` moves of the game and others after those."""

    do: Literal["analyse"]
    ply: int = Field(ge=0, le=10_000)
    moves: list[Move] = Field(default=[], max_length=200)


class StopAnalysis(PageMessage):
    """End the analysis of that position."""

    do: Literal["stop"]
    ply: int = Field(ge=0, le=10_000)
    moves: list[Move] = Field(max_length=200)


FromReview = AskForReview | Analyse | StopAnalysis

REVIEW_MESSAGES: TypeAdapter[Beat | FromReview] = TypeAdapter(
    Annotated[Beat | AskForReview | Analyse | StopAnalysis, Field(discriminator="do")]
)

REVIEW_NAMED: Mapping[str, Named] = {
    "beat": NAMED["beat"],
    "review": Named("the game, which is over", "nothing: it has one review"),
    "analyse": Named("the position, by all its moves", "nothing: the game is over"),
    "stop": Named("the position that is analysed", "the analysis of another, and the end"),
}
"""The actions of a review's page."""

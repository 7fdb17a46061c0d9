"""What the page of puzzles may send; anything else closes its connection."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.web.messages import Beat, PageMessage


class Try(PageMessage):
    """Try a move in the position after `ply` moves of a puzzle; in a run, of its puzzle `number`."""

    do: Literal["move"]
    puzzle: str = Field(max_length=40)
    ply: int = Field(ge=0, le=1000)
    move: str = Field(min_length=1, max_length=16)
    run: int = Field(default=0, ge=0, lt=2**63)
    number: int = Field(default=0, ge=0, le=100_000)


class PuzzleAct(PageMessage):
    """Use a button; `game` is the one chosen, "" for that of the last puzzle."""

    do: Literal["act"]
    act: Literal["next", "streak", "mistake", "hint", "solution", "keep", "step", "stop"]
    puzzle: str = Field(default="", max_length=40)
    ply: int = Field(default=0, ge=0, le=1000)
    game: str = Field(default="", max_length=40)
    run: int = Field(default=0, ge=0, lt=2**63)
    number: int = Field(default=0, ge=0, le=100_000)


FromPuzzles = Try | PuzzleAct

PUZZLE_MESSAGES: TypeAdapter[Beat | FromPuzzles] = TypeAdapter(
    Annotated[Beat | Try | PuzzleAct, Field(discriminator="do")]
)

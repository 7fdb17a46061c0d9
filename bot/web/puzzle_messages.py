"""What the page of puzzles may send; anything else closes its connection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.web.messages import NAMED, Beat, Move, Named, PageMessage


class Try(PageMessage):
    """Try a move in the position after `ply` moves of a puzzle; in a run, of its puzzle `number`."""

    do: Literal["move"]
    puzzle: str = Field(max_length=40)
    ply: int = Field(ge=0, le=1000)
    move: Move
    run: int = Field(default=0, ge=0, lt=2**63)
    number: int = Field(default=0, ge=0, le=100_000)


class PuzzleAct(PageMessage):
    """Use a button; `game` is the one chosen, "" for that of the last puzzle.

    `refuted` are the moves tried in vain in the position that is shown. `look` asks for the present state of
    what is shown.
    """

    do: Literal["act"]
    act: Literal["next", "streak", "mistake", "hint", "solution", "keep", "step", "stop", "look"]
    puzzle: str = Field(default="", max_length=40)
    ply: int = Field(default=0, ge=0, le=1000)
    game: str = Field(default="", max_length=40)
    run: int = Field(default=0, ge=0, lt=2**63)
    number: int = Field(default=0, ge=0, le=100_000)
    refuted: list[Move] = Field(default=[], max_length=100)


FromPuzzles = Try | PuzzleAct

PUZZLE_MESSAGES: TypeAdapter[Beat | FromPuzzles] = TypeAdapter(
    Annotated[Beat | Try | PuzzleAct, Field(discriminator="do")]
)

BEGUN = Named("the game", "nothing: what is in progress is shown again")
PLACE = Named("the puzzle and its `ply`", "an answer, and the end of the attempt")

PUZZLE_NAMED: Mapping[str, Named] = {
    "beat": NAMED["beat"],
    "move": Named("the puzzle and its `ply`; in a run, its `number`", "an answer, and the next puzzle"),
    "next": BEGUN,
    "streak": BEGUN,
    "mistake": BEGUN,
    "hint": PLACE,
    "solution": PLACE,
    "keep": PLACE,
    "step": Named("the puzzle", "nothing: it only shows"),
    "look": Named("the puzzle or the run", "nothing: it only shows"),
    "stop": Named("the run and the `number` of its puzzle", "an answer, and the run's end"),
}
"""The actions of the page of puzzles; those of `PuzzleAct` by their names. Nothing comes of outdated ones."""

"""The messages that pages may send; anything else closes their connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, NamedTuple
from zlib import crc32

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from bot.core.refusals import Outdated, QuestionClosed, Refusal
from bot.core.snapshot import GameSnapshot
from bot.play.games.referee import resigning_calls_off
from bot.play.games.refusals import WouldLose

Move = Annotated[str, Field(min_length=1, max_length=16)]


class PageMessage(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @field_validator("*")
    @classmethod
    def _is_printable(cls, value: object) -> object:
        """Refuse texts that are none; PostgreSQL stores no zeros."""
        if isinstance(value, str) and not value.isprintable():
            raise ValueError("it has characters that can't be shown")
        return value


class Beat(PageMessage):
    do: Literal["beat"]


class Play(PageMessage):
    """Play a move, meant for the position at `ply`."""

    do: Literal["move"]
    ply: int = Field(ge=0, le=10_000)
    move: Move


class Act(PageMessage):
    """Use a button; `names` is what it was told with, `sure` means after its question."""

    do: Literal["act"]
    act: Literal[
        "hint",
        "undo",
        "resign",
        "rematch",
        "level",
        "accept",
        "decline",
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
    names: str = Field(max_length=64)
    sure: bool = False
    value: str = Field(default="", max_length=64)


BEATS: TypeAdapter[Beat] = TypeAdapter(Beat)
"""What a page without actions may send."""

MESSAGES: TypeAdapter[Beat | Play | Act] = TypeAdapter(
    Annotated[Beat | Play | Act, Field(discriminator="do")]
)


class Named(NamedTuple):
    """What an action names, and how an outdated one is refused.

    `now` returns what it names for a player on a side, as the page is told it; `refusal` gets what that is.
    """

    now: Callable[[GameSnapshot, int], str]
    refusal: Callable[[str], Refusal] = lambda now: Outdated()


def position_named(snapshot: GameSnapshot, side: int | None = None) -> str:
    """Name a position: after moves are taken back, the same ply may be another one."""
    return f"{snapshot.game.ply}.{crc32(' '.join(snapshot.game.moves).encode()):x}"


def _question_named(snapshot: GameSnapshot, side: int) -> str:
    question = snapshot.game.open_question
    return "" if question is None else str(question.id)


POSITION = Named(position_named)
REQUEST = Named(_question_named, lambda now: QuestionClosed())
REMATCH = Named(lambda snapshot, side: str(snapshot.game.id))
"""The game, which is over: it has one rematch, to which all lead."""

NAMED: Mapping[str, Named] = {
    "hint": POSITION,
    "undo": Named(lambda snapshot, side: str(snapshot.last_ply_of(side))),
    "resign": Named(
        lambda snapshot, side: "nobody" if resigning_calls_off(snapshot) else "loss",
        lambda now: WouldLose() if now == "loss" else Outdated(),
    ),
    "rematch": REMATCH,
    "level": REMATCH,
    "ask": POSITION,
    "yes": REQUEST,
    "no": REQUEST,
    "resume": Named(lambda snapshot, side: str(snapshot.game.adjourned_at)),
    "retry": POSITION,
    "now": POSITION,
    "take_over": Named(lambda snapshot, side: (snapshot.game.delegates[side] or "")[:64]),
    "plans": POSITION,
    "plan": POSITION,
}
"""What the actions of a game's page name, by `Act.act`. Use-cases compare what the others do."""


class AskForReview(PageMessage):
    do: Literal["review"]


class Analyse(PageMessage):
    """Analyse the position after `ply` moves of the game and others after those."""

    do: Literal["analyse"]
    ply: int = Field(ge=0, le=10_000)
    moves: list[Move] = Field(default=[], max_length=200)


class StopAnalysis(PageMessage):
    do: Literal["stop"]
    ply: int = Field(ge=0, le=10_000)
    moves: list[Move] = Field(max_length=200)


FromReview = AskForReview | Analyse | StopAnalysis

REVIEW_MESSAGES: TypeAdapter[Beat | FromReview] = TypeAdapter(
    Annotated[Beat | FromReview, Field(discriminator="do")]
)


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
    Annotated[Beat | FromPuzzles, Field(discriminator="do")]
)

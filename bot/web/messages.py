"""The messages a page may send; anything else closes its connection.

Every action names what it answers, as the ids of buttons on Discord do, and is refused once that has changed:
`NAMED` and its relatives in the modules of other pages say what each one names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, NamedTuple
from zlib import crc32

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from bot.core.refusals import Outdated, QuestionClosed, Refusal
from bot.core.snapshot import GameSnapshot
from bot.play.games.referee import resigning_calls_off
from bot.play.games.refusals import WouldLose

MAX_MESSAGE = 2048
"""Maximum bytes of a message."""


Move = Annotated[str, Field(min_length=1, max_length=16)]


class PageMessage(BaseModel):
    """A message of a page."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @field_validator("*")
    @classmethod
    def _is_printable(cls, value: object) -> object:
        """Refuse texts that are none; PostgreSQL stores no zeros."""
        if isinstance(value, str) and not value.isprintable():
            raise ValueError("it has characters that can't be shown")
        return value


class Beat(PageMessage):
    """The page is still there."""

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

AnyMessage = Annotated[Beat | Play | Act, Field(discriminator="do")]

MESSAGES: TypeAdapter[Beat | Play | Act] = TypeAdapter(AnyMessage)


class Named(NamedTuple):
    """What an action names, and what makes it outdated.

    `now` returns what it names for a player on a side, as the page is told it. Without, the fields of the
    message name it, and the use-case compares them.
    """

    what: str
    outdated_by: str
    now: Callable[[GameSnapshot, int], str] | None = None
    refusal: Callable[[str], Refusal] = lambda now: Outdated()
    """The refusal of an outdated one, by what it would name now."""


def position_named(snapshot: GameSnapshot, side: int | None = None) -> str:
    """Name a position: after moves are taken back, the same ply may be another one."""
    return f"{snapshot.game.ply}.{crc32(' '.join(snapshot.game.moves).encode()):x}"


def _own_move(snapshot: GameSnapshot, side: int) -> str:
    return str(snapshot.last_ply_of(side))


def _consequence(snapshot: GameSnapshot, side: int) -> str:
    return "nobody" if resigning_calls_off(snapshot) else "loss"


def _request(snapshot: GameSnapshot, side: int) -> str:
    question = snapshot.game.open_question
    return "" if question is None else str(question.id)


def _break(snapshot: GameSnapshot, side: int) -> str:
    return str(snapshot.game.adjourned_at)


def _stand_in(snapshot: GameSnapshot, side: int) -> str:
    return (snapshot.game.delegates[side] or "")[:64]


def _game(snapshot: GameSnapshot, side: int) -> str:
    return str(snapshot.game.id)


POSITION = Named("the position", "a move, or one taken back", position_named)
REQUEST = Named("the request", "its answer, or another request", _request, lambda now: QuestionClosed())
REMATCH = Named("the game, which is over", "nothing: it has one rematch, to which all lead", _game)
OFFER = Named("the offer of a rematch, by its id and version", "its end, and a change of it")

NAMED: Mapping[str, Named] = {
    "beat": Named("nothing", "nothing"),
    "move": Named("the position, by its `ply`", "a move, or one taken back"),
    "hint": POSITION,
    "undo": Named("the move that is taken back", "another last move of the player", _own_move),
    "resign": Named(
        "what resigning counts as",
        "the ply from which it is a loss",
        _consequence,
        lambda now: WouldLose() if now == "loss" else Outdated(),
    ),
    "rematch": REMATCH,
    "level": REMATCH,
    "accept": OFFER,
    "decline": OFFER,
    "ask": POSITION,
    "yes": REQUEST,
    "no": REQUEST,
    "resume": Named("the adjournment", "its end", _break),
    "retry": POSITION,
    "now": POSITION,
    "take_over": Named("the computer player that plays", "another one", _stand_in),
    "plans": POSITION,
    "plan": POSITION,
    "unplan": Named("the position, and the newest line", "a move, and other lines"),
}
"""The actions of a game's page; those of `Act` by their names."""

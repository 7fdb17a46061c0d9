"""Why a question is not asked, or not answered."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.people import Place
from bot.refusals.base import Refusal
from data import QuestionKind


@dataclass(eq=False)
class QuestionOpen(Refusal):
    """The other person has asked something that is still to be answered; `message_id` is where."""

    player_id: int
    place: Place
    message_id: int


@dataclass(eq=False)
class AskedHere(Refusal):
    """Asking for the same once more in the same position."""

    kind: QuestionKind


@dataclass(eq=False)
class RefusedTwice(Refusal):
    """Asking again after several refusals, before `moves` more moves were made; `player_id` refused."""

    kind: QuestionKind
    player_id: int
    moves: int


class QuestionClosed(Refusal):
    """The question has been answered or withdrawn, or another one has taken its place."""


@dataclass(eq=False)
class NotAskedForConsent(Refusal):
    """Somebody else has to say whether they agree."""

    player_id: int | None


@dataclass(eq=False)
class QuestionLapsed(Refusal):
    """Agreeing to what somebody asked for in a position that is no longer on the board."""

    player_id: int


class NobodyToAsk(Refusal):
    """A question for the other person, in a game where there is none."""


class OtherHasToAgree(Refusal):
    """Doing alone what the other person has to be asked for."""


class NoDrawYet(Refusal):
    """A draw, in a game that has hardly begun: it can be called off instead."""


class TooLateToSwap(Refusal):
    """Swapping the colours after the second move."""


@dataclass(eq=False)
class ComputerPlaysFor(Refusal):
    """What two people agree on, while a computer plays for the other one."""

    player_id: int

"""The kinds of questions: when each is possible, and what is done once the opponent agrees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.core.snapshot import GameSnapshot
from bot.play.games.changes import require_casual
from bot.play.games.consent import record_asked, require_hintable
from bot.play.games.handover import delegate, require_own_play
from bot.play.games.referee import resigning_calls_off
from bot.play.games.refusals import HandedOver, NothingToTakeBack
from bot.play.questions import refusals
from data import Storage
from data.games.records import Ending, Game, Outcome, Question, QuestionKind
from data.ratings.unrating import UnratingStore

SWAP_BEFORE = 2
"""Ply before which colours can be swapped: that of the second move."""

DRAWN = Outcome(winner=None, score=None, ending=Ending.DRAWN)


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of question.

    `require` refuses it to the person on a side where it makes no sense; it is called again before
    `carry_out`, which stores what was agreed on and that the question is answered.
    """

    require: Callable[[GameSnapshot, int], None]
    carry_out: Callable[[Storage, GameSnapshot, Question], Awaitable[Game]]


ALONE = frozenset({QuestionKind.TAKE_BACK, QuestionKind.HAND_OVER, QuestionKind.THINKING})
"""Questions that need no consent when a computer plays the other side."""


def _require_people(snapshot: GameSnapshot, side: int) -> None:
    """Refuse decisions between people while a computer plays for one of them, in tournaments and
    exhibitions."""
    require_casual(snapshot)
    other = snapshot.game.seats[1 - side].player_id
    if snapshot.game.delegates[side] is not None:
        raise HandedOver
    if other is not None and snapshot.game.delegates[1 - side] is not None:
        raise refusals.ComputerPlaysFor(other)


def _require_take_back(snapshot: GameSnapshot, side: int) -> None:
    _require_people(snapshot, side)
    if snapshot.last_ply_of(side) is None:
        raise NothingToTakeBack


async def _take_back(storage: Storage, snapshot: GameSnapshot, question: Question) -> Game:
    ply = snapshot.last_ply_of(question.side)
    assert ply is not None
    return await storage[UnratingStore].take_back(snapshot.game, ply, question.side, answers=question.id)


def _require_draw(snapshot: GameSnapshot, side: int) -> None:
    if resigning_calls_off(snapshot):
        raise refusals.NoDrawYet


async def _draw(storage: Storage, snapshot: GameSnapshot, question: Question) -> Game:
    return await storage.finish(snapshot.game, DRAWN, answers=question.id)


def _require_swap(snapshot: GameSnapshot, side: int) -> None:
    _require_people(snapshot, side)
    if snapshot.game.ply >= SWAP_BEFORE:
        raise refusals.TooLateToSwap


async def _swap(storage: Storage, snapshot: GameSnapshot, question: Question) -> Game:
    return await storage.swap_seats(snapshot.game, answers=question.id)


async def _adjourn(storage: Storage, snapshot: GameSnapshot, question: Question) -> Game:
    return await storage.adjourn(snapshot.game, answers=question.id)


async def _hand_over(storage: Storage, snapshot: GameSnapshot, question: Question) -> Game:
    assert question.player is not None
    return await delegate(storage, snapshot, question.side, question.player, question.id)


async def _show_thinking(storage: Storage, snapshot: GameSnapshot, question: Question) -> Game:
    return await record_asked(storage, snapshot, question.side, question.id)


RULES: Mapping[QuestionKind, Rule] = {
    QuestionKind.TAKE_BACK: Rule(_require_take_back, _take_back),
    QuestionKind.DRAW: Rule(_require_draw, _draw),
    QuestionKind.SWAP: Rule(_require_swap, _swap),
    QuestionKind.ADJOURN: Rule(_require_people, _adjourn),
    QuestionKind.HAND_OVER: Rule(require_own_play, _hand_over),
    QuestionKind.THINKING: Rule(require_hintable, _show_thinking),
}

"""Reasons why moves are good or bad, in words: for reviews, hints and puzzles.

Every sentence says what is true on the board (`engine.reasons`); "it" is the move. The sides go by their
colours, so that everyone can read it.
"""

from __future__ import annotations

from bot.catalog import GameKind
from bot.ui import connect4_reasons, reversi_reasons
from engine import Candidate, Position, SearchResult
from engine.reasons import Comparison, Reason, merit_of
from languages import gettext
from languages.numbers import capitalized


def reason_text(kind: GameKind, position: Position, reason: Reason, better: str) -> str:
    """Return a sentence on a move in a position; some compare it with a `better` one."""
    values = {
        "own": kind.sides[position.turn].name,
        "other": kind.sides[1 - position.turn].name,
        "better": kind.move_name(better),
    }
    return reversi_reasons.sentence(reason, values) or connect4_reasons.sentence(
        reason, kind, position.turn, values
    )


def merit_text(kind: GameKind, position: Position, found: SearchResult, move: str) -> str:
    """Say what a move has that the best of the others has not; "" if there is nothing to say."""
    own = next((each for each in found.candidates if each.move == move), None)
    other = next((each for each in found.candidates if each.move != move), None)
    if own is None or other is None or own.score <= other.score:
        return ""
    compared = Comparison(position, other.move, move, value=_proved(other), better_value=_proved(own))
    merit = merit_of(compared)
    return "" if merit is None else reason_text(kind, position, merit, move)


def _proved(candidate: Candidate) -> int | None:
    return round(candidate.score) if candidate.proved else None


def why_better(kind: GameKind, move: str, reason: str) -> str:
    """Return the sentence on a good move after its name."""
    # Translators: {reason} is a sentence such as “It wins at once.”
    return capitalized(gettext("💡 **{move}**: {reason}", move=kind.move_name(move), reason=reason))


def answer_text(kind: GameKind, answer: str) -> str:
    """Say how the computer would punish a move."""
    # Translators: a review's computer on an error; {answer} such as “d3” or “column 6”.
    return gettext("I'd answer it with {answer}.", answer=kind.move_name(answer))

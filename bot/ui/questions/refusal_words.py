"""What people read when a question to the other person of a game is not asked, or not answered."""

from __future__ import annotations

from collections.abc import Mapping

from bot import refusals
from bot.refusals import Refusal
from bot.ui.language import gettext, gettext_noop, ngettext
from bot.ui.words import mention
from data import QuestionKind

QUESTION_SENTENCES: dict[type[Refusal], str] = {
    refusals.QuestionOpen: gettext_noop(
        "One question at a time: {person} has one waiting for an answer: {link}"
    ),
    refusals.QuestionClosed: gettext_noop("This question is no longer open."),
    refusals.NotAskedForConsent: gettext_noop("Only {person} can answer that."),
    refusals.QuestionLapsed: gettext_noop(
        "The game has moved on since {person} asked, so the question is void. {person} can ask again."
    ),
    refusals.NobodyToAsk: gettext_noop("You're playing a computer here, so there's no one to ask."),
    refusals.OtherHasToAgree: gettext_noop(
        "Your opponent has to agree to that. Ask them with More under the board, or with `/game ask`."
    ),
    refusals.NoDrawYet: gettext_noop(
        "The game has barely started: Resign calls it off, and it doesn't count. You can offer a draw "
        "after two moves by each side."
    ),
    refusals.TooLateToSwap: gettext_noop("Colours can only be swapped before the second move."),
    refusals.ComputerPlaysFor: gettext_noop(
        "A computer player is playing for {person}. You can ask that when they play themselves again."
    ),
}

ASKED_HERE: Mapping[QuestionKind, str] = {
    QuestionKind.TAKE_BACK: gettext_noop(
        "You have already asked to take a move back in this position. You can ask again after the next move."
    ),
    QuestionKind.DRAW: gettext_noop(
        "You have already offered a draw in this position. You can offer one again after the next move."
    ),
    QuestionKind.SWAP: gettext_noop(
        "You have already asked to swap colours in this position. You can ask again after the next move."
    ),
    QuestionKind.ADJOURN: gettext_noop(
        "You have already asked to put the game aside in this position. You can ask again after the next "
        "move."
    ),
    QuestionKind.HAND_OVER: gettext_noop(
        "You have already asked to let a computer play for you in this position. You can ask again "
        "after the next move."
    ),
    QuestionKind.THINKING: gettext_noop(
        "You have already asked to see what I think in this position. You can ask again after the next move."
    ),
}


def asked_before(refusal: refusals.AskedHere | refusals.RefusedTwice) -> str:
    """To a person who asks for the same thing too soon."""
    if isinstance(refusal, refusals.AskedHere):
        return gettext(ASKED_HERE[refusal.kind])
    person, moves = mention(refusal.player_id), refusal.moves
    match refusal.kind:
        case QuestionKind.DRAW:
            return ngettext(
                "{person} would rather play on. You can offer a draw again after {number} more move.",
                "{person} would rather play on. You can offer a draw again after {number} more moves.",
                moves,
                person=person,
            )
        case QuestionKind.TAKE_BACK:
            return ngettext(
                "{person} would rather keep the move. You can ask again after {number} more move.",
                "{person} would rather keep the move. You can ask again after {number} more moves.",
                moves,
                person=person,
            )
        case _:
            return ngettext(
                "{person} has said no to that for now. You can ask again after {number} more move.",
                "{person} has said no to that for now. You can ask again after {number} more moves.",
                moves,
                person=person,
            )

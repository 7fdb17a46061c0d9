"""Refusals about questions to the opponent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.core.refusals import Refusal, Sentence, refusal
from data.games.records import QuestionKind
from languages import gettext_noop, ngettext_noop

if TYPE_CHECKING:
    from bot.core.people import Place


class QuestionOpen(Refusal):
    """The opponent's question, shown in `message_id`, needs an answer first."""

    text = gettext_noop("One request at a time: {person} is still waiting for an answer: {link}")
    player_id: int
    place: Place
    message_id: int


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


class AskedHere(Refusal):
    """The player has already asked this in this position."""

    kind: QuestionKind

    def sentence(self) -> Sentence:
        return ASKED_HERE[self.kind]


class RefusedTwice(Refusal):
    """Several requests were refused, or replaced by others; asking again needs `moves` more moves."""

    text = ngettext_noop(
        "You have asked for that several times. You can ask again after {number} more move.",
        "You have asked for that several times. You can ask again after {number} more moves.",
    )
    draw = ngettext_noop(
        "You have offered a draw several times. You can offer one again after {number} more move.",
        "You have offered a draw several times. You can offer one again after {number} more moves.",
    )
    take_back = ngettext_noop(
        "You have asked to take a move back several times. You can ask again after {number} more move.",
        "You have asked to take a move back several times. You can ask again after {number} more moves.",
    )
    counted = "moves"
    kind: QuestionKind
    moves: int

    def sentence(self) -> Sentence:
        match self.kind:
            case QuestionKind.DRAW:
                return self.draw
            case QuestionKind.TAKE_BACK:
                return self.take_back
            case _:
                return self.text


class QuestionLapsed(Refusal):
    text = gettext_noop(
        "The game has moved on since {person} asked, so this request no longer applies. "
        "{person} can ask again."
    )
    player_id: int


NobodyToAsk = refusal("You're playing a computer here: no need to ask.")
NoDrawYet = refusal(
    "The game has barely started: Resign calls it off, and it doesn't count. You can offer a draw "
    "after two moves by each side."
)
TooLateToSwap = refusal("Colours can only be swapped before the second move.")


class ComputerPlaysFor(Refusal):
    text = gettext_noop(
        "A computer player is playing for {person}. You can ask that when they make their own moves again."
    )
    player_id: int

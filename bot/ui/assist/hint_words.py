"""What the steps of a hint say."""

from __future__ import annotations

from collections.abc import Mapping

from bot.assist.pointers import Idea, idea_of, part_of_board
from bot.games.snapshot import GameSnapshot
from bot.ui.assist.words import with_outcome
from bot.ui.language import gettext, gettext_noop
from engine import SearchResult

IDEAS: Mapping[Idea, str] = {
    Idea.ONLY: gettext_noop("You have one move only."),
    Idea.WINS: gettext_noop("You can win at once."),
    Idea.STOPS: gettext_noop("Your opponent is about to win. Which move stops that?"),
    Idea.KEEPS: gettext_noop("Only one move keeps your result: every other one throws it away."),
    Idea.FEW_REPLIES: gettext_noop("Which move leaves your opponent few replies?"),
    Idea.EQUAL: gettext_noop(
        "There is more than one best move here. Look at what each allows your opponent to do next."
    ),
    Idea.CHOICE: gettext_noop(
        "Nothing forces you here. Look at what each move allows your opponent to do next."
    ),
}
"""What the best move is about, without telling it."""

REASONS: Mapping[Idea, str] = {
    Idea.ONLY: gettext_noop("It is your only move."),
    Idea.WINS: gettext_noop("It wins at once."),
    Idea.STOPS: gettext_noop("It stops your opponent, who wins at once after any other move."),
    Idea.KEEPS: gettext_noop("It alone keeps your result: that is proved."),
    Idea.FEW_REPLIES: gettext_noop("It leaves your opponent fewer replies than your other moves."),
    Idea.EQUAL: gettext_noop("It is one of several equally good moves."),
    Idea.CHOICE: gettext_noop("It comes out ahead of the others when I look further."),
}
"""The same, once it is told."""

PARTS: Mapping[tuple[int, int], str] = {
    (-1, -1): gettext_noop("the top left"),
    (0, -1): gettext_noop("the top edge"),
    (1, -1): gettext_noop("the top right"),
    (-1, 0): gettext_noop("the left side"),
    (0, 0): gettext_noop("the middle"),
    (1, 0): gettext_noop("the right side"),
    (-1, 1): gettext_noop("the bottom left"),
    (0, 1): gettext_noop("the bottom edge"),
    (1, 1): gettext_noop("the bottom right"),
}
"""From left to right, and from top to bottom."""


def where(snapshot: GameSnapshot, found: SearchResult, moves: tuple[str, ...], *, turned: bool) -> str:
    """Where to look, and what it is about; `turned` if the person sees the board from the other side."""
    part = part_of_board(snapshot.kind, snapshot.position, moves)
    about = gettext(IDEAS[idea_of(snapshot.kind, snapshot.position, found)])
    if part is None:
        return gettext("💡 {about}\nLook at {moves}.", about=about, moves=", ".join(moves))
    seen = (-part[0], -part[1]) if turned else part
    return gettext(
        "💡 Look at **{part}**: {moves}.\n{about}",
        part=gettext(PARTS[seen]),
        moves=", ".join(snapshot.kind.move_name(move) for move in moves),
        about=about,
    )


def move(snapshot: GameSnapshot, found: SearchResult) -> str:
    """The move, and what it is worth."""
    best = found.candidates[0]
    kind, position = snapshot.kind, snapshot.position
    if best.proved:
        value = kind.proved(position, round(best.score))
        told = gettext("With best play from both sides that is **{value}**: proved.", value=value)
    else:
        value = kind.estimate(position, best.score)
        estimate = gettext(
            "I value it at {value}: an estimate, {depth} moves deep.", value=value, depth=found.depth
        )
        told = with_outcome(estimate, found)
    return gettext("💡 Play **{move}**.\n{told}", move=kind.move_name(best.move), told=told)


def idea(snapshot: GameSnapshot, found: SearchResult) -> str:
    """Why the best move is the best, in a sentence."""
    return gettext(
        "💡 **{move}**: {reason}",
        move=snapshot.kind.move_name(found.candidates[0].move),
        reason=gettext(REASONS[idea_of(snapshot.kind, snapshot.position, found)]),
    )


def expected(snapshot: GameSnapshot, moves: tuple[str, ...]) -> str:
    """What the board shows after the expected moves."""
    return gettext("The board after {moves}, as I expect it:", moves=" ".join(moves))

"""Refusals about puzzles, runs of them, and own mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.core.refusals import Refusal
from languages import gettext_noop


@dataclass(eq=False)
class NoPuzzles(Refusal):
    text = gettext_noop("I have no {title} puzzles. Choose another game with `/puzzle`.")
    title: str


@dataclass(eq=False)
class NoPuzzlesLeft(Refusal):
    text = gettext_noop(
        "Congratulations, you've seen every {title} puzzle that matches! Try another theme or game: "
        "`/puzzle`."
    )
    title: str


class NoMistakes(Refusal):
    text = gettext_noop(
        "You have no mistakes to practise yet. They appear a few minutes after a game is reviewed: `/review`."
    )


@dataclass(eq=False)
class NoMistakesYet(Refusal):
    """The user's puzzles from mistakes are due later, the first one at `due_at`."""

    # Translators: {wait} is Discord's text such as “in 3 hours”.
    text = gettext_noop("You have no mistakes to practise right now. The next one comes back {wait}.")
    due_at: datetime


@dataclass(eq=False)
class NoRunPuzzles(Refusal):
    text = gettext_noop(
        "You've seen all my {title} puzzles recently. They come back after 30 days; "
        "until then, try another game."
    )
    title: str


class RunGone(Refusal):
    text = gettext_noop("This run is no longer available. For a new one: `/puzzle run:streak`.")


class RunNotBegun(Refusal):
    text = gettext_noop("Not yet: wait for the start.")


class NotYourRun(Refusal):
    text = gettext_noop("This is someone else's run. For one of yours: `/puzzle run:streak`.")


class NotYourMistake(Refusal):
    text = gettext_noop("This puzzle is from someone else's game. For one of yours: `/puzzle mine:True`.")


class PuzzleGone(Refusal):
    text = gettext_noop("This puzzle is no longer available. For another one: `/puzzle`.")


class PuzzleGoesOn(Refusal):
    text = gettext_noop("You haven't finished this puzzle yet. Find the moves, or press Show solution.")


class PuzzleNotTried(Refusal):
    text = gettext_noop("Try it yourself first: after your first move you see how the others did.")


class NoSuchMistakes(Refusal):
    text = gettext_noop(
        "None of your mistakes of this kind is due as a puzzle right now. `/puzzle` has others for you."
    )

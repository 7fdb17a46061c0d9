"""Refusals about puzzles, runs of them, races, and own mistakes."""

from __future__ import annotations

from datetime import datetime

from bot.core.refusals import InProgress, Refusal, TooMany, refusal
from languages import gettext_noop, ngettext_noop


class NoPuzzles(Refusal):
    text = gettext_noop("I have no {title} puzzles. Choose another game with `/puzzle`.")
    title: str


class NoPuzzlesLeft(Refusal):
    text = gettext_noop(
        "Congratulations, you've seen every {title} puzzle that matches! Try another theme or game: "
        "`/puzzle`."
    )
    title: str


NoMistakes = refusal(
    "You have no mistakes to practise yet. They appear a few minutes after a game is reviewed: `/review`."
)


class NoMistakesYet(Refusal):
    """The user's puzzles from mistakes are due later, the first one at `due_at`."""

    # Translators: {wait} is Discord's text such as “in 3 hours”.
    text = gettext_noop("You have no mistakes to practise right now. The next one comes back {wait}.")
    due_at: datetime


class NoRunPuzzles(Refusal):
    text = gettext_noop(
        "You've seen all my {title} puzzles recently. They come back after 30 days; "
        "until then, try another game."
    )
    title: str


RunGone = refusal("This run is no longer available. For a new one: `/puzzle run:streak`.")
RunNotBegun = refusal("Not yet: wait for the start.")
NotYourRun = refusal("This is someone else's run. For one of yours: `/puzzle run:streak`.")
NotYourMistake = refusal("This puzzle is from someone else's game. For one of yours: `/puzzle mine:True`.")
PuzzleGone = refusal("This puzzle is no longer available. For another one: `/puzzle`.")
PuzzleGoesOn = refusal("You haven't finished this puzzle yet. Find the moves, or press Show solution.")
PuzzleNotTried = refusal("Try it yourself first: after your first move you see how the others did.")
NoSuchMistakes = refusal(
    "None of your mistakes of this kind is due as a puzzle right now. `/puzzle` has others for you."
)
RaceGone = refusal("This race is no longer available. For a new one: `/puzzle run:race`.")
RaceOver = refusal("This race is over. For a new one: `/puzzle run:race`.")
RaceBegun = refusal("This race has begun, so it's too late for that. You can join the next one.")
RaceToLeave = refusal("The race has begun. To leave it, press Give up on your board.")
NotInRace = refusal("You're not in this race.")
NotYourRace = refusal(
    "Only those who were in this race can ask for a rematch. Start one: `/puzzle run:race`."
)


class RaceFull(TooMany):
    text = ngettext_noop(
        "The only place in this race is taken. You can join the next one.",
        "All {most} places in this race are taken. You can join the next one.",
    )


RaceNeedsTwo = refusal(
    "A race needs at least two people. Wait for someone to join, or play `/puzzle run:rush`."
)


class OnlyStarter(Refusal):
    text = gettext_noop("Only {person}, who opened this race, and moderators can start it.")
    player_id: int


class RaceHere(InProgress):
    text = gettext_noop("There is a race in this channel already: {link}\nStart yours when it is over.")
    unseen = gettext_noop("There is a race in this channel already. Start yours when it is over.")


class InRace(InProgress):
    text = gettext_noop("You're in another race: {link}\nLeave it, or wait until it is over.")
    unseen = gettext_noop("You're in another race. Leave it, or wait until it is over.")


class NoRacePuzzles(Refusal):
    text = gettext_noop(
        "There are too few {title} puzzles that none of you has seen in the last 30 days. Try a race in "
        "another game."
    )
    title: str

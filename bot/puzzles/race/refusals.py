"""Refusals about puzzle races."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals import InProgress, Refusal, TooMany
from languages import gettext_noop, ngettext_noop


class RaceGone(Refusal):
    text = gettext_noop("This race is no longer available. For a new one: `/puzzle run:race`.")


class RaceOver(Refusal):
    text = gettext_noop("This race is over. For a new one: `/puzzle run:race`.")


class RaceBegun(Refusal):
    text = gettext_noop("This race has begun, so it's too late for that. You can join the next one.")


class RaceToLeave(Refusal):
    text = gettext_noop("The race has begun. To leave it, press Give up on your board.")


class NotInRace(Refusal):
    text = gettext_noop("You're not in this race.")


class NotYourRace(Refusal):
    text = gettext_noop(
        "Only those who were in this race can ask for a rematch. Start one: `/puzzle run:race`."
    )


@dataclass(eq=False)
class RaceFull(TooMany):
    text = ngettext_noop(
        "The only place in this race is taken. You can join the next one.",
        "All {most} places in this race are taken. You can join the next one.",
    )


class RaceNeedsTwo(Refusal):
    text = gettext_noop(
        "A race needs at least two people. Wait for someone to join, or play `/puzzle run:rush`."
    )


@dataclass(eq=False)
class OnlyStarter(Refusal):
    text = gettext_noop("Only {person}, who opened this race, and moderators can start it.")
    player_id: int


@dataclass(eq=False)
class RaceHere(InProgress):
    text = gettext_noop("There is a race in this channel already: {link}\nStart yours when it is over.")
    unseen = gettext_noop("There is a race in this channel already. Start yours when it is over.")


@dataclass(eq=False)
class InRace(InProgress):
    text = gettext_noop("You're in another race: {link}\nLeave it, or wait until it is over.")
    unseen = gettext_noop("You're in another race. Leave it, or wait until it is over.")


@dataclass(eq=False)
class NoRacePuzzles(Refusal):
    text = gettext_noop(
        "There are too few {title} puzzles that none of you has seen in the last 30 days. Try a race in "
        "another game."
    )
    title: str

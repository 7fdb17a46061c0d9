"""Rules of votes: which move wins, and when a countdown ends early."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from bot.core.people import Person
from data.games.votes import Ballot, VoteGame
from data.people.personal import TEAM_PLAYERS

SECONDS = (30, 60, 120, 300, 900, 3600, 6 * 3600, 24 * 3600)
"""Times to vote for a move."""

USUAL_SECONDS = 60

MAX_EMPTY = 3
"""Countdowns in a row without a vote after which a game is put aside."""

MAX_EMPTY_SECONDS = 24 * 3600
"""Time without a vote after which a game is put aside, if that comes first."""

TEAMS = (Person(TEAM_PLAYERS[0], "Team 1"), Person(TEAM_PLAYERS[1], "Team 2"))
"""The players in the seats of teams, by side."""


def tally(votes: Mapping[int, str]) -> dict[str, int]:
    """Return the number of votes for each move, most first."""
    counted = Counter(votes.values())
    return dict(sorted(counted.items(), key=lambda entry: (-entry[1], entry[0])))


def leaders(votes: Mapping[int, str]) -> list[str]:
    counted = tally(votes)
    most = max(counted.values(), default=0)
    return sorted(move for move, number in counted.items() if number == most)


def winner(vote: VoteGame, ballot: Ballot) -> str | None:
    """Return the move with the most votes, by lot if there are several; None without votes."""
    tied = leaders(ballot.votes)
    if not tied:
        return None
    # The seed is stored, so that the lot is the same whenever it is drawn.
    return random.Random(f"{vote.new.lot}:{vote.ply}").choice(tied)


def is_unattended(vote: VoteGame) -> bool:
    """Return whether enough countdowns passed without a vote to put the game aside."""
    return vote.empty >= MAX_EMPTY or vote.empty * vote.new.seconds >= MAX_EMPTY_SECONDS


def has_majority(ballot: Ballot) -> bool:
    """Return whether more than half of those who decide want one move.

    Those are the voters of the side's last move and the present ones. At a side's first move the countdown
    is never cut short, since no one knows who else will vote.
    """
    if not ballot.previous or not ballot.votes:
        return False
    deciding = ballot.previous | ballot.votes.keys()
    return 2 * max(tally(ballot.votes).values()) > len(deciding)

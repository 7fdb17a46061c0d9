"""Buchholz, Sonneborn-Berger and direct encounter, by FIDE's Tie-Break Regulations of March 2026 (C.07)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from data.tournaments.records import Pairing


@dataclass(frozen=True, slots=True)
class RoundScore:
    """An entrant's round: the opponent, if there was one, and the points.

    `available` is False in rounds that they chose not to play: an absence, or a game lost by forfeit.
    """

    points: float
    opponent: int | None = None
    was_played: bool = True
    available: bool = True


ABSENT = RoundScore(0.0, was_played=False, available=False)
BYE = RoundScore(1.0, was_played=False)

Scores = Mapping[int, Sequence[RoundScore]]
"""The rounds of every entrant, without those in progress."""


def round_scores(
    played: Sequence[Pairing], numbers: Collection[int], rounds: int
) -> dict[int, list[RoundScore]]:
    """Return everyone's rounds from the first to `rounds`; who has no pairing in one was absent."""
    scores: dict[int, list[RoundScore | None]] = {number: [ABSENT] * rounds for number in numbers}
    for pairing in played:
        for number in pairing.numbers:
            if number in scores:
                scores[number][pairing.round - 1] = (
                    None if pairing.is_pending else _round_score(pairing, number)
                )
    return {number: [score for score in row if score is not None] for number, row in scores.items()}


def _round_score(one: Pairing, number: int) -> RoundScore:
    if one.second is None:
        return BYE
    points = one.points_of(number)
    was_absent = one.is_forfeit and points == 0.0
    return RoundScore(points, one.opponent(number), not one.is_forfeit, available=not was_absent)


def total(rounds: Sequence[RoundScore]) -> float:
    return sum(score.points for score in rounds)


def adjusted_total(rounds: Sequence[RoundScore]) -> float:
    """Return an entrant's score for others' tie-breaks: rounds after they left are draws (article 16.3)."""
    last = max((number for number, score in enumerate(rounds, 1) if score.available), default=0)
    return total(rounds[:last]) + 0.5 * (len(rounds) - last)


def _worth(scores: Scores, number: int, one: RoundScore) -> float:
    """Return the score of the opponent in a round.

    Unplayed, it is that of a dummy with the entrant's own score, but at most half of the possible points, or
    the score of the opponent who should have played (article 16.4).
    """
    if one.was_played and one.opponent is not None:
        return adjusted_total(scores[one.opponent])
    rounds = scores[number]
    limit = len(rounds) / 2 if one.opponent is None else adjusted_total(scores[one.opponent])
    return min(total(rounds), limit)


def buchholz(scores: Scores, number: int) -> float:
    """Return the sum of the opponents' scores (article 8.1)."""
    return sum(_worth(scores, number, score) for score in scores[number])


def sonneborn_berger(scores: Scores, number: int, *, forfeits_count: bool = False) -> float:
    """Return the sum of the opponents' scores, each times the points won against them (article 9.1).

    `forfeits_count` is for round robins: there, forfeits count like games, and byes not at all.
    """
    if forfeits_count:
        return sum(
            score.points * total(scores[score.opponent])
            for score in scores[number]
            if score.opponent is not None
        )
    return sum(score.points * _worth(scores, number, score) for score in scores[number])


@dataclass(frozen=True, slots=True)
class Encounter:
    """A tied entrant's points against those they are tied with, and the number of them they haven't met."""

    won: float
    missing: int


def direct_encounter(
    scores: Scores, group: Collection[int], *, forfeits_count: bool = False
) -> dict[int, Encounter]:
    """Return everyone's games within a group of tied entrants."""
    encounters = {}
    for number in group:
        games = [
            score
            for score in scores[number]
            if score.opponent in group and (score.was_played or forfeits_count)
        ]
        met = {score.opponent for score in games}
        encounters[number] = Encounter(total(games), len(group) - 1 - len(met))
    return encounters


def sure_leader(encounters: Mapping[int, Encounter]) -> int | None:
    """Return who would be ahead alone whatever the outcome of the games that are missing (article 6)."""
    leader = max(encounters, key=lambda number: encounters[number].won)
    most = max(
        (encounter.won + encounter.missing for number, encounter in encounters.items() if number != leader),
        default=0.0,
    )
    return leader if encounters[leader].won > most else None

"""Random fields, and tournaments played to their end by chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from bot.events.tournaments.forms import next_round
from bot.events.tournaments.forms.knockout import Bracket, Match, bracket
from bot.events.tournaments.forms.standings import TournamentStanding, standings
from bot.events.tournaments.forms.types import Form, NextRound
from data.tournaments.records import Entrant, Pairing, PairingOutcome

FIRST, SECOND, DRAW = PairingOutcome.FIRST, PairingOutcome.SECOND, PairingOutcome.DRAW
NEITHER = PairingOutcome.DOUBLE_LOSS


@dataclass
class Tournament:
    form: Form
    entrants: list[Entrant]
    rounds: int = 0
    seed: int = 0
    played: list[Pairing] = field(default_factory=list)
    paired: list[tuple[Pairing, ...]] = field(default_factory=list)

    def result(self) -> NextRound:
        return next_round(self.form, self.entrants, self.played, self.rounds, self.seed)

    def table(self) -> tuple[TournamentStanding, ...]:
        return standings(self.form, self.entrants, self.played)

    def tree(self) -> Bracket:
        return bracket(self.entrants, self.played)

    def next(self) -> NextRound:
        """Return what to start when no game is in progress, None at the end."""
        following = self.result()
        if following is not None:
            assert following
            self.paired.append(following)
        return following

    def leave(self, number: int, round_number: int) -> None:
        self.entrants = [
            replace(one, left_round=round_number) if one.number == number and one.left_round is None else one
            for one in self.entrants
        ]

    def play_to_the_end(self, random: Random, *, leaving: float = 0.0, joining: float = 0.0) -> None:
        while (following := self.next()) is not None:
            self.played += [result(pairing, random) for pairing in following]
            if random.random() < leaving:
                self.leave(random.choice(self.entrants).number, following[0].round + 1)
            if random.random() < joining:
                number, rating = len(self.entrants) + 1, random.gauss(1500, 200)
                self.entrants.append(Entrant(number, rating, following[0].round + 1))
            assert len(self.paired) < 100


def field_of(size: int, *, left: Mapping[int, int] | None = None, best: float = 2000.0) -> list[Entrant]:
    """Return a field in which the first is the best; `left` has the rounds before which entrants left."""
    return [Entrant(one, best - one, left_round=(left or {}).get(one)) for one in range(1, size + 1)]


def equals(size: int, *, left: Mapping[int, int] | None = None) -> list[Entrant]:
    """Return a field in which all are equally good."""
    return [replace(one, rating=1500.0) for one in field_of(size, left=left)]


def matches_of(tree: Bracket) -> list[Match]:
    """Return all matches, the one for the third place last."""
    return [match for matches in tree.rounds for match in matches] + ([tree.third] if tree.third else [])


def pairs_of(pairings: Iterable[Pairing]) -> list[set[int | None]]:
    return [{one.first, one.second} for one in pairings]


def entrants(random: Random, size: int) -> list[Entrant]:
    """Return a field; some ratings are equal."""
    return [Entrant(number, float(random.choice(range(1000, 2000, 10)))) for number in range(1, size + 1)]


def result(pairing: Pairing, random: Random) -> Pairing:
    """Return a pairing with a result drawn by lot."""
    if pairing.second is None:
        return replace(pairing, outcome=FIRST)
    if random.random() < 0.05:
        outcome = random.choice([FIRST, SECOND, NEITHER])
        return replace(pairing, outcome=outcome, forfeit=True)
    return replace(pairing, outcome=random.choice([FIRST, SECOND, DRAW]))

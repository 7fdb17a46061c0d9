"""Round robin: everyone against everyone once, by the Berger tables of FIDE's handbook (C.05, annex 1)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.events.tournaments.forms.types import NextRound, last_round
from data.tournaments.records import Entrant, Pairing

MAX_ENTRANTS = 12
"""Maximum size of a field that asks for a round robin."""


def berger_table(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of a round robin as pairs of numbers from 1; in odd fields, `size` + 1 is the bye.

    The last number stays at the first board and changes colours; the others move round it.
    """
    even = size + size % 2
    circle = even - 1
    rounds = []
    # The number that meets the last one: 1, half + 1, 2, half + 2, …
    for index in range(circle):
        pivot = index * (even // 2) % circle
        top = (pivot + 1, even)
        pairs = [top if index % 2 == 0 else top[::-1]]
        pairs += [((pivot + step) % circle + 1, (pivot - step) % circle + 1) for step in range(1, even // 2)]
        rounds.append(tuple(pairs))
    return tuple(rounds)


def round_count(size: int) -> int:
    """Return the number of rounds of a field."""
    return max(0, size - 1 + size % 2)


def next_round(entrants: Sequence[Entrant], played: Sequence[Pairing], seed: int) -> NextRound:
    """Return the next round of the table, whose order is drawn by lot; later entrants have no place in it.

    An entrant without an opponent, in an odd field or because the opponent has left, has a bye.
    """
    if any(game.is_pending for game in played):
        return ()
    numbers = sorted(entrant.number for entrant in entrants if entrant.joined_round <= 1)
    random.Random(seed).shuffle(numbers)
    by_number = {entrant.number: entrant for entrant in entrants}
    table = berger_table(len(numbers)) if len(numbers) > 1 else ()
    for number in range(last_round(played) + 1, len(table) + 1):
        pairings = []
        for pair in table[number - 1]:
            there = [numbers[place - 1] for place in pair if place <= len(numbers)]
            there = [present for present in there if by_number[present].plays(number)]
            if there:
                pairings.append(Pairing(number, there[0], there[1] if len(there) == 2 else None))
        if any(pairing.second is not None for pairing in pairings):
            return tuple(sorted(pairings, key=lambda game: game.second is None))
    return None

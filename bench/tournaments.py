"""Time of a Swiss round: pairing by py4swiss and by our own rules, standings and their picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time
from typing import Any, TypeVar

from bot.events.tournaments import pictures
from bot.events.tournaments.forms import Form, standings, swiss
from bot.events.tournaments.forms.swiss_field import SwissField
from data.tournaments.records import Entrant, Pairing, PairingOutcome

SIZES = (8, 16, 32, 64)
"""Entrants of the tournaments measured."""

_OUTCOMES = (PairingOutcome.FIRST, PairingOutcome.SECOND, PairingOutcome.DRAW)

T = TypeVar("T")


def measure(sizes: tuple[int, ...] = SIZES, seed: int = 1) -> list[dict[str, Any]]:
    """Play a Swiss tournament of each size; times are median processor milliseconds of a round."""
    return [_measured(size, Random(seed)) for size in sizes]


def _measured(size: int, random: Random) -> dict[str, Any]:
    field = [Entrant(number, random.gauss(1500, 200)) for number in range(1, size + 1)]
    names = {entrant.number: f"Player {entrant.number}" for entrant in field}
    rounds = swiss.suggested_rounds(size)
    played: list[Pairing] = []
    times: dict[str, list[float]] = {name: [] for name in ("pairing", "own_pairing", "standings", "picture")}
    for number in range(1, rounds + 1):
        before = SwissField(field, played, number, is_last=number == rounds)
        pairings = _timed(times["pairing"], swiss.pair, before)
        _timed(times["own_pairing"], swiss.own_pairs, before)
        assert pairings is not None
        played += [replace(pairing, outcome=random.choice(_OUTCOMES)) for pairing in pairings]
        table = _timed(times["standings"], standings, Form.SWISS, field, played)
        _timed(times["picture"], pictures.draw_standings, Form.SWISS, table, names)
    return {
        "entrants": size,
        "rounds": rounds,
        **{f"{name}_ms": median(spent) for name, spent in times.items()},
    }


def _timed(times: list[float], work: Callable[..., T], *arguments: Any) -> T:
    """Do some work, and note how long it took."""
    begun = process_time()
    result = work(*arguments)
    times.append((process_time() - begun) * 1e3)
    return result

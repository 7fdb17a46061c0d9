"""Openings for matches: read from a file, drawn at random, or the balanced ones that come with a game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import TypeVar

from engine.search.position import Position
from engine.search.registry import registered

AnyPosition = TypeVar("AnyPosition", bound=Position)


def read_openings(start: AnyPosition, lines: Iterable[str]) -> Iterator[AnyPosition]:
    """The positions after the move sequences in `lines`, written like `f5d6c3` or `4453` in the first column.

    Empty lines and those that begin with # are skipped. Raises EngineError for an impossible move.
    """
    game = registered(start.game)
    for line in lines:
        if line.strip() and not line.startswith("#"):
            position, moves = start, line.split()[0]
            for move in game.split_moves(moves):
                position = position.play(move)
            yield position


def random_openings(start: Position, plies: int, rng: random.Random) -> Iterator[Position]:
    """An endless series of positions after `plies` random moves from `start`; no game is over.

    Each is fair in a match, where it is played twice with the sides swapped.
    """
    while True:
        position = start
        for _ in range(plies):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        if position.result() is None:
            yield position


def balanced_openings(start: AnyPosition) -> list[AnyPosition]:
    """The openings that come with the game, about equally good for both sides; [] if it has none.

    They belong to the game's usual board: `start` must be the start of a game on it.
    """
    file = registered(start.game).balanced_openings
    if file is None:
        return []
    return list(read_openings(start, file.read_text(encoding="utf-8").splitlines()))

"""Time that a review takes on one core, and how much it proves in it."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from bot.catalog import GAMES
from bot.settings.settings import Settings
from bot.study.review.analysis import Analysis
from engine import StopFlag
from engine.search.registry import registered

GAMES_PLAYED = (
    (
        "reversi",
        "d3c5e6d2c6d6c7b7b6f6f4f7e7f3c3e3g8g4f5b4c4g6h3h4h6b8d7c8c2b2d8b3b5a5a7a8a6a4h5g5a1e8b1g7e1d1f8f1c1g3g2e2"
        "f2h1h7h8g1h2a2a3",
    ),
    ("connect4", "7144533655355726744242477711133322266"),
)
"""Whole games with errors in them, as a beginner plays them."""

MEGABYTES = 64.0


def measure() -> list[dict[str, Any]]:
    """Review a whole game of each kind, as the bot does, on one thread.

    Returns: game, its moves; seconds, wall-clock; proved, how many of its positions were solved; shallowest
    and deepest, of the searches for the others (0 where all were solved).
    """
    return [_measure(game, transcript) for game, transcript in GAMES_PLAYED]


def _measure(game: str, transcript: str) -> dict[str, Any]:
    kind, moves = GAMES[game], registered(game).split_moves(transcript)
    positions = [kind.start("")]
    for move in moves:
        positions.append(positions[-1].play(move))
    analysis = Analysis(
        kind.judging, positions, moves, (), seconds=Settings().review_seconds, megabytes=MEGABYTES
    )
    began = perf_counter()
    while not analysis.complete:
        analysis.analyse_next(StopFlag())
    seconds = perf_counter() - began
    depths = [ply.depth for ply in analysis.known if ply.depth is not None]
    return {
        "game": kind.title,
        "moves": len(moves),
        "seconds": seconds,
        "proved": analysis.plies - len(depths),
        "shallowest": min(depths, default=0),
        "deepest": max(depths, default=0),
    }

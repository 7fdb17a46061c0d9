"""Standings in words."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.stats.standings import is_provisional
from data import Pool, RatingList, Standing
from renderers import figures
from renderers.figures import OF_GAMES, OF_PUZZLES, ResultWords


def rating_text(standing: Standing) -> str:
    """The rating as people read it: "1623", or "1500?" while it is provisional."""
    return figures.rating_text(round(standing.rating.value), is_provisional(standing))


def list_title(rated_in: RatingList) -> str:
    """The game of a list, with its board, as people type it, where that is not the usual one."""
    return f"{GAMES[rated_in.game].title} {rated_in.board}".rstrip()


def result_words(pool: Pool) -> ResultWords:
    """What results that count for a list are called in pictures."""
    return OF_PUZZLES if pool is Pool.PUZZLES else OF_GAMES

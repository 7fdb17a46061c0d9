"""What a player's standing is worth."""

from __future__ import annotations

from bot.catalog import GAMES
from data import LISTED_BELOW, Listing, Pool, Rating, RatingList, Standing, games_until
from renderers import figures
from renderers.figures import OF_GAMES, OF_PUZZLES, ResultWords


def is_provisional(standing: Standing) -> bool:
    """Whether the rating stands for too few games to be relied on; it is shown with a question mark then."""
    return standing.listing is Listing.PROVISIONAL


def games_to_go(rating: Rating) -> int:
    """About how many more games give a provisional rating a rank, against opponents of the same strength
    whose ratings are sure, such as the level that suits."""
    return max(1, games_until(rating, LISTED_BELOW))


def rating_text(standing: Standing) -> str:
    """The rating as people read it: "1623", or "1500?" while it is provisional."""
    return figures.rating_text(round(standing.rating.value), is_provisional(standing))


def list_title(rated_in: RatingList) -> str:
    """The game of a list, with its board, as people type it, where that is not the usual one."""
    return f"{GAMES[rated_in.game].title} {rated_in.board}".rstrip()


def result_words(pool: Pool) -> ResultWords:
    """What results that count for a list are called in pictures."""
    return OF_PUZZLES if pool is Pool.PUZZLES else OF_GAMES

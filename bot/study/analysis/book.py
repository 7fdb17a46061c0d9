"""Values of the opening books, which come from longer searches than a player can wait for."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.catalog.kind import ByColumn
from engine import Position, SearchResult
from engine.search.opening_book import OpeningBook
from engine.search.registry import registered


def in_book(kind: GameKind, position: Position) -> SearchResult | None:
    """Return the book's values of a position's moves; None without any, and in Connect 4, which is proved.

    It may read the book from its file.
    """
    if isinstance(kind, ByColumn):
        return None
    style = registered(kind.key).styles[0]
    book = style.book_for(position)
    # Beyond the plies in which the computer plays by the book, it has values of searches all the same.
    return None if book is None else OpeningBook.probe(book, position)

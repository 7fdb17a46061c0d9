"""The buttons of boards."""

from __future__ import annotations

from typing import Literal

from bot.ranks.periods.boards import RankingKind
from bot.ui.component_ids import SHOWS, ComponentId
from data.ratings.ratings import Pool


class ShowLeaderboard(ComponentId, action="standings"):
    """Show a page of a leaderboard, of this server (`s`) or of everywhere (`e`); `board` is "" for the usual
    one.

    `purpose` keeps the ids of a message distinct: two of its buttons may lead to the same page.
    """

    game: str
    board: str
    pool: Pool
    scope: Literal["s", "e"]
    page: int
    asker_id: int
    purpose: Literal["b", "n", "p", "s", "g"]


class ShowBoard(ComponentId, action="board"):
    """Show a page of a board, of this server (`s`) or of everywhere (`e`).

    `first_day` is that of the week or season, "" for the present one. `purpose` keeps the ids of a message
    distinct: two of its buttons may lead to the same page.
    """

    kind: RankingKind
    span: Literal["week", "season", "all"]
    first_day: str
    scope: Literal["s", "e"]
    page: int
    purpose: Literal["before", "after", "earlier", "later", "scope", "span", "kind"]


class ShowMyPoints(ComponentId, action="board_mine", marks="board", timeless=SHOWS):
    """Show a person's own points of the board that was posted."""

    post: int

"""The buttons under a leaderboard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.ui.component_ids import ComponentId
from data import Pool


@dataclass(frozen=True, slots=True)
class ShowUsualLeaderboard(ComponentId):
    """As `ShowLeaderboard` was before there were other boards: on messages of earlier versions."""

    action: ClassVar[str] = "lb"
    game: str
    pool: Pool
    scope: Literal["s", "e"]
    page: int
    asker_id: int
    purpose: Literal["b", "n", "p", "s"]


@dataclass(frozen=True, slots=True)
class ShowLeaderboard(ComponentId):
    """Show a page of a leaderboard: of this server (`s`) or of everywhere (`e`); `board` is "" for the usual
    one.

    `purpose` tells apart the buttons of one message: two of them may lead to the same page.
    """

    action: ClassVar[str] = "standings"
    game: str
    board: str
    pool: Pool
    scope: Literal["s", "e"]
    page: int
    asker_id: int
    purpose: Literal["b", "n", "p", "s"]

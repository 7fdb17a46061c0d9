"""The buttons and menus of vote games.

`board` was 1 in the second server of earlier versions, and is 0 in every game that people vote in now.
"""

from __future__ import annotations

from bot.ui.component_ids import ASKS, EARLIER, ONCE, SETS, ComponentId


class VoteMove(ComponentId, action="vote_move", menu="vote_menu", marks="game"):
    """Vote for a move at a ply."""

    game_id: int
    ply: int
    board: int
    move: str


class JoinTeam(ComponentId, action="vote_join", marks="game", timeless=SETS):
    """Join a side."""

    game_id: int
    side: int


class LeaveTeam(ComponentId, action="vote_leave", timeless=SETS):
    """Leave the side, before the first move."""

    game_id: int


class EndVotes(ComponentId, action="vote_end", timeless=ASKS):
    """Ask whether to end the game."""

    game_id: int


class ConfirmEndVotes(ComponentId, action="vote_end_yes", timeless=ONCE):
    """End the game after the question."""

    game_id: int


class AskVoteHint(ComponentId, action="vote_hint", marks="game"):
    """Ask for a hint, which everyone is told."""

    game_id: int
    ply: int
    board: int


class ResumeVotes(ComponentId, action="vote_resume", marks="game", timeless=EARLIER):
    """Resume a game whenever it was put aside: on boards of earlier versions."""

    game_id: int


class ResumeVotesAt(ComponentId, action="vote_resume_at", marks="game"):
    """Resume a game that was put aside at `ply`."""

    game_id: int
    ply: int

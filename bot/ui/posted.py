"""Search for a message that a killed process sent but did not store, by its buttons.

Where the bot may read the channel, nothing is posted twice after a restart. Elsewhere only the answer to a
command can be found, with its token, for a quarter of an hour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import discord
import structlog

from bot.core.masking import described
from bot.core.people import Place
from bot.events.matches.ids import CancelStrengthTest, Pause, PlayAgain, Resume
from bot.events.simuls.ids import ManageSimul
from bot.events.tournaments.ids import ManageTournament
from bot.events.votes import ids as votes
from bot.play.assist.ids import TakeOver
from bot.play.games import ids as games
from bot.puzzles.ids import TryPuzzle
from bot.ranks.periods.ids import ShowMyPoints
from bot.ui.component_ids import ComponentId, find
from bot.ui.request import CONNECTION_LOST

log = structlog.get_logger(__name__)

SEARCHED = 100
"""Latest messages of a channel that are searched: Discord's page size."""

GAME_COMPONENTS: tuple[type[ComponentId], ...] = (
    games.PlayMove,
    games.MoveMenu,
    games.PlayNow,
    games.Resign,
    games.Retry,
    games.Rematch,
    games.TakeUp,
    games.Join,
    games.Accept,
    games.Withdraw,
    TakeOver,
    Pause,
    Resume,
    PlayAgain,
)
"""Components that only boards and offers have, of all public messages."""

VOTE_COMPONENTS: tuple[type[ComponentId], ...] = (
    votes.VoteMove,
    votes.VoteMenu,
    votes.JoinTeam,
    votes.AskVoteHint,
    votes.ResumeVotes,
)
"""Components that only boards of vote games have."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a message."""

    kind: Literal["game", "strength test", "puzzle", "tournament", "simul", "vote", "board"]
    id: int


def subject_of(message: discord.Message) -> Subject | None:
    """Return the subject of one of our messages; None for others."""
    test = find(CancelStrengthTest, message.components)
    if test is not None:
        return Subject("strength test", test.test_id)
    puzzle = find(TryPuzzle, message.components)
    if puzzle is not None:
        return Subject("puzzle", puzzle.post)
    board = find(ShowMyPoints, message.components)
    if board is not None:
        return Subject("board", board.post)
    tournament = find(ManageTournament, message.components)
    if tournament is not None:
        return Subject("tournament", tournament.tournament_id)
    simul = find(ManageSimul, message.components)
    if simul is not None:
        return Subject("simul", simul.simul_id)
    for voting in VOTE_COMPONENTS:
        voted: Any = find(voting, message.components)
        if voted is not None:
            return Subject("vote", voted.game_id)
    for kind in GAME_COMPONENTS:
        found: Any = find(kind, message.components)
        if found is not None:
            return Subject("game", found.game_id)
    return None


async def find_posted(
    client: discord.Client, place: Place, subject: Subject, after: int | None
) -> int | None:
    """Find the latest message with this subject that is newer than the message `after`."""
    assert client.user is not None
    channel = client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    try:
        async for message in channel.history(limit=SEARCHED):
            if message.id <= (after or 0):
                break
            if message.author.id == client.user.id and subject_of(message) == subject:
                return message.id
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        log.info("channel not searched", channel=place.channel_id, error=described(error))
    return None

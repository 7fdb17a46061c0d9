"""What a message of ours shows, told by its buttons: so one is found that was sent, but not noted.

That is what a process leaves that is killed between the two. Nothing stands twice after the next start where
the bot may read the messages of the channel; elsewhere Discord tells nobody what was sent, except for an
answer to a command, which its token brings back for a quarter of an hour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import aiohttp
import discord
import structlog

from bot.games.people import Place
from bot.ui.assist.ids import TakeOver
from bot.ui.component_ids import ComponentId, find
from bot.ui.games import ids as games
from bot.ui.matches.ids import CancelStrengthTest, Pause, PlayAgain, Resume
from bot.ui.puzzles.ids import TryPuzzle

log = structlog.get_logger(__name__)

LOOKED_THROUGH = 100
"""So many of the latest messages of a channel: what Discord sends at once."""

OF_GAMES: tuple[type[ComponentId], ...] = (
    games.PlayMove,
    games.ChooseMove,
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
"""What stands under boards and offers, and under no other message that everybody sees."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a message shows."""

    kind: Literal["game", "strength test", "puzzle"]
    id: int


def subject_of(message: discord.Message) -> Subject | None:
    """What a message of ours shows; None for all but boards, offers, tests and puzzles."""
    test = find(CancelStrengthTest, message.components)
    if test is not None:
        return Subject("strength test", test.test_id)
    puzzle = find(TryPuzzle, message.components)
    if puzzle is not None:
        return Subject("puzzle", puzzle.post)
    for kind in OF_GAMES:
        found: Any = find(kind, message.components)
        if found is not None:
            return Subject("game", found.game_id)
    return None


async def find_posted(
    client: discord.Client, place: Place, subject: Subject, after: int | None
) -> int | None:
    """The latest message that shows `subject` and is newer than the message `after`, if it can be found."""
    assert client.user is not None
    channel = client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
    try:
        async for message in channel.history(limit=LOOKED_THROUGH):
            if message.id <= (after or 0):
                break
            if message.author.id == client.user.id and subject_of(message) == subject:
                return message.id
    except (discord.HTTPException, aiohttp.ClientError) as error:
        log.info("a channel could not be looked through", channel=place.channel_id, error=repr(error))
    return None

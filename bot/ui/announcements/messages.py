"""Sends announcements."""

from __future__ import annotations

from bot.games.people import Place
from bot.games.snapshot import GameSnapshot
from bot.matches.strength import Report, Status
from bot.ui.announcements import words
from bot.ui.links import message_link
from bot.ui.plain_messages import PlainMessages
from bot.ui.request import QUIET
from data import Game, RatingList, Standing, StrengthTest


class AnnouncementMessages:
    """Messages that ping nobody; what does not arrive is not tried again."""

    def __init__(self, messages: PlainMessages) -> None:
        self._messages = messages

    async def match_over(self, channel_id: int, snapshot: GameSnapshot) -> None:
        """Two computer players have played a game to its end."""
        game = snapshot.game
        text = words.match_over(snapshot, _link(game))
        await self._send(text, channel_id, game.guild_id, f"match {game.id}")

    async def strength_measured(self, channel_id: int, test: StrengthTest) -> None:
        """All games between two computer players are played."""
        asked = test.asked
        link = message_link(asked.guild_id, asked.channel_id, test.message_id)
        text = words.strength_measured(Report(test, Status.DONE), link)
        await self._send(text, channel_id, asked.guild_id, f"strength {test.id}")

    async def new_leader(self, channel_id: int, game: Game, rated_in: RatingList, leader: Standing) -> None:
        """Somebody is the first on a list of the server, who was not before the game."""
        text = words.new_leader(rated_in, leader, _link(game))
        await self._send(text, channel_id, game.guild_id, f"leader {game.id}")

    async def _send(self, text: str, channel_id: int, guild_id: int | None, what: str) -> None:
        await self._messages.send(text, Place(channel_id, guild_id), QUIET, {"announcement": what})


def _link(game: Game) -> str | None:
    return message_link(game.guild_id, game.channel_id, game.message_id)

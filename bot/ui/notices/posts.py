"""Notices of turns as messages on Discord."""

from __future__ import annotations

import discord

from bot.games.people import Names, Place
from bot.notices.posts import NotSent, Sent
from bot.notices.rules import Step, Where
from bot.ui.board_picture import picture_names
from bot.ui.components import button
from bot.ui.language import gettext
from bot.ui.links import message_link
from bot.ui.notices import words
from bot.ui.notices.component_ids import StopNotices
from bot.ui.plain_messages import PlainMessages
from bot.ui.publisher import NotShown
from bot.ui.request import Request
from bot.ui.untrusted import escaped
from data import Game, Notice


class TurnPosts:
    """Sends notices of turns, and removes them."""

    def __init__(self, messages: PlainMessages, names: Names) -> None:
        self._messages = messages
        self._names = names

    async def send(self, game: Game, notice: Notice, where: Where, step: Step) -> Sent | NotSent:
        """Tell the person to move, and nobody else."""
        place: Place | NotShown = Place.of(game)
        link = message_link(game.guild_id, game.channel_id, game.message_id)
        if link is None or (game.by_clicks and where is Where.CHANNEL):
            return NotSent(permanent=True)
        if where is Where.DIRECT:
            place = await self._messages.open_direct(notice.player_id)
        if isinstance(place, NotShown):
            return NotSent(place.permanent)
        names = await picture_names(self._names, game, place.guild_id)
        side = next(side for side, seat in enumerate(game.seats) if seat.player_id == notice.player_id)
        opponent = escaped(names[1 - side])
        sent = await self._messages.send(
            words.turn_notice(game, notice.player_id, opponent, step, link),
            place,
            discord.AllowedMentions(
                everyone=False, roles=False, replied_user=False, users=[discord.Object(notice.player_id)]
            ),
            {"game": game.id, "turn": notice.turn_at.isoformat(), "step": step.name},
            button(gettext(words.NO_MORE), StopNotices(notice.player_id), emoji="🔕"),
        )
        if isinstance(sent, NotShown):
            return NotSent(sent.permanent)
        return Sent(place.channel_id, sent.message_id)

    async def remove(self, channel_id: int, message_id: int) -> bool:
        """Remove a notice."""
        return await self._messages.remove(channel_id, message_id)


async def explain_refusal(request: Request) -> None:
    """Tell somebody that they could not be told of a turn, the next time they do something."""
    refused = await request.services.messages.turn_notices.take_refusal(request.user_id)
    if refused is not None and refused.refused is not None:
        await request.tell(words.not_told(refused.refused))


def note_acted(request: Request) -> None:
    """Note that somebody is doing something in a game."""
    if request.game_id is not None:
        request.services.messages.turn_notices.note_acted(request.game_id, request.user_id)

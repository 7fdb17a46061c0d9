"""The command, the button and the message of thanks."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.play.thanks.thanks import Thanks, ThanksCard
from bot.ui.component_ids import ComponentId
from bot.ui.components import button
from bot.ui.layout import GREEN, card, row
from bot.ui.messenger import Showing, shows
from bot.ui.publisher import Drawing, Subject
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.ui.slash import slash_command
from bot.ui.untrusted import safe
from bot.ui.words import mention
from languages import count, gettext


class JoinThanks(ComponentId, action="thanks_join", marks="thanks"):
    """Thank as well."""

    number: int


@slash_command(name="thanks", description="Thank another player")
@app_commands.describe(person="Whom you thank", note="What for")
async def thank(request: Request, person: discord.User, note: str = "") -> None:
    """Thank another player."""
    await request.kit[Thanks].give(request.person, person.id, request.place, note)
    await request.tell(gettext("Your thanks have been posted."))


@on_press(JoinThanks)
async def join(request: Request, pressed: JoinThanks) -> None:
    """Thank as well."""
    await request.kit[Thanks].join(pressed.number)


@shows(
    ThanksCard,
    lambda shown: {"thanks": shown.number, "joined": shown.joined},
    subject=lambda shown: Subject("thanks", shown.number),
)
async def draw(shown: ThanksCard, scene: Showing) -> Drawing:
    """Draw the message of thanks."""
    people = {"giver": mention(shown.giver_id), "receiver": mention(shown.receiver_id)}
    text = gettext("{giver} thanks {receiver}. {note}", note=safe(shown.note), **people)
    joined = gettext("{number} joined.", number=count(shown.joined))
    too = button(gettext("Me too"), JoinThanks(shown.number), emoji="💚")
    return Drawing(card(text, joined, row(too), colour=GREEN), [])


FEATURES = (Thanks,)


COMMANDS = (thank,)

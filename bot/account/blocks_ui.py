"""The card of people whom a player has blocked, opened from `/me`."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.core.people import Names, Person
from bot.preferences.preferences import Blocking
from bot.ui.component_ids import ComponentId, read_number
from bot.ui.components import select, user_select
from bot.ui.layout import BLUE, Part, View, card, row
from bot.ui.options import MAX_CHOICES
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_press
from bot.ui.untrusted import shortened
from bot.ui.words import mention
from languages import gettext, gettext_noop
from languages.numbers import enumerated

# Translators: the title of a card.
BUTTON = gettext_noop("Blocked people")


class ShowBlocked(ComponentId, action="blocked"):
    """Show the people whom the player has blocked."""


class Block(ComponentId, action="block"):
    """Block the person chosen from a menu."""


class Unblock(ComponentId, action="unblock"):
    """Unblock the person chosen from a menu."""


@on_press(ShowBlocked)
async def show(request: Request, pressed: ShowBlocked) -> None:
    await request.replace(await _card(request))


@on_choice(Block)
async def block(request: Request, menu: Block, user_id: str) -> None:
    """Keep a person from challenging the player; they are not told."""
    other = request.chosen_user(user_id)
    if other.is_bot:
        bot = mention(other.person.id)
        raise BadRequest(gettext("{bot} is a bot and never challenges anyone.", bot=bot))
    await request.kit[Blocking].add(request.person, other.person)
    await request.replace(await _card(request, added(mention(other.person.id))))


@on_choice(Unblock, read_number)
async def unblock(request: Request, menu: Unblock, user_id: int) -> None:
    """Let a person challenge the player again."""
    other = Person(user_id, "")
    await request.kit[Blocking].remove(request.person, other)
    note = gettext("{person} can challenge you again.", person=mention(other.id))
    await request.replace(await _card(request, note))


async def _card(request: Request, note: str | None = None) -> View:
    """List the blocked people, with menus that block and unblock."""
    people = await request.kit[Blocking].blocked(request.person)
    latest = people[:MAX_CHOICES]
    names = await request.kit[Names].of_people(latest, request.guild_id)
    parts: list[Part] = [*([note] if note else []), blocked(people)]
    # Translators: in an empty menu of people.
    parts.append(row(user_select(gettext("Block someone"), Block())))
    if latest:
        options = [
            discord.SelectOption(label=shortened(names.get(person, str(person))), value=str(person))
            for person in latest
        ]
        # Translators: in an empty menu of people.
        parts.append(row(select(gettext("Unblock someone"), options, Unblock())))
    return card(*parts, colour=BLUE)


def added(person: str) -> str:
    return gettext(
        "{person} can't challenge you any more, and you can't join each other's games. "
        "They aren't notified. Your current games with each other continue.",
        person=person,
    )


def blocked(people: Sequence[int]) -> str:
    if not people:
        return gettext("You haven't blocked anyone.")
    # Translators: {people} is a list such as “@Ann, @Bob”.
    return gettext("You have blocked {people}.", people=enumerated([*map(mention, people)]))

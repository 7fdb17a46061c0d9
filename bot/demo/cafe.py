"""The demo's Discord: a server with one channel, the people in it, and its unfinished games.

Server, channel and people have the same ids in every run, so that stored games find them again. Messages have
ids made from the time, which are never used twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord
import simcord
from discord.app_commands import AppCommandError
from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import SetupError
from simcord.enums import MessageType

from bot.app import Flipfour
from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.level_advice import LevelAdvice
from bot.core.publisher import Publisher
from bot.demo.past import ShownMessages
from bot.events.tournaments.cards import EventCards
from bot.play.help_ui import play_card
from bot.ui.layout import View
from bot.ui.opponent_menu import Menu
from data.games.offers import OfferStore
from data.games.records import GameState
from data.tournaments.tournaments import TournamentStore
from languages import ENGLISH, Language, gettext, gettext_noop, ngettext, speaking
from renderers.fixed_pictures import draw_avatar

if TYPE_CHECKING:
    from simcord.actors import MemberActor
    from simcord.builders import ChannelHandle
    from simcord.types import HttpLogEntry

NAME = "Flipfour"
AVATAR = "flipfour"
SERVER = "Flipfour Café"
CHANNEL = "games"
PEOPLE = {"ann": "Ann", "ben": "Ben", "chloe": "Chloé"}
MODERATOR = ("mona", "Mona")
REGULARS = {"dario": "Dario", "esra": "Esra", "finn": "Finn", "hana": "Hana"}
"""Members with a past but without a window."""
NEWCOMER = ("nora", "Nora")
"""A person with a window but without a past, to whom the bot explains more."""
MAY = discord.Permissions(
    manage_messages=True, manage_guild=True, manage_channels=True, moderate_members=True
)
"""A moderator's permissions: to end other people's matches, and delete the server's opponents."""

# Translators: in the demo, by one of the people there.
GREETING = gettext_noop(
    "Welcome! Tap a game below to play the computer. To play against one of us, open a second window "
    "at the top of the page, and type **/reversi start** or **/connect4 start** with an `opponent`. "
    "{moderator} is our moderator."
)

MAX_PICTURES = 400
"""Pictures stored, some ten megabytes, before those that no message shows are removed."""

RECENT_PICTURES = 100
"""Newest pictures, which stay even if no message shows them."""

REDRAWN = 20
"""Maximum boards drawn in a new language at once; the others are when they change."""

BOARD = re.compile(rf"(?:{'|'.join(GAMES)})-(\d+)-\d+\.png")
"""Name of a board's picture, with the number of its game."""

SETTLE_SECONDS = 3.0
"""Maximum seconds the page waits, at the start and after a click, for the bot to be idle."""


class WallClock(Clock):
    """Replaces simcord's clock, which stays at 1 January 2026 until a test advances it."""

    @property
    def elapsed(self) -> float:
        return real_monotonic()

    @elapsed.setter
    def elapsed(self, seconds: float) -> None:
        """Ignore attempts to set the time."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Ignore attempts to advance the time."""


class DetachedSearches:
    """Runs searches in threads, and waits in real time, without simcord waiting for them.

    simcord waits for everything the bot does. So searches run where it doesn't see them, and the bot's task
    is declared to wait for something external: a click returns at once, and the answer appears when it is
    ready.
    """

    def __init__(self) -> None:
        self.env: simcord.Env

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Like `asyncio.to_thread`."""
        # The function may call back into the bot, so it has the context that its thread has not.
        search = asyncio.to_thread(contextvars.copy_context().run, function, *arguments)
        return await self._external(search, "the computer is thinking")

    async def wait(self, turn: Coroutine[Any, Any, Any]) -> None:
        """Wait until a worker is free."""
        await self._external(turn, "other games come first")

    async def rest(self, seconds: float) -> None:
        """Like `asyncio.sleep`."""
        await self._external(asyncio.sleep(seconds), "a match pauses between moves")

    async def _external(self, work: Coroutine[Any, Any, Any], reason: str) -> Any:
        """Do what simcord doesn't wait for: it recognises its own work by a context variable."""
        waiting = contextvars.Context().run(asyncio.ensure_future, work)
        try:
            return await self.env.external_wait(waiting, reason=reason)
        except SetupError:
            # What is done on a board in the browser is no work of simcord's, which waits for none of it.
            return await waiting


class DemoEnv(simcord.Env):
    """A Discord in real time, in which a refused command is not an error.

    Interactions have the language of the person's client, and that of the server.
    """

    def __init__(self, bot: Flipfour, language: Language) -> None:
        super().__init__(bot, settle_timeout=SETTLE_SECONDS, check_errors=False)
        self.language = language
        """The language of everyone's client, since one browser may show them all in turn."""
        self.backend.subscribers.append(self._set_locale)

    def _set_locale(self, event: str, payload: Any) -> None:
        """Set the locales of an interaction, which simcord sends as English, before the bot receives it."""
        if event == "INTERACTION_CREATE":
            payload["locale"] = self.language.locales[0]
            if "guild_id" in payload:
                payload["guild_locale"] = self.backend.get_guild(int(payload["guild_id"])).preferred_locale

    async def _settle_internal(self, *, timeout: float | None = None, **options: Any) -> None:  # noqa: ASYNC109
        """Wait until the bot is idle, but not for long.

        To simcord a bot that stays busy is a failed test. Here it is one with many games in progress: it
        continues in real time, and the page shows what it does as it happens.
        """
        seconds = SETTLE_SECONDS if timeout is None else min(timeout, SETTLE_SECONDS)
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(timeout=seconds, **options)

    def errors_since(self, cursor: int) -> tuple[BaseException, ...]:
        """Return the bot's errors, which refusals are not."""
        errors = super().errors_since(cursor)
        return tuple(error for error in errors if not isinstance(error, AppCommandError))

    def take_requests(self) -> list[HttpLogEntry]:
        """Return the bot's requests since the last call, and drop what no message shows.

        simcord stores all requests and pictures forever.
        """
        requests = list(self.http_requests)
        self.http_requests.clear()
        self.backend.transcript.clear()
        if len(self.backend.cdn._blobs) > MAX_PICTURES:
            self._forget_pictures()
        return requests

    def _forget_pictures(self) -> None:
        messages = [message for channel in self.backend.messages.values() for message in channel.values()]
        shown = {attachment["url"] for message in messages for attachment in message.attachments}
        blobs = self.backend.cdn._blobs
        # Keep the newest: a page may not have requested them yet.
        for url in [url for url in list(blobs)[:-RECENT_PICTURES] if url not in shown]:
            del blobs[url]


@dataclass(slots=True)
class Cafe:
    """The demo's server and everyone in it."""

    bot: Flipfour
    env: DemoEnv
    channel: ChannelHandle
    people: tuple[MemberActor, ...]
    members: tuple[MemberActor, ...]
    """The people and the regulars, without the newcomer."""
    avatar: bytes
    messages: ShownMessages
    start_card: discord.Message | None = None
    greeting: discord.Message | None = None
    still_playing: int = 0
    """Games from before that were in progress at the start."""

    @classmethod
    def furnish(cls, bot: Flipfour, messages: ShownMessages, language: Language = ENGLISH) -> Cafe:
        """Create the server and everyone in it, who all speak one language, and start its clock."""
        env = DemoEnv(bot, language)
        user = env.backend.bot_user
        user.name = user.global_name = NAME
        user.avatar = AVATAR
        server = env.create_guild(SERVER, preferred_locale=language.locales[0])
        channel = server.create_text_channel(CHANNEL, topic=_topic(language))

        def member(name: str, shown: str, **options: Any) -> MemberActor:
            return server.add_member(env.create_user(name, global_name=shown), **options)

        people = [member(*person) for person in PEOPLE.items()]
        # New people come last, so that the ids of the others don't change.
        role = server.create_role("Moderator", permissions=MAY, color=0xFFBE3D)
        people.append(member(*MODERATOR, roles=[role]))
        known = (*people, *(member(*person) for person in REGULARS.items()))
        people.append(member(*NEWCOMER))
        env.backend.clock = WallClock()
        return cls(bot, env, channel, tuple(people), known, draw_avatar(), messages)

    @property
    def pictures(self) -> dict[str, tuple[str, bytes]]:
        """The avatars as file name and contents by address."""
        user = self.env.backend.bot_user
        return {f"{CDN_BASE}/avatars/{user.id}/{AVATAR}.png": (f"{AVATAR}.png", self.avatar)}

    def open_threads(self, names: Mapping[int, str]) -> None:
        """Open threads again, with the ids they had; everyone is in them."""
        backend = self.env.backend
        for thread_id, name in names.items():
            thread = backend.create_thread(
                self.channel.id, name, backend.bot_user.id, message_id=thread_id, broadcast=False
            )
            for person in self.people:
                backend.add_thread_member(thread.id, person.id)

    async def reopen(self, unfinished: tuple[int, ...]) -> None:
        """Post the boards of unfinished games, a greeting, and a card to start from."""
        stored = [await self.bot.kit.storage.game(game_id) for game_id in unfinished]
        games = [game for game in stored if game and game.state in {GameState.OFFERED, GameState.PLAYING}]
        for game in games:
            if game.message_id is None:
                await self.bot.kit[Publisher].show(game.id)
        self.still_playing = sum(game.state is GameState.PLAYING for game in games)
        with speaking(self.env.language):
            self.greeting = await self.people[2].send(self.channel, self._greeting())
            card = await self._draw_start_card()
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        with self.env._bot_scope():
            self.start_card = await channel.send(view=card)
        for number in await self.bot.kit[TournamentStore].active():
            await self.bot.kit[EventCards].show(number)

    async def speak(self, language: Language) -> None:
        """Change the language of everyone's client and of the server, and of what is shown there.

        What only one person sees vanishes, as it does when Discord's client starts again.
        """
        self.env.language = language
        self.env.backend.edit_guild(self.people[0].guild.id, {"preferred_locale": language.locales[0]})
        self.env.backend.edit_channel(self.channel.id, {"topic": _topic(language)})
        # The bot hears of it like of anything that happens.
        await self.env.settle(SETTLE_SECONDS)
        if self.greeting is not None and self.start_card is not None:
            with speaking(language):
                await self.people[2].edit(self.greeting, self._greeting())
                card = await self._draw_start_card()
            with self.env._bot_scope():
                self.start_card = await self.start_card.edit(view=card)
        kit = self.bot.kit
        offers = [offer.id for offer in await kit[OfferStore].made_before(datetime.now(UTC))]
        for game_id in [*offers, *self._games_shown()][:REDRAWN]:
            await kit[Publisher].show(game_id)
        await self.messages.translate()
        with speaking(language):
            self._rename_threads(await self.messages.threads(kit.storage))
        backend = self.env.backend
        for place in (self.channel, *self.channel.threads):
            for message in [*backend.messages.get(place.id, {}).values()]:
                if message.is_ephemeral:
                    backend.delete_message(place.id, message.id)

    def _rename_threads(self, names: Mapping[int, str]) -> None:
        """Give threads other names, by their ids, without the messages that Discord posts about it."""
        backend = self.env.backend
        for thread in self.channel.threads:
            channel, name = backend.get_channel(thread.id), names.get(thread.id, thread.name or "")
            for message in backend.messages.get(self.channel.id, {}).values():
                if message.type == MessageType.THREAD_CREATED and message.content == channel.name:
                    message.content = name
            channel.name = name

    def _greeting(self) -> str:
        greeting = gettext(GREETING, moderator=MODERATOR[1])
        if not self.still_playing:
            return greeting
        still = ngettext(
            "One earlier game is still in progress.",
            "{number} earlier games are still in progress.",
            self.still_playing,
        )
        return f"{greeting}\n{still}"

    def _games_shown(self) -> list[int]:
        """Return the ids of the games with a board in the channel or a thread, the newest boards first."""
        messages = [
            message
            for place in (self.channel, *self.channel.threads)
            for message in self.env.backend.messages.get(place.id, {}).values()
        ]
        messages.sort(key=lambda message: message.id, reverse=True)
        names = [attachment["filename"] for message in messages for attachment in message.attachments]
        return list(dict.fromkeys(int(match[1]) for match in map(BOARD.fullmatch, names) if match))

    async def _draw_start_card(self) -> View:
        """Return the card of `/play` for everyone, with the newcomer's path: people at the page are new."""
        kit, guest = self.bot.kit, self.people[0]
        guild_id = guest.guild.id
        menus = [
            Menu(
                kind,
                await kit[OpponentChoices].choices(kind, guild_id),
                await kit[LevelAdvice].suggested(kind, guest.id, guild_id),
            )
            for kind in GAMES.values()
        ]
        return play_card(menus, friends=True, newcomer=True)


def _topic(language: Language) -> str:
    with speaking(language):
        # Translators: the topic of the demo's channel.
        return gettext("Reversi and Connect 4: type /play")

"""A use of the bot on Discord, from its arrival to its last answer.

A request is acknowledged first and answered later. Discord waits three seconds for the acknowledgement, then
tells people that the bot "did not respond"; so nothing is read, stored or drawn before. Discord's clock
decides what is late: it rejects the acknowledgement.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Any, Self, TypeAlias

import aiohttp
import discord

from bot.computer.pool import SearchPool
from bot.core.discord_time import discord_now
from bot.core.fields import Frozen
from bot.core.people import Person, Place
from bot.core.publisher import Taps, UserRequest
from bot.core.refusals import NotAMember
from bot.features import Kit
from bot.preferences.preferences import Languages
from bot.ui.component_ids import ComponentId, action_of, find
from bot.ui.layout import view
from bot.ui.refusals import OtherVersion
from data.games.history import Viewer
from languages import ENGLISH, gettext, gettext_noop, language_of, speak, speaking
from languages.numbers import enumerated

QUIET = discord.AllowedMentions.none()

Drawn: TypeAlias = tuple[discord.ui.LayoutView, list[discord.File]]
"""A message with its files: a `bot.ui.publisher.Drawing`."""


def mentioning(people: Iterable[int]) -> discord.AllowedMentions:
    """Return mentions that notify these people alone."""
    users = [discord.Object(person) for person in people]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


PUBLIC = "public"
"""Key in the `extras` of a command: True if everyone sees the answer, not only the person."""

OPENS_DIALOG = "opens dialog"
"""Key in the `extras` of a command: True if it opens a dialog when used without options."""

REQUEST = "request"
"""Key in the `extras` of an interaction: its `Request`, handed over by discord.py."""

UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION = 10008, 10015, 10062
ALREADY_ANSWERED, INVALID_TOKEN = 40060, 50027

EXPIRED = {UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, ALREADY_ANSWERED, INVALID_TOKEN}
"""Codes of an answer that can't arrive any more, which is ordinary: a token is valid for 15 minutes."""

CONNECTION_LOST = (aiohttp.ClientError, TimeoutError, OSError)
"""Errors of a request to Discord that did not arrive, or whose answer did not."""

LOOKUP_SECONDS = 2.0
"""Maximum time of a request to Discord that a person waits for: discord.py retries for 25 s."""

PLACEHOLDER = "…"
"""Content of an answer that is about to be deleted."""

ENTRY_POINT = 4
"""Type of the command that Discord adds for an Activity; discord.py doesn't know it."""

UNKNOWN = "unknown"
"""Name of a component or a command that this version does not have."""

TOKEN_LIFETIME = timedelta(minutes=14)
"""Age up to which an interaction's token is used; Discord accepts it for a quarter of an hour."""


PERMISSIONS = {
    # Translators, all below: Discord's own names of its permissions, as in its settings in your language.
    "view_channel": gettext_noop("View Channel"),
    "send_messages": gettext_noop("Send Messages"),
    "send_messages_in_threads": gettext_noop("Send Messages in Threads"),
    "create_public_threads": gettext_noop("Create Public Threads"),
    "attach_files": gettext_noop("Attach Files"),
}
"""Permissions the bot may lack, as Discord's settings call them."""


def permission_names(permissions: discord.Permissions) -> str:
    """List permissions, as Discord's settings call them."""
    # Iterating over the permissions would yield View Channel by its former name.
    names = [name for key, name in PERMISSIONS.items() if getattr(permissions, key)]
    return enumerated([f"**{gettext(name)}**" for name in names])


class RequestOutcome(StrEnum):
    """The result of a request, as the metrics count it."""

    DONE = "done"
    REFUSED = "refused"
    """The person was told why."""
    FAILED = "failed"
    """A fault of ours."""
    LOST = "lost"
    """The interaction or the connection was gone before the answer."""
    STOPPING = "stopping"
    """The bot was shutting down."""


def person_of(user: discord.User | discord.Member) -> Person:
    name = user.global_name or user.name
    if isinstance(user, discord.Member):
        roles = frozenset(role.id for role in user.roles)
        return Person(user.id, name, user.guild.id, user.nick, roles)
    return Person(user.id, name)


class ChosenUser(Frozen):
    """A user chosen in a menu or an option of a command."""

    person: Person
    is_bot: bool

    @classmethod
    def of(cls, user: discord.User | discord.Member) -> Self:
        return cls(person_of(user), user.bot)


class Request(UserRequest):
    """A click, a dialog, a command or an autocomplete, created at the door and passed down to every
    handler."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.data: Any = interaction.data or {}
        """The interaction's data as Discord sent it."""
        self.custom_id = str(self.data.get("custom_id", ""))
        """The custom id of the component or dialog; "" for a command."""
        self.kit: Kit = interaction.client.kit
        self.arrived = self.kit[SearchPool].now()
        """Arrival by the clock of the search pool; the computer's time for its answer counts from here."""
        self.received_at: datetime = self.kit.runtime.now()
        """Time of arrival, which decides whether an answer comes before a deadline."""
        self.game_id: int | None = None
        """The game it is about, whose board is redrawn if a refusal finds it outdated."""
        self.outcome = RequestOutcome.DONE
        self.too_soon = False
        """True if the buttons changed just before the click."""
        self.posted_id: int | None = None
        """The message posted in answer, which the interaction's token can edit."""
        self.board_failed = False
        """True if a board could not be shown through this request."""
        self.redirected = False
        """True if the clicked message already shows the game or says where it is."""
        self.language = language_of(str(interaction.locale)) or ENGLISH
        """The language of what only the person sees."""
        self.public_language = language_of(str(interaction.guild_locale)) or ENGLISH
        """The language of what everyone there sees."""
        self._promised_private: bool | None = None
        """While "is thinking…" is shown: True if only the person sees it."""
        self._failed_in_public = False
        """True if the answer in place of a public "is thinking…" failed, so that the next one replaces it."""

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def guild_id(self) -> int | None:
        """The server's id; None in direct messages and group chats."""
        return self.interaction.guild_id

    @property
    def channel_id(self) -> int:
        assert self.interaction.channel_id is not None
        return self.interaction.channel_id

    @property
    def message(self) -> discord.Message | None:
        """The message with the component; None for a command."""
        return self.interaction.message

    @property
    def on_private_message(self) -> bool:
        """True if the component is on a message that only the person sees."""
        return self.message is not None and self.message.flags.ephemeral

    def is_in(self, *kinds: type[ComponentId]) -> bool:
        return (
            self.message is not None
            and self.on_private_message
            and any(find(kind, self.message.components) is not None for kind in kinds)
        )

    @cached_property
    def person(self) -> Person:
        return person_of(self.interaction.user)

    @property
    def bot_is_member(self) -> bool:
        """True if the bot itself is in the server or the chat; False where only the person installed it."""
        if self.interaction.guild_id is not None:
            return self.interaction.client.get_guild(self.interaction.guild_id) is not None
        return not self.interaction.context.private_channel

    @property
    def place(self) -> Place:
        channel = self.interaction.channel
        parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
        return Place(self.channel_id, self.guild_id, not self.bot_is_member, parent_id)

    @property
    def viewer(self) -> Viewer:
        """The person, and the channels they see; private threads count only where they are used."""
        guild, member = self.interaction.guild, self.interaction.user
        visible = {self.channel_id}
        if guild is not None and isinstance(member, discord.Member):
            channels = [*guild.channels, *(thread for thread in guild.threads if not thread.is_private())]
            visible |= {channel.id for channel in channels if channel.permissions_for(member).view_channel}
        return Viewer(member.id, self.guild_id, visible)

    @property
    def answers_are_private(self) -> bool:
        """True if Discord shows every answer to the person alone: the server may forbid external apps."""
        in_server = self.guild_id is not None and not self.bot_is_member
        return in_server and not self.interaction.permissions.use_external_apps

    @property
    def expired(self) -> bool:
        """True if the token is too old to use."""
        return discord_now() - self.interaction.created_at > TOKEN_LIFETIME

    @property
    def is_command(self) -> bool:
        """True for a slash command or an entry in a menu, but not for its autocomplete."""
        return self.interaction.type is discord.InteractionType.application_command

    @property
    def is_autocomplete(self) -> bool:
        return self.interaction.type is discord.InteractionType.autocomplete

    @property
    def kind(self) -> str:
        """The command, or the action of the component or dialog: nothing typed or chosen by the person."""
        if self.is_command or self.is_autocomplete:
            command = self.interaction.command
            name = UNKNOWN if command is None else f"/{command.qualified_name}"
            return name if self.is_command else f"{name} (typing)"
        return action_of(self.custom_id) or UNKNOWN

    @property
    def is_entry_point(self) -> bool:
        """True for the command by which the App Launcher opens the Activity, if Discord leaves that to us."""
        return self.is_command and self.data.get("type") == ENTRY_POINT

    @property
    def opens_dialog(self) -> bool:
        command = self.interaction.command
        return command is not None and bool(command.extras.get(OPENS_DIALOG)) and not self.data.get("options")

    def own_server(self) -> int:
        """The server's id; refused where the bot is not a member."""
        if self.guild_id is None or not self.bot_is_member:
            raise NotAMember
        return self.guild_id

    def missing_permissions(self, needed: discord.Permissions) -> str:
        """List which of the `needed` permissions the bot lacks here; "" if it has all."""
        return permission_names(needed & ~self.interaction.app_permissions)

    def chosen_user(self, user_id: str) -> ChosenUser:
        """Return the user with this id among a menu's values, as Discord sent them with the choice."""
        user = self.resolved("users", user_id)
        member = self.data["resolved"].get("members", {}).get(user_id)
        person = Person(int(user_id), user.get("global_name") or user["username"])
        if member is not None:
            person = replace(person, guild_id=self.guild_id, nickname=member.get("nick"))
        return ChosenUser(person, bool(user.get("bot")))

    def resolved(self, kind: str, chosen: str) -> dict[str, Any]:
        """Return what Discord sent with a chosen id; refused if an altered client made it up."""
        entry: dict[str, Any] | None = self.data.get("resolved", {}).get(kind, {}).get(chosen)
        if entry is None:
            raise OtherVersion
        return entry

    def record_change(self) -> None:
        """Record that the message now has other buttons under the person's finger."""
        if self.message is not None:
            self.kit[Taps].record_change(self.message.id, self.user_id)

    def speak_known(self) -> None:
        """Speak the person's language, as far as it is known without reading storage."""
        languages = self.kit[Languages]
        self.language = languages.known(self.user_id, str(self.interaction.locale))
        speak(self.language)

    async def find_languages(self) -> None:
        """Find the languages that the person and the server have chosen, and speak the person's."""
        languages, locale = self.kit[Languages], str(self.interaction.locale)
        self.language = self.public_language = await languages.for_person(self.user_id, locale)
        speak(self.language)
        if self.guild_id is not None:
            if self.interaction.guild_locale is not None:
                languages.record_server(self.guild_id, str(self.interaction.guild_locale))
            self.public_language = await languages.for_server(self.guild_id)

    def publicly(self) -> AbstractContextManager[None]:
        """Return a context for texts that everyone there sees."""
        return speaking(self.public_language)

    def for_readers(self) -> AbstractContextManager[None]:
        """Return a context for texts in the clicked message, which may be for everyone or for the person."""
        return speaking(self.language if self.on_private_message else self.public_language)

    def for_next(self) -> AbstractContextManager[None]:
        """Return a context for a text that `tell` sends: Discord may show it to everyone after a failure."""
        return speaking(self.public_language if self._failed_in_public else self.language)

    async def acknowledge(self) -> None:
        """Acknowledge a click, which leaves its message unchanged, or a command, which shows "is thinking…".

        The command is recorded as unanswered at the same time, in the background: that is done before Discord
        shows anything, unless the storage is slower than the request.
        """
        if not self.is_command:
            await self.interaction.response.defer()
            return
        command = self.interaction.command
        private = command is None or not command.extras.get(PUBLIC)
        self.interaction.client.unanswered.record(self.interaction)
        # Let the recording begin first.
        await asyncio.sleep(0)
        await self.interaction.response.defer(thinking=True, ephemeral=private)
        self._promised_private = private

    async def launch_activity(self) -> None:
        """Answer with the application's Activity, which must be the acknowledgement."""
        await self.interaction.response.launch_activity()

    async def open_dialog(self, dialog: discord.ui.Modal) -> None:
        await self.interaction.response.send_modal(dialog)

    async def tell(self, text: str) -> None:
        """Send `text` to the person alone."""
        if self.interaction.response.is_done():
            await self.send(text, private=True)
        else:
            await self.interaction.response.send_message(text, ephemeral=True, allowed_mentions=QUIET)

    async def replace(
        self,
        content: str | discord.ui.LayoutView | Drawn,
        files: Sequence[discord.File | discord.Attachment] | None = None,
    ) -> discord.InteractionMessage:
        """Replace the message with the component, and its files unless they are None."""
        if isinstance(content, tuple):
            content, files = content
        shown = view(content) if isinstance(content, str) else content
        attachments: dict[str, Any] = {} if files is None else {"attachments": files}
        return await self.interaction.edit_original_response(
            view=shown, allowed_mentions=QUIET, **attachments
        )

    async def replace_or_send(self, drawing: Drawn) -> None:
        """Replace the private message with the component; send a new one if it was deleted meanwhile."""
        try:
            await self.replace(drawing)
        except discord.NotFound:
            for file in drawing[1]:
                file.reset()
            await self.send(drawing, private=True)

    async def show_in(self, drawing: Drawn, *kinds: type[ComponentId]) -> None:
        """Show privately, in place of the message if that is private and has a component of these kinds."""
        if self.is_in(*kinds):
            await self.replace(drawing)
        else:
            await self.send(drawing, private=True)

    async def show_publicly(self, drawing: Awaitable[Drawn], *, new: bool) -> None:
        """Show everyone what is drawn in their language, in a `new` message or in place of this one."""
        with self.publicly():
            drawn = await drawing
        if new:
            await self.send(drawn, private=False)
        else:
            await self.replace(drawn)

    def reachable(self, message_id: int | None) -> int | None:
        """Return the message of a game that the token can edit; None if the game needs a new one.

        That is the message posted in answer, or else the one with the button. A private message counts only
        if it is the game's, `message_id`.
        """
        if self.posted_id is not None:
            return self.posted_id
        if self.message is None or (self.on_private_message and self.message.id != message_id):
            return None
        return self.message.id

    async def edit(self, message_id: int, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> None:
        if message_id != self.posted_id:
            await self.replace(view, files)
            return
        await self.interaction.followup.edit_message(
            message_id, view=view, attachments=files, allowed_mentions=QUIET
        )

    async def post(
        self,
        view: discord.ui.LayoutView,
        files: Sequence[discord.File],
        mentions: discord.AllowedMentions = QUIET,
    ) -> discord.WebhookMessage:
        """Post a message in answer, which is the reachable one from now on."""
        sent = await self.send(view, private=False, files=files, mentions=mentions)
        self.posted_id = sent.id
        return sent

    async def delete(self, message_id: int) -> None:
        if message_id == self.posted_id:
            await self.interaction.followup.delete_message(message_id)
        elif self.message is not None and message_id == self.message.id:
            await self.interaction.delete_original_response()

    async def send(
        self,
        message: str | discord.ui.LayoutView | Drawn,
        *,
        private: bool,
        files: Sequence[discord.File] = (),
        mentions: discord.AllowedMentions = QUIET,
    ) -> discord.WebhookMessage:
        """Send a new message, to the person alone if `private`; the request must be acknowledged.

        The first one after a command replaces "is thinking…". The visibility of that is fixed, so if the
        answer needs another it becomes a placeholder message, or Discord would put the answer in its place,
        and is deleted last, so that an answer is always visible.
        """
        if isinstance(message, tuple):
            message, files = message
        promised, self._promised_private = self._promised_private, None
        if promised is None or promised is private:
            self._failed_in_public = promised is False
            sent = await self._follow_up(message, private, files, mentions)
            self._failed_in_public = False
            return sent
        await self.interaction.edit_original_response(content=PLACEHOLDER)
        try:
            return await self._follow_up(message, private, files, mentions)
        finally:
            await self.interaction.delete_original_response()

    async def _follow_up(
        self,
        message: str | discord.ui.LayoutView,
        private: bool,
        files: Sequence[discord.File],
        mentions: discord.AllowedMentions,
    ) -> discord.WebhookMessage:
        content: dict[str, Any] = {"content": message} if isinstance(message, str) else {"view": message}
        return await self.interaction.followup.send(
            **content, files=files, ephemeral=private, allowed_mentions=mentions, wait=True
        )

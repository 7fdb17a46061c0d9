"""The settings of servers and people, and whom people block: read, changed, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from cachetools import LRUCache

from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place, remember
from bot.core.refusals import BlockedByYou, NotBlocked, NotTogether, Refusal, SelfBlock, Sentence, refusal
from bot.features import Kit
from bot.preferences.settings import (
    MODERATORS,
    Channel,
    Channels,
    Circles,
    PersonSettings,
    ServerSettings,
    read,
    settings_of,
)
from data import Storage
from data.db.registry import Registry, Signal
from data.games.records import Game
from data.people.players import BlockStore, PeopleStore
from data.people.preferences import Owner, PreferenceStore
from languages import ENGLISH, LANGUAGES, Language, gettext_noop, language_chosen, language_of
from renderers.themes import THEMES, Look

NotServerManager = refusal(
    "Only people who can manage this server can change its settings. For your own: `/me`."
)
SettingGone = refusal("That's no longer available. `/settings` and `/me` show the current choices.")


class GamesElsewhere(Refusal):
    # Translators: {channels} is a list such as “#games, #arena”.
    text = gettext_noop("In this server, games can only be started in {channels}.")
    channels: tuple[int, ...]


class MatchesRestricted(Refusal):
    """Only moderators and members with the role can let computers play each other."""

    text = gettext_noop("In this server, only moderators can let computers play each other.")
    for_a_role = gettext_noop("In this server, only {role} and moderators can let computers play each other.")
    role_id: int | None

    def sentence(self) -> Sentence:
        return self.text if self.role_id is None else self.for_a_role


class PersonSettingsChanged(Signal[int, object]):
    """A person has changed a setting."""


class ServerSettingsChanged(Signal[int, object]):
    """A setting of a server has changed."""


class Preferences:
    """Reads and changes settings; reading is cheap, as the storage caches them."""

    def __init__(
        self, kit: Registry, still_there: Callable[[int, int], bool] = lambda guild_id, there_id: True
    ) -> None:
        """`still_there` returns whether a server still has a channel or role, by their ids."""
        self._storage = kit[Storage]
        self._person_changed = kit[PersonSettingsChanged]
        self._server_changed = kit[ServerSettingsChanged]
        self.still_there = still_there

    async def for_server(self, guild_id: int | None) -> ServerSettings:
        """Return a server's settings without deleted channels and roles; the defaults without a server."""
        if guild_id is None:
            return ServerSettings()
        stored = await self._storage[PreferenceStore].of(Owner("server", guild_id))
        settings = read(ServerSettings, stored)
        instead = self._without_deleted(settings, stored, guild_id)
        return replace(settings, **instead) if instead else settings

    async def for_person(self, person_id: int) -> PersonSettings:
        return read(PersonSettings, await self._storage[PreferenceStore].of(Owner("person", person_id)))

    async def change_server(
        self, guild_id: int, name: str, text: str | None, *, manager: bool
    ) -> ServerSettings:
        """Change a server's setting to the value of a text, or (None) its default; returns all settings.

        Refused unless the caller is a `manager` of the server.
        """
        if not manager:
            raise NotServerManager
        await self._put(Owner("server", guild_id), ServerSettings, name, text)
        self._server_changed.tell(guild_id)
        return await self.for_server(guild_id)

    async def change_person(self, person_id: int, name: str, text: str | None) -> PersonSettings:
        """Change a person's setting to the value of a text, or (None) its default; returns all settings."""
        await self._put(Owner("person", person_id), PersonSettings, name, text)
        self._person_changed.tell(person_id)
        return await self.for_person(person_id)

    async def _put(self, owner: Owner, kind: type[Any], name: str, text: str | None) -> None:
        declared = settings_of(kind).get(name)
        if declared is None:
            raise SettingGone
        stored = None
        if text is not None:
            try:
                stored = declared.stored(text)
            except ValueError as error:
                raise SettingGone from error
        await self._storage[PreferenceStore].put(owner, name, stored)

    def _without_deleted(
        self, settings: ServerSettings, stored: Iterable[str], guild_id: int
    ) -> dict[str, Any]:
        instead: dict[str, Any] = {}
        declared_settings = settings_of(ServerSettings)
        # Defaults name no channels and roles.
        for name in declared_settings.keys() & stored:
            declared, value = declared_settings[name], getattr(settings, name)
            match declared.allowed:
                case Channels():
                    instead[name] = tuple(channel for channel in value if self.still_there(guild_id, channel))
                case Channel() if value is not None and not self.still_there(guild_id, value):
                    instead[name] = None
                case Circles() if value.role_id and not self.still_there(guild_id, value.role_id):
                    instead[name] = MODERATORS
        return instead


class HouseRules:
    """Checks what players may start in a server."""

    def __init__(self, kit: Kit) -> None:
        self._preferences = kit[Preferences]

    async def require_games_here(self, place: Place) -> None:
        """Refuse games outside of the server's game channels; a thread counts as its channel."""
        channels = (await self._preferences.for_server(place.guild_id)).channels
        if channels and not {place.channel_id, place.parent_id} & set(channels):
            raise GamesElsewhere(channels)

    async def require_matches(self, place: Place, who: Person, *, moderator: bool) -> None:
        """Refuse matches between computers to people who may not start them; moderators always may."""
        await self.require_games_here(place)
        circle = (await self._preferences.for_server(place.guild_id)).matches
        if moderator or circle.who == "everybody" or circle.role_id in who.roles:
            return
        raise MatchesRestricted(circle.role_id)

    async def rated(self, guild_id: int | None) -> bool:
        return (await self._preferences.for_server(guild_id)).rated


class Blocking:
    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def add(self, who: Person, other: Person) -> None:
        """Keep two people from starting games with each other; games in progress continue. No one is
        notified."""
        if who.id == other.id:
            raise SelfBlock
        await remember(self._storage, who, other)
        with refusing_at_limits(who.id):
            await self._storage[BlockStore].add(who.id, other.id)

    async def remove(self, who: Person, other: Person) -> None:
        if not await self._storage[BlockStore].remove(who.id, other.id):
            raise NotBlocked(other.id)

    async def blocked(self, who: Person) -> tuple[int, ...]:
        """Return the players that a person blocks, the latest first."""
        return await self._storage[BlockStore].of(who.id)


async def require_no_block(storage: Storage, who: Person, other_id: int, game: str) -> None:
    """Refuse a game between two people if one blocks the other.

    A blocked person is not told so.
    """
    blockers = await storage[BlockStore].between(who.id, other_id)
    if who.id in blockers:
        raise BlockedByYou(other_id)
    if blockers:
        raise NotTogether(other_id, game)


class Looks:
    """Chooses how pictures look: by the server's settings in public, by a person's own in private."""

    def __init__(self, kit: Kit) -> None:
        self._preferences = kit[Preferences]

    async def for_game(self, game: Game) -> Look:
        people = [seat.player_id for seat in game.seats if seat.player_id is not None]
        return await self.for_place(Place.of(game), people[0] if people else game.challenger_id)

    async def for_place(self, place: Place, person_id: int) -> Look:
        """Return the look of a public message; `person_id` is the one in a private chat with the bot."""
        if place.is_private_chat:
            return await self.for_person(person_id, None)
        return Look(THEMES[(await self._preferences.for_server(place.guild_id)).theme])

    async def for_person(self, person_id: int, guild_id: int | None) -> Look:
        """Return the look of a message that only one person sees, in a server or not."""
        own = await self._preferences.for_person(person_id)
        theme = own.theme or (await self._preferences.for_server(guild_id)).theme
        return Look(THEMES[theme], turned=own.flip, in_words=own.text_board)


CLIENT_LANGUAGE = "client_language"
"""Name under which the language of a person's Discord client is stored; English is not."""

DISCORD_LANGUAGE = "discord_language"
"""Name under which one of several processes stores the locale of its servers; English is not."""

MAX_PEOPLE = 5000
"""Maximum people whose client's language is cached."""

MAX_SERVERS = 5000
"""Maximum servers without the bot whose locale is remembered."""


class Languages:
    """Chooses the language of every text.

    `server_locale` returns Discord's preferred locale of a server, or None where the bot is not a member.
    """

    def __init__(self, kit: Registry, server_locale: Callable[[int], str | None]) -> None:
        self._preferences = kit[Preferences]
        self._storage = kit[Storage]
        self._server_locale = server_locale
        self._elsewhere: LRUCache[int, str] = LRUCache(MAX_SERVERS)
        self._clients: LRUCache[int, str] = LRUCache(MAX_PEOPLE)

    async def for_person(self, person_id: int, locale: str | None = None) -> Language:
        """Return a person's language: their choice, else that of their client now, or when it was last seen.

        `locale` is Discord's code for the language of the client, known while the person uses the bot.
        """
        return _of_person(await self._stored(person_id), locale or self._clients.get(person_id))

    def known(self, person_id: int, locale: str) -> Language:
        """Return a person's language without reading storage: their choice counts if it is in the cache."""
        self._clients[person_id] = locale
        return _of_person(self._storage[PreferenceStore].cached(Owner("person", person_id)), locale)

    async def for_server(self, guild_id: int) -> Language:
        """Return the language of a server: its setting, else the locale that Discord has for it.

        That of another process's server is the one it has stored.
        """
        chosen = (await self._preferences.for_server(guild_id)).language
        locale = self._server_locale(guild_id) or self._elsewhere.get(guild_id)
        if chosen is not None:
            return language_chosen(chosen, locale)
        if locale is not None:
            return language_of(locale) or ENGLISH
        stored = await self._storage[PreferenceStore].of(Owner("server", guild_id))
        stored_locale = stored.get(DISCORD_LANGUAGE, "")
        return language_of(stored_locale) or LANGUAGES.get(stored_locale, ENGLISH)

    async def for_place(self, place: Place, person_id: int) -> Language:
        """Return the language of a public message; outside of servers that of the person it answers."""
        if place.guild_id is None:
            return await self.for_person(person_id)
        return await self.for_server(place.guild_id)

    async def for_game(self, game: Game) -> Language:
        return await self.for_place(Place.of(game), game.challenger_id)

    def record_server(self, guild_id: int, locale: str) -> None:
        """Remember the locale of a server, which Discord sends with every use of the bot there."""
        self._elsewhere[guild_id] = locale

    async def store_client(self, person_id: int) -> None:
        """Store the language that a person's client had last, if they have ever played."""
        code = _code_of(language_of(self._clients.get(person_id)))
        if (await self._stored(person_id)).get(CLIENT_LANGUAGE) == code:
            return
        if await self._storage[PeopleStore].knows(person_id):
            await self._storage[PreferenceStore].put(Owner("person", person_id), CLIENT_LANGUAGE, code)

    async def store_server(self, guild_id: int) -> None:
        """Store the locale of a server of this process for other ones, if there are any."""
        locale = self._server_locale(guild_id)
        if locale is None or self._storage.share.whole:
            return
        code, owner = _code_of(language_of(locale)), Owner("server", guild_id)
        if (await self._storage[PreferenceStore].of(owner)).get(DISCORD_LANGUAGE) != code:
            await self._storage[PreferenceStore].put(owner, DISCORD_LANGUAGE, code)

    async def _stored(self, person_id: int) -> Mapping[str, str]:
        return await self._storage[PreferenceStore].of(Owner("person", person_id))


def _code_of(language: Language | None) -> str | None:
    """Return what is stored of a language: its code, or the locale of a regional form; None for English."""
    if language is None or language is ENGLISH:
        return None
    return language.code if language is LANGUAGES[language.code] else language.locales[0]


def _of_person(stored: Mapping[str, str], locale: str | None) -> Language:
    chosen = read(PersonSettings, stored).language
    if locale is None:
        # A code, or the locale of a language that is written in several ways.
        client = stored.get(CLIENT_LANGUAGE, "")
        locale = LANGUAGES[client].locales[0] if client in LANGUAGES else client
    return (language_of(locale) if chosen is None else language_chosen(chosen, locale)) or ENGLISH

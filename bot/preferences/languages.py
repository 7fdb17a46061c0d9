"""The language of texts: a person's own in private, the server's in public."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cachetools import LRUCache

from bot.core.people import Place
from bot.preferences.preferences import Preferences
from bot.preferences.settings import PersonSettings, read
from data import Storage
from data.db.registry import Registry
from data.people.players import PeopleStore
from data.people.preferences import Owner, PreferenceStore
from languages import ENGLISH, LANGUAGES, Language, language_chosen, language_of

if TYPE_CHECKING:
    from data.games.records import Game

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
        kept = stored.get(DISCORD_LANGUAGE, "")
        return language_of(kept) or LANGUAGES.get(kept, ENGLISH)

    async def for_place(self, place: Place, person_id: int) -> Language:
        """Return the language of a public message; outside of servers that of the person it answers."""
        if place.guild_id is None:
            return await self.for_person(person_id)
        return await self.for_server(place.guild_id)

    async def for_game(self, game: Game) -> Language:
        """Return the language of a game's board in its channel."""
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

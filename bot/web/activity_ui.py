"""The Activity: a game's page inside of Discord, which says who looks at it, and in which instance."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import structlog
from aiohttp import ClientError, web
from discord.http import Route
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.account.linked_roles.connections import MAX_ALL, GrantGoneError, RoleConnectionError, RoleConnections
from bot.account.settings.words import THEMES as THEME_WORDS
from bot.catalog import GAMES
from bot.core.masking import described
from bot.core.people import Names, Person
from bot.core.refusals import Refusal
from bot.core.visitors import (
    LOOK,
    SOCKET,
    Bound,
    MinuteBudget,
    Origin,
    Recheck,
    Statement,
    add_routes,
    alone,
    groups_of,
)
from bot.features import Kit
from bot.play.web_links import WebLinks, custom_id
from bot.preferences.preferences import Languages
from bot.settings.web import WebSetup
from bot.ui.pictures import picture_names
from bot.ui.request import ENTRY_POINT, LOOKUP_SECONDS
from bot.web import words
from bot.web.activity import ActivityGames, Instance, Instances, InstancesUnknownError, TooManyQuestionsError
from bot.web.connection_ui import CloseCode, refuse_socket
from bot.web.game_view import as_text
from bot.web.open_pages import WebSessions
from bot.web.page_limits import FoundGame
from bot.web.pages_ui import WebPages
from bot.web.sign_in_ui import FrameIdentity
from bot.web.site_ui import SECURITY, Visitor, content_policy
from bot.web.stream import WebProcesses
from bot.web.words import STARTING, page_words
from data import StorageError
from data.games.records import Game
from languages import gettext, speaking

log = structlog.get_logger(__name__)

AT = "/activity"
INSTANCE = "[A-Za-z0-9_-]{1,128}"

SIGNING_IN = Statement(Bound.QUESTIONS, Origin.OUR_PAGES, Recheck.NEXT_REQUEST)
OPENING = Statement(Bound.QUESTIONS, Origin.ANYONE, Recheck.NEXT_REQUEST)
LIVE = replace(SOCKET, limit=Bound.PAGES | Bound.QUESTIONS)

FRAMED_BY = "'self' https://discord.com https://*.discord.com"
"""Who may frame the page, besides this application's own address at Discord's proxy."""

SHOWN = "^[ -~]*$"
"""Characters of what Discord's client says of itself."""

MAX_INSTANCE = 30
"""Maximum codes exchanged per instance and minute; more people wait."""


class SignIn(BaseModel):
    """What the page sends to sign a person in."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    code: str = Field(min_length=1, max_length=200, pattern=SHOWN)
    instance: str = Field(pattern=f"^{INSTANCE}$")


class Opening(BaseModel):
    """What the page says of itself to get a game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    instance: str = Field(pattern=f"^{INSTANCE}$")
    custom: str = Field(default="", max_length=200, pattern=SHOWN)
    locale: str = Field(default="", max_length=16, pattern=SHOWN)


class ActivityPages:
    """The pages; `application_id` is known once the bot is logged in."""

    def __init__(
        self,
        setup: WebSetup,
        pages: WebPages,
        identity: FrameIdentity,
        discord_side: RoleConnections,
        instances: Instances,
        application_id: Callable[[], int | None],
    ) -> None:
        self._setup = setup
        self._pages = pages
        self._identity = identity
        self._discord = discord_side
        self._instances = instances
        self._application_id = application_id
        self._budget = MinuteBudget(MAX_ALL, MAX_INSTANCE)

    def add_to(self, app: web.Application) -> None:
        live = f"{AT}/{{instance:{INSTANCE}}}/{{game:[0-9]{{1,18}}}}/live"
        add_routes(app, LOOK, [web.get(path, self.page) for path in ("/", AT, f"{AT}/")])
        add_routes(app, LOOK, [web.get(f"{AT}/web/{{version}}/{{name}}", self._pages.asset)])
        add_routes(app, SIGNING_IN, [web.post(f"{AT}/session", self.sign_in)])
        add_routes(app, OPENING, [web.get(f"{AT}/open", self.open)])
        add_routes(app, LIVE, [web.get(live, self.live)])

    @property
    def origin(self) -> str | None:
        """The origin at Discord's proxy, None until the bot is logged in."""
        application_id = self._application_id()
        return None if application_id is None else f"https://{application_id}.discordsays.com"

    @property
    def origins(self) -> set[str | None]:
        return {*self._pages.origins, self.origin} - {None}

    async def page(self, request: web.Request) -> web.StreamResponse:
        """Show the page, which finds out who looks at it by the SDK."""
        kit = self._pages.kit
        language = await self._pages.language(request, kit)
        if "frame_id" not in request.query:
            return self._pages.notice(language, words.OPEN_IN_DISCORD)
        origin = self.origin
        framed = f"{FRAMED_BY} {origin}" if origin else FRAMED_BY
        policy = content_policy(origin or self._setup.origin, framed)
        if kit is None:
            return self._pages.notice(language, STARTING, 503, policy=policy)
        root = f"{AT[1:]}/" if request.path == "/" else ""
        with speaking(language):
            data = {
                "kind": "activity",
                "root": root,
                "application": str(self._application_id()),
                "words": {**page_words(), **words.activity_words()},
            }
            return self._pages.document(data, root=root, policy=policy)

    async def sign_in(self, request: web.Request) -> web.StreamResponse:
        """Exchange a code for a session, of a person who is in the instance."""
        if request.headers.get("Origin") not in self.origins:
            raise web.HTTPForbidden
        kit = self._pages.require_kit()
        try:
            wanted = SignIn.model_validate_json(await request.read())
        except ValidationError as error:
            raise web.HTTPBadRequest from error
        sessions = kit[WebSessions]
        try:
            # All come from Discord's proxy, which doesn't tell them apart, but none can guess an instance.
            if not await self._instances.exists(wanted.instance, groups_of(request)):
                raise web.HTTPForbidden
            if not self._budget.admit(alone(wanted.instance), time.time()):
                raise web.HTTPTooManyRequests
            granted = await self._discord.exchange(wanted.code)
            person_id = await self._discord.person(granted.tokens)
            if await self._instances.with_person(wanted.instance, person_id) is None:
                raise web.HTTPForbidden
            known = await self._identity.person(request, sessions)
            # Each opening would sign the person out of one of their browsers, sooner or later.
            is_new = known is None or known.id != person_id
            token = await sessions.sign_in(person_id) if is_new else None
        except GrantGoneError as error:
            raise web.HTTPForbidden from error
        except TooManyQuestionsError as error:
            raise web.HTTPTooManyRequests from error
        except (RoleConnectionError, InstancesUnknownError, StorageError) as error:
            log.warning("a person was not signed in to the Activity", error=described(error))
            raise web.HTTPServiceUnavailable from error
        # The SDK needs the token, which says who the person is and nothing else.
        response = _answer({"token": granted.tokens.access})
        if token is not None:
            self._identity.remember(response, token)
        return response

    async def open(self, request: web.Request) -> web.StreamResponse:
        """Say which game the page shows, or which ones there are."""
        kit = self._pages.require_kit()
        try:
            wanted = Opening.model_validate(dict(request.query))
        except ValidationError as error:
            raise web.HTTPBadRequest from error
        who, instance = await self._there(request, kit, wanted.instance)
        language = await kit[Languages].for_person(who.id, wanted.locale or None)
        games = kit[ActivityGames]
        game = await games.chosen(wanted.custom, who.id, instance)
        with speaking(language):
            common: dict[str, Any] = {
                "words": {**page_words(), **words.activity_words()},
                "themes": {name: gettext(label) for name, label in THEME_WORDS.items()},
                "lang": language.locales[0],
            }
            if game is not None and not await kit[WebProcesses].has(game.id):
                return _answer({**common, "kind": "elsewhere", "address": await _elsewhere(kit, game, who)})
            if game is not None:
                query = f"?locale={wanted.locale}" if wanted.locale else ""
                live = f"{wanted.instance}/{game.id}/live{query}"
                return _answer({**common, "kind": "game", "live": live, "signIn": None, "signOut": None})
            offered = await games.offered(instance)
            listed = [await _offered(game, kit[Names], instance) for game in offered]
            return _answer({**common, "kind": "choose", "games": listed})

    async def live(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") not in self.origins:
            return await refuse_socket(request, CloseCode.FOREIGN)
        kit = self._pages.require_kit()
        sessions = kit[WebSessions]

        async def who() -> Person | None:
            return await self._identity.person(request, sessions)

        person = await who()
        if person is None:
            return await refuse_socket(request, CloseCode.SIGNED_OUT)
        person_id, instance_id = person.id, request.match_info["instance"]
        game_id = int(request.match_info["game"])

        async def permitted() -> bool:
            instance = await self._instances.with_person(instance_id, person_id)
            games = kit[ActivityGames]
            return instance is not None and await games.visible(game_id, person_id, instance) is not None

        try:
            if not await permitted():
                return await refuse_socket(request, CloseCode.NO_GAME)
        except InstancesUnknownError as error:
            raise web.HTTPServiceUnavailable from error
        locale = request.query.get("locale", "")[:16]
        language = await kit[Languages].for_person(person.id, locale or None)
        visitor = Visitor(language, who, self._identity.token(request), alone(person.id))
        return await self._pages.connect_game(request, kit, FoundGame(game_id), visitor, permitted=permitted)

    async def _there(self, request: web.Request, kit: Kit, instance_id: str) -> tuple[Person, Instance]:
        who = await self._identity.person(request, kit[WebSessions])
        if who is None:
            raise web.HTTPUnauthorized
        try:
            instance = await self._instances.with_person(instance_id, who.id)
        except InstancesUnknownError as error:
            raise web.HTTPServiceUnavailable from error
        if instance is None:
            raise web.HTTPForbidden
        return who, instance


async def _offered(game: Game, names: Names, instance: Instance) -> dict[str, str]:
    players = await picture_names(names, game, instance.guild_id, whole=True)
    kind = GAMES[game.game]
    return {"game": custom_id(game.id), "label": f"{kind.title} #{game.id}", "players": " – ".join(players)}


async def _elsewhere(kit: Kit, game: Game, who: Person) -> str | None:
    """Return the address of a game's page at the process that has it."""
    address = await kit[WebProcesses].address(game.id)
    try:
        here = await kit[WebLinks].for_person(game.id, who)
    except Refusal:
        return None
    return address and f"{address}/g/{here.rpartition('/')[2]}"


def _answer(answer: dict[str, Any]) -> web.Response:
    headers = {**SECURITY, "Cache-Control": "no-store"}
    return web.Response(text=as_text(answer), content_type="application/json", headers=headers)


START_SECONDS = 10.0
"""Maximum time of a request at the start, which nobody waits for."""


async def find_instance(client: discord.Client, instance_id: str) -> Instance | None:
    """Ask Discord about an instance, with the bot's token."""
    route = Route(
        "GET",
        "/applications/{application_id}/activity-instances/{instance_id}",
        application_id=client.application_id,
        instance_id=instance_id,
    )
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            answer: Any = await client.http.request(route)
    except discord.NotFound:
        return None
    except (discord.DiscordException, ClientError, OSError, TimeoutError) as error:
        raise InstancesUnknownError(described(error)) from error
    try:
        location = answer["location"]
        server = location.get("guild_id")
        return Instance(
            # A call of friends has no channel.
            int(location.get("channel_id") or 0),
            None if server is None else int(server),
            frozenset(map(int, answer["users"])),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InstancesUnknownError("Discord's answer names no place") from error


async def has_activity(client: discord.Client) -> bool:
    """Return whether the application has an Activity: Discord marks it, or has added the entry point."""
    if client.application_flags.embedded:
        return True
    assert client.application_id is not None
    try:
        async with asyncio.timeout(START_SECONDS):
            commands = await client.http.get_global_commands(client.application_id)
    except (discord.DiscordException, ClientError, OSError, TimeoutError) as error:
        log.warning(
            "it is unknown whether the application has an Activity; the next start looks again",
            error=described(error),
        )
        return False
    return any(command.get("type") == ENTRY_POINT for command in commands)

"""OAuth2 and Linked Roles: people grant an application access, and it tells their figures with it."""

from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

from tests.loopback.model import Payload, RefusedError, User
from tests.loopback.requests import Received
from tests.loopback.state import DiscordState

AUTHORISE_PATH = "/oauth2/authorize"
TOKEN, REVOKE = "/oauth2/token", "/oauth2/token/revoke"
RECORDS = "/applications/{application_id}/role-connections/metadata"
CONNECTION = "/users/@me/applications/{application_id}/role-connection"
ME = "/users/@me"
FOR_PEOPLE = {ME: "identify", CONNECTION: "role_connections.write"}
"""What applications request in people's names, and the scope that this needs."""
UNAUTHORIZED = RefusedError(401, 0, "401: Unauthorized")
INVALID_GRANT = (400, {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'})
PERSON_COOKIE, REFUSAL_COOKIE = "loopback_person", "loopback_refuses"


@dataclass
class Permission:
    """What a user has granted."""

    user: User
    scopes: str
    access: str = ""
    refresh: str = ""
    expired: bool = False


@dataclass
class Code:
    """A code on its way, to be used once."""

    user: User
    scopes: str
    redirect_uri: str
    challenge: str = ""
    """What the proof that comes with the code has to hash to."""


def _challenge(verifier: str | None) -> str:
    """Return the challenge of a proof; "" without one."""
    if verifier is None:
        return ""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


class OAuth:
    """The grants that users have given to the application, and the figures it told with them."""

    def __init__(self, discord: DiscordState) -> None:
        self._discord = discord
        self.client_secret = secrets.token_urlsafe(24)
        self.redirect_uris: set[str] = set()
        """As entered in the Developer Portal."""
        self.verification_url: str | None = None
        """As entered in the Developer Portal."""
        self.expires_in = 604_800
        self.records: list[Payload] = []
        self.connections: dict[int, Payload] = {}
        """By user."""
        self.told: list[tuple[int, Payload]] = []
        """All figures told, with the users."""
        self.refreshed = 0
        self.permissions: list[Permission] = []
        self._codes: dict[str, Code] = {}

    # --- what people do ------------------------------------------------------------------------------------

    async def page(self, request: web.Request) -> web.Response:
        """The page on which a user allows it or not; their browser says who they are."""
        query = request.query
        right = query.get("client_id") == str(self._discord.bot.id) and query.get("response_type") == "code"
        if not right or query.get("redirect_uri") not in self.redirect_uris:
            return web.Response(status=400, text="Invalid OAuth2 redirect_uri")
        if query.get("code_challenge_method") != "S256" or not query.get("code_challenge"):
            return web.Response(status=400, text="Invalid code_challenge")
        user = self._discord.users[int(request.cookies[PERSON_COOKIE])]
        back = {"state": query["state"]} if "state" in query else {}
        if request.cookies.get(REFUSAL_COOKIE):
            back |= {"error": "access_denied", "error_description": "The resource owner denied the request"}
        else:
            code = secrets.token_urlsafe(20)
            self._codes[code] = Code(user, query["scope"], query["redirect_uri"], query["code_challenge"])
            back |= {"code": code}
        return web.Response(status=302, headers={"Location": f"{query['redirect_uri']}?{urlencode(back)}"})

    def authorise(self, user_id: int, scopes: str = "identify") -> str:
        """A user allows it inside of Discord's client, which goes nowhere; return the code."""
        code = secrets.token_urlsafe(20)
        self._codes[code] = Code(self._discord.users[user_id], scopes, "")
        return code

    def expire_codes(self) -> None:
        """Codes last a minute."""
        self._codes.clear()

    def expire(self, user_id: int) -> None:
        """The access tokens of a user expire."""
        for permission in self._of(user_id):
            permission.expired = True

    def take_back(self, user_id: int) -> None:
        """A user removes the application in their settings."""
        for permission in self._of(user_id):
            self.permissions.remove(permission)
        self.connections.pop(user_id, None)

    def _of(self, user_id: int) -> list[Permission]:
        return [one for one in self.permissions if one.user.id == user_id]

    # --- what the application requests ---------------------------------------------------------------------

    def user_of(self, received: Received) -> User:
        """Return the user in whose name something is requested. Raises `RefusedError`."""
        token = (received.authorization or "").removeprefix("Bearer ")
        found = next((one for one in self.permissions if one.access == token and not one.expired), None)
        if found is None:
            raise UNAUTHORIZED
        if FOR_PEOPLE.get(received.template) not in found.scopes.split():
            raise RefusedError(403, 50025, "Invalid OAuth2 access token")
        return found.user

    def token(self, received: Received) -> tuple[int, Payload]:
        """Give tokens for a code, or for a refresh token, which is used up."""
        if not self._is_ours(received):
            return 401, {"error": "invalid_client"}
        form = received.json
        if form.get("grant_type") == "authorization_code":
            code = self._codes.pop(form["code"], None)
            if code is None:
                return INVALID_GRANT
            if form.get("redirect_uri", "") != code.redirect_uri:
                return 400, {"error": "invalid_request", "error_description": 'Invalid "redirect_uri"'}
            if code.challenge != _challenge(form.get("code_verifier")):
                return INVALID_GRANT
            permission = Permission(code.user, code.scopes)
            self.permissions.append(permission)
        else:
            found = [one for one in self.permissions if one.refresh == form.get("refresh_token")]
            if not found:
                return INVALID_GRANT
            (permission,) = found
            self.refreshed += 1
        permission.access, permission.refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        permission.expired = False
        return 200, {
            "token_type": "Bearer",
            "access_token": permission.access,
            "refresh_token": permission.refresh,
            "expires_in": self.expires_in,
            "scope": permission.scopes,
        }

    def revoke(self, received: Received) -> tuple[int, Payload]:
        """End a grant; a token that is unknown is no error."""
        if not self._is_ours(received):
            return 401, {"error": "invalid_client"}
        given = received.json.get("token")
        self.permissions = [one for one in self.permissions if given not in (one.access, one.refresh)]
        self._discord.record_change()
        return 200, {}

    def _is_ours(self, received: Received) -> bool:
        ours = base64.b64encode(f"{self._discord.bot.id}:{self.client_secret}".encode()).decode()
        return received.authorization == f"Basic {ours}"

    def registered(self, _: Received) -> tuple[int, list[Payload]]:
        return 200, self.records

    def register(self, received: Received) -> tuple[int, list[Payload]]:
        self.records = received.body
        self._discord.record_change()
        return 200, self.records

    def connection(self, received: Received) -> tuple[int, Payload]:
        return 200, self.connections.get(self.user_of(received).id, {})

    def tell(self, received: Received) -> tuple[int, Payload]:
        user = self.user_of(received)
        keys = {record["key"] for record in self.records}
        unknown = set(received.json.get("metadata") or {}) - keys
        if unknown:
            raise RefusedError(400, 50035, f"Invalid Form Body: {unknown}")
        self.connections[user.id] = received.json
        self.told.append((user.id, received.json))
        self._discord.record_change()
        return 200, received.json

    def forget(self, received: Received) -> tuple[int, None]:
        user = self.user_of(received)
        if self.connections.pop(user.id, None) is None:
            raise RefusedError(404, 0, "404: Not Found")
        self._discord.record_change()
        return 204, None

    def me(self, received: Received) -> dict[str, Any]:
        return {**self.user_of(received).payload(), "locale": "en-US", "mfa_enabled": False}

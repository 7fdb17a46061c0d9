"""Every request of the bot, answered in ways that HTTP does not allow: no secret reaches a log.

aiohttp's errors about such answers have the request in their `repr`, with the header Authorization, and its
address in their text, with the interaction's token.
"""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import logging
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import pytest
import sentry_sdk
import structlog
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter
from pydantic import SecretStr
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot.core.masking import described
from bot.settings.logs import configure, recent_warnings, report_errors
from bot.settings.settings import Settings
from data.people.role_links import RoleLinkStore
from tests.loopback.linked import Linked
from tests.loopback.oauth import CONNECTION, REVOKE, TOKEN
from tests.loopback.running import Scene
from tests.loopback.test_linked_roles import due_now

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
MALFORMED = {
    "a header without a colon": OK + b"Authorization Bot\r\n\r\n",
    "a header of 20 KB": OK + b"X-Long: " + b"x" * 20_000 + b"\r\n\r\n",
    "a status line of 20 KB": b"HTTP/1.1 200 " + b"x" * 20_000 + b"\r\n\r\n",
    "not HTTP": b"SSH-2.0-OpenSSH_9.9\r\n\r\n",
    "nothing": b"",
    "half a header": OK + b"Content-Len",
    "an impossible status": b"HTTP/1.1 99999 OK\r\n\r\n",
    "a length that is no number": OK + b"Content-Length: many\r\n\r\n",
    "less than its length": OK + b"Content-Length: 1000\r\n\r\n{",
    "two lengths": OK + b"Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}",
    "chunks that are none": OK + b"Transfer-Encoding: chunked\r\n\r\nmany\r\n{}\r\n",
    "a redirect in a circle": b"HTTP/1.1 302 Found\r\nLocation: {path}\r\nContent-Length: 0\r\n\r\n",
    "a redirect to nowhere": b"HTTP/1.1 307 x\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n",
    "a redirect to another protocol": b"HTTP/1.1 302 x\r\nLocation: ftp://x{path}\r\n"
    b"Content-Length: 0\r\n\r\n",
    "broken gzip": OK + b"Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\n" + gzip.compress(b"{}")[:9],
    "half of its JSON": OK + b"Content-Length: 1\r\n\r\n{",
    "JSON of another kind": OK + b'Content-Length: 3\r\n\r\n"x"',
    "an HTML page": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
    "bytes that are no text": OK + b"Content-Length: 2\r\n\r\n\xff\xfe",
    "an unknown charset": b"HTTP/1.1 200 x\r\nContent-Type: text/x; charset=none\r\n"
    b"Content-Length: 1\r\n\r\n.",
}
HARMLESS = {"half of its JSON", "JSON of another kind", "an HTML page", "an unknown charset"}
"""What discord.py accepts: it takes it for text."""
WHOLE = "a header without a colon"
"""What every request is answered; with other ways, an eighth of them is, each with some."""

PEOPLES = {CONNECTION, TOKEN, REVOKE}
"""Paths that are requested by people's tokens, or with the client secret."""

log = structlog.get_logger("tests")


class Kept(Transport):
    """Keeps Sentry's events instead of sending them."""

    events: list[Any]

    def capture_envelope(self, envelope: Envelope) -> None:
        self.events.extend(item.payload.json for item in envelope.items)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All random secrets: the client's, codes, states, and the tokens of the bot, interactions and people."""
    found: list[str] = []
    usual = secrets.token_urlsafe

    def recorded(size: int | None = None) -> str:
        found.append(usual(size))
        return found[-1]

    monkeypatch.setattr(secrets, "token_urlsafe", recorded)
    return found


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """What Sentry gets."""
    Kept.events = []
    usual = sentry_sdk.init
    monkeypatch.setattr(sentry_sdk, "init", lambda *args, **more: usual(*args, transport=Kept, **more))
    report_errors(Settings(sentry_dsn=SecretStr("http://0123456789abcdef@localhost/1")))
    yield Kept.events
    sentry_sdk.get_global_scope().set_client(None)


@pytest.fixture
async def logging_bot(made: list[str], offline: Scene, sent: list[Any]) -> AsyncIterator[Linked]:
    """The bot with linked roles, whose log is a real one."""
    linked = Linked(offline)
    # Every way begins four.
    linked.settings["games_person"] = 1000
    structured, handlers = structlog.get_config(), logging.getLogger().handlers[:]
    await linked.start()
    yield linked
    await linked.stop()
    structlog.configure(**structured)
    logging.basicConfig(handlers=handlers, force=True)


async def request(linked: Linked, method: str, template: str) -> None:
    """Make a request as discord.py does."""
    bot, discord = linked.scene.bot, linked.scene.discord
    given: dict[str, Any] = {
        "application_id": discord.bot.id,
        "channel_id": linked.scene.channel.id,
        "message_id": 1,
        "user_id": linked.scene.ann.id,
        "interaction_id": 1,
        "interaction_token": next(reversed(discord.interactions)),
        "webhook_id": discord.bot.id,
        "webhook_token": next(reversed(discord.interactions)),
    }
    route = Route(method, template, **{name: one for name, one in given.items() if f"{{{name}}}" in template})
    if "_token}" in template:
        session: Any = bot.http._HTTPClient__session  # type: ignore[attr-defined]
        adapter: Any = AsyncWebhookAdapter
        await adapter().request(route, session, payload={})
    else:
        body: dict[str, Any] = {} if method in ("GET", "DELETE") else {"json": {}}
        await bot.http.request(route, **body)


async def ordinary_requests(linked: Linked, raw: bytes, part: slice) -> int:
    """Make requests that discord.py makes for the bot, and let their failure take every path to the log.

    Returns how many failed.
    """
    failures = 0
    background = linked.scene.bot.kit.background
    for method, template in list(linked.scene.discord._rest.routes)[part]:
        if template in PEOPLES:
            continue
        path = template.replace("{", "\0").split("\0")[0] + ("*" if "{" in template else "")
        linked.scene.discord.faults.malform(method, path, raw, times=99)
        await asyncio.wait({background.spawn(request(linked, method, template))})
        with suppress(Exception):
            try:
                await request(linked, method, template)
            except Exception as error:
                failures += 1
                log.warning("failed", error=described(error), raw=error, shown=repr(error))
                logging.getLogger("library").exception("%s failed: %r", template, error)
                raise
        # Nobody looks at this one's failure.
        await asyncio.wait({asyncio.create_task(request(linked, method, template))})
        gc.collect(0)
        linked.scene.discord.faults.clear()
    gc.collect()
    return failures


async def requests_for_people(linked: Linked, raw: bytes) -> None:
    """Link and unlink an account, with every request of it failing once."""
    ann, faults = linked.scene.ann, linked.scene.discord.faults
    for method, path in (("POST", TOKEN), ("GET", "/users/@me"), ("PUT", "/users/@me/applications/*")):
        faults.malform(method, path, raw, times=99)
        await linked.visits(ann)
        faults.clear()
    await linked.visits(ann)
    linked.oauth.expire(ann.id)
    faults.malform("POST", TOKEN, raw, times=99)
    await due_now(linked, ann)
    await linked.pass_over()
    faults.clear()
    for method, path in (("DELETE", "/users/@me/applications/*"), ("POST", REVOKE)):
        await linked.visits(ann)
        faults.malform(method, path, raw, times=99)
        await linked.scene.bot.kit[RoleLinkStore].unlink(ann.id)
        await linked.pass_over()
        faults.clear()


async def a_game(linked: Linked, raw: bytes) -> None:
    """Tap and type while the answers to it are malformed."""
    ann, faults = linked.scene.ann, linked.scene.discord.faults
    await ann.types("help")
    for method, path in (
        ("POST", "/interactions/*"),
        ("POST", "/webhooks/*"),
        ("PATCH", "/webhooks/*"),
        ("POST", "/channels/*"),
    ):
        faults.malform(method, path, raw, times=99)
        used = ann.sends("reversi start", bot="beginner", colour="first")
        used.excused = True
        await linked.scene.until(lambda: not linked.scene.bot.kit.background._running, "it is quiet")
        faults.clear()


@pytest.mark.parametrize(
    "ways",
    [(WHOLE,), pytest.param([way for way in MALFORMED if way != WHOLE], marks=pytest.mark.long)],
    ids=["one", "others"],
)
async def test_no_secret_is_told(
    ways: list[str], made: list[str], logging_bot: Linked, sent: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    token = SecretStr(logging_bot.scene.discord.token)
    configure(Settings(log_format="json", discord_token=token, **logging_bot.settings))
    # Garbage is looked for after each way, among what this test makes and not all that earlier ones left.
    gc.freeze()
    for way in ways:
        raw = MALFORMED[way]
        await a_game(logging_bot, raw)
        await requests_for_people(logging_bot, raw)
        part = slice(None) if way == WHOLE else slice(list(MALFORMED).index(way) % 8, None, 8)
        failures = await ordinary_requests(logging_bot, raw, part)
        told = {
            "log": capsys.readouterr().err,
            "Sentry": json.dumps(sent),
            "diagnostics": json.dumps(recent_warnings()),
        }
        hidden = {*made, logging_bot.settings["linked_roles_keys"]}
        assert len(hidden) > 20
        for place, text in told.items():
            found = {text[max(0, text.index(one) - 200) :][:500] for one in hidden if one in text}
            assert (way, place, found) == (way, place, set())
        assert (way, "Task exception was never retrieved" in told["log"]) == (way, bool(failures))
        assert (way, bool(sent)) == (way, True)
        assert failures or way in HARMLESS
        sent.clear()

"""Secrets are masked in everything that leaves the process, whatever brought them there."""

from __future__ import annotations

import ast
import base64
import json
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from aiohttp import ClientResponseError, RequestInfo
from multidict import CIMultiDict, CIMultiDictProxy
from yarl import URL

from bot.cli import main
from bot.core.masking import MAX_DESCRIBED, described, know_secrets, mask_event, masked
from bot.settings.logs import configure, recent_warnings
from bot.settings.settings import Settings
from tests.cases import for_each

ROOT = Path(__file__).parents[3]

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.a-token-of-a-bot_that-is-long-enough"  # noqa: S105
CLIENT_SECRET = "client/secret+with=signs"  # noqa: S105
PASSWORD = 'pass"wörd'  # noqa: S105
KEYS = [base64.b64encode(bytes(range(first, first + 32))).decode() for first in (1, 200)]
DSN_KEY = "0123456789abcdef0123456789abcdef"
ACCESS = "people-have-access-tokens-1"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5OnNlY3JldA"
SECRETS = (TOKEN, CLIENT_SECRET, PASSWORD, *KEYS, DSN_KEY, ACCESS, INTERACTION, "hidden-in-the-query")

SETTINGS: dict[str, Any] = {
    "discord_token": TOKEN,
    "discord_client_secret": CLIENT_SECRET,
    "linked_roles_keys": ",".join(KEYS),
    "sentry_dsn": f"https://{DSN_KEY}@sentry.example/1",
    "database_url": "postgresql://bot:pass%22w%C3%B6rd@host/games?password=hidden-in-the-query",
}


def settings(**more: Any) -> Settings:
    return Settings.model_validate(SETTINGS | more)


def aiohttp_error(scheme: str = "Bot", secret: str = TOKEN) -> ClientResponseError:
    """Return an error as a malformed answer causes it."""
    headers = CIMultiDictProxy(CIMultiDict({"Authorization": f"{scheme} {secret}"}))
    url = URL(f"https://discord.com/api/v10/webhooks/12345/{INTERACTION}/messages/@original")
    return ClientResponseError(RequestInfo(url, "POST", headers, url), (), message="bad header")


def leaks(text: str) -> list[str]:
    """Return the secrets in a text, in any of the forms they are written in."""
    plain = json.dumps(text)
    return [
        secret
        for secret in SECRETS
        if any(form in each for each in (text, plain) for form in (secret, json.dumps(secret)[1:-1]))
    ]


@pytest.fixture(autouse=True)
def _known() -> Any:
    know_secrets(settings())
    yield
    know_secrets(Settings())


def test_an_exception_is_described_shortly_without_its_request() -> None:
    error = aiohttp_error()
    assert leaks(repr(error)) == [TOKEN, INTERACTION]
    assert described(error).startswith(
        "ClientResponseError: 0, message='bad header', url='https://discord.com"
    )
    assert leaks(described(error)) == []
    assert len(described(ValueError("x\n" * 9000))) < MAX_DESCRIBED + 20
    assert described(TimeoutError()) == "TimeoutError"


@for_each(
    "text",
    f"Authorization: Bot {TOKEN}",
    f"{{'Authorization': 'Bearer {ACCESS}'}}",
    f"Basic {base64.b64encode(f'1:{CLIENT_SECRET}'.encode()).decode()}",
    f"POST /api/v10/interactions/1/{INTERACTION}/callback",
    f"https://discord.com/api/v10/webhooks/1/{INTERACTION}?wait=true",
    f"client_secret={CLIENT_SECRET}&access_token={ACCESS}",
    json.dumps({"access_token": ACCESS, "password": PASSWORD}),
    repr({"refresh_token": ACCESS}),
    f"/linked-role/callback?code={ACCESS}&state={INTERACTION}",
    "postgresql://me:hidden-in-the-query@host/games",
    repr(PASSWORD),
    *SECRETS[:6],
)
def test_secrets_in_texts(text: str) -> None:
    assert leaks(masked(text)) == []


@for_each(
    "text",
    "state: serving, code=50013 (error code: 10008)",
    "https://discord.com/api/v10/channels/1/messages?limit=5",
    "Bot is ready in 3 servers",
    "sqlite:////home/ann/games.db: 12:30:05",
)
def test_other_texts_stay(text: str) -> None:
    assert masked(text) == text


def test_secrets_of_other_settings_are_forgotten() -> None:
    know_secrets(Settings(database_url="postgresql://me:something@host/games"))
    assert masked(f"something {DSN_KEY}") == f"… {DSN_KEY}"


def everything_logged(capsys: pytest.CaptureFixture[str]) -> str:
    """Log secrets on every path that an exception can take, and return what was written."""
    log, library = structlog.get_logger("ours"), logging.getLogger("library")
    error = aiohttp_error("Bearer", ACCESS)
    log.warning(f"event with {TOKEN}", error=repr(aiohttp_error()), raw=error, deep={"a": [(TOKEN,)]})
    library.error("%r and %s", error, PASSWORD)
    library.error("with %s", {"password": PASSWORD})
    try:
        try:
            raise RuntimeError(f"inner {CLIENT_SECRET}") from error
        except RuntimeError as inner:
            inner.add_note(KEYS[0])
            raise LookupError(f"outer {SETTINGS['database_url']}") from inner
    except LookupError:
        log.exception("it failed")
        library.exception("it failed, too")
    return capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_log_line_has_a_secret(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure(settings(log_format=form))
    said = everything_logged(capsys)
    assert "bad header" in said
    assert "outer" in said
    assert leaks(said) == []
    assert leaks(json.dumps(recent_warnings(), ensure_ascii=False)) == []


def test_settings_and_lines_that_cannot_be_formatted_hide_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    configure(settings())
    logging.getLogger("library").error("%d", TOKEN)
    said = capsys.readouterr().err
    assert "test_masking.py" in said
    assert leaks(said) == []
    given = settings(discord_api="http://me:hidden-in-the-query@localhost/api")
    assert leaks(f"{given!r} {given}") == []
    assert "pass%22" not in repr(given)


PROGRAM = """
import asyncio, gc, json, logging, sys, threading, warnings
from bot.settings.logs import adopt_streams, configure
from bot.settings.settings import Settings
from tests.bot.core.test_masking import CLIENT_SECRET, TOKEN, aiohttp_error, settings
configure(settings(log_format=sys.argv[1]))
adopt_streams(settings(log_format=sys.argv[1]))
try:
    from executors.address import required
    required()
except Exception:
    pass
print("ready in\\nall servers")
warnings.warn("old")
print("bare", file=sys.stderr)
logging.getLogger("distribution.worker").warning("a worker is late")
async def fail():
    raise aiohttp_error()
async def work():
    task = asyncio.create_task(fail())
    await asyncio.wait({task})
    del task
    gc.collect()
    loop = asyncio.get_running_loop()
    loop.call_exception_handler({"message": f"odd {TOKEN}", "exception": aiohttp_error()})
asyncio.run(work())
def raise_it():
    raise RuntimeError(f"in a thread {CLIENT_SECRET}")
thread = threading.Thread(target=raise_it)
thread.start()
thread.join()
class Broken:
    def __del__(self):
        raise ValueError("in a finalizer")
Broken()
raise LookupError(f"at the end {TOKEN}") from aiohttp_error()
"""
SAID = (
    *("Task exception was never retrieved", "odd ", "in a thread ", "at the end ", "in a finalizer"),
    *("ready in", "all servers", "old", "bare", "a worker is late"),
)


@pytest.mark.long
@pytest.mark.parametrize("form", ["text", "json"])
def test_nor_have_pythons_own_reports_which_are_lines_of_the_log(form: str) -> None:
    """Warnings, prints, other libraries' handlers and every kind of uncaught exception."""
    command = [sys.executable, "-c", PROGRAM, form]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=ROOT)
    assert ended.returncode == 1
    said = ended.stdout + ended.stderr
    assert leaks(said) == []
    if form == "json":
        assert ended.stdout == ""
        said = " ".join(str(json.loads(line)) for line in said.splitlines())
    assert [words for words in SAID if words not in said] == []


def test_commands_without_a_log_mask_what_they_end_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_API", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    Path(".env").write_text("DISCORD_API=http://me:hidden-in-the-query@\n", "utf-8")
    assert main(["check"]) == 78
    said = capsys.readouterr().err
    assert "DISCORD_API=http://" in said
    assert leaks(said) == []


def test_an_event_for_sentry_has_neither_secrets_nor_requests() -> None:
    event: dict[str, Any] = {
        "exception": {"values": [{"type": "X", "value": repr(aiohttp_error())}]},
        "logentry": {"message": TOKEN, "params": [CLIENT_SECRET]},
        "extra": {"deep": [{"a": {"b": PASSWORD}}]},
        "request": {
            "method": "GET",
            "url": "http://host/linked-role/callback?code=4711&state=0815",
            "query_string": "code=4711&state=0815",
            "headers": {"Cookie": "flipfour_linked_role=1"},
            "cookies": {"flipfour_linked_role": "1"},
        },
    }
    sent = mask_event(event, None)
    assert leaks(json.dumps(sent, ensure_ascii=False)) == []
    assert sent["request"] == {"method": "GET", "url": "http://host/linked-role/callback"}


LOGGING = re.compile(r"\b(?:log|logger)\.|\bnote\(")
"""Found in every module that logs; parsing the others took most of the time."""


METHODS = ("debug", "info", "warning", "error", "critical", "exception")


def _logging_calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name("log" | "logger"), attr=method)) if method in METHODS:
                yield node
            case ast.Call(ast.Name("note")):
                yield node


def _says_an_exception(node: ast.AST, exceptions: set[str]) -> bool:
    """True for `str(error)`, `repr(error)`, `error.text`, and for one in an f-string."""
    match node:
        case ast.Call(ast.Name("str" | "repr"), args=said):
            return any(isinstance(one, ast.Name) and one.id in exceptions for one in said)
        case ast.FormattedValue(ast.Name(name)) | ast.Attribute(ast.Name(name), attr="text" | "args"):
            return name in exceptions
    return False


def test_exceptions_are_logged_by_the_one_helper() -> None:
    """`described(error)`, `error=error` or `exc_info`."""
    found = []
    for package in ("bot", "data", "executors", "renderers", "languages", "engine"):
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text("utf-8")
            if not LOGGING.search(source):
                continue
            tree = ast.parse(source)
            named = {
                node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name
            }
            named |= {"error", "fault", "failure"}
            found += [
                path.relative_to(ROOT).as_posix()
                for call in _logging_calls(tree)
                if any(_says_an_exception(node, named) for node in ast.walk(call))
            ]
    assert found == ["bot/ui/localization.py"], "its faults are no exceptions"

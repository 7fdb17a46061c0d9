"""A page of the demo as a browser has it: what it last heard of the channel, and what it does."""

from __future__ import annotations

import gc
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self
from unittest.mock import patch

import aiohttp

import bot.demo.cafe
import bot.demo.serve
from bot.core.compiler import Compiler
from bot.core.runtime import Runtime
from bot.demo.cafe import Cafe
from bot.demo.page import ENDS, KNOWN
from bot.demo.preview import DemoPreview
from bot.demo.serve import PreparedCafe
from bot.settings.settings import Settings
from languages import ENGLISH, Language
from tests.compilers import NothingToCompile

PROTOCOL = 3


PATIENCE = 60.0
"""Seconds that a loaded machine has to finish with a click."""


@asynccontextmanager
async def demo(
    database: Path,
    compiler: Compiler | None = None,
    patience: float = PATIENCE,
    language: Language = ENGLISH,
    *,
    seeded: bool = False,
) -> AsyncIterator[Cafe]:
    """The demo on a database, as `flipfour demo --database` starts it, with `--empty` unless `seeded`."""
    settings = Settings(
        database_url=f"sqlite:///{database}", move_seconds=0.2, search_workers=1, background_seconds=0
    )
    with (
        patch.object(bot.demo.cafe, "SETTLE_SECONDS", patience),
        patch.object(bot.demo.serve, "Runtime", partial(Runtime, double_tap_seconds=0.0)),
    ):
        compiling = compiler or NothingToCompile()
        prepared = await PreparedCafe.of(settings, lambda text: None, compiling, language, seeded=seeded)
        async with prepared.opened() as cafe:
            yield cafe
    # The tests after this one make garbage, too.
    gc.unfreeze()


@asynccontextmanager
async def preview(cafe: Cafe) -> AsyncIterator[DemoPreview]:
    """The demo's server, on a free port."""
    served = DemoPreview(cafe, 0)
    async with served:
        yield served


class BrowserPage:
    """Speaks to the demo's server as simcord's scripts do."""

    def __init__(self, session: aiohttp.ClientSession, capability: str, state: dict[str, Any]) -> None:
        self._session = session
        self._headers = {"X-Simcord-Capability": capability, "X-Simcord-Context": state["context"]["id"]}
        self._sequence = 0
        self.version = 0
        self.ends = False
        self.state = state

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, preview: DemoPreview, viewer: str | None = None, place: str | None = None
    ) -> AsyncIterator[Self]:
        """Open the page, as the person with this name, in the channel or a thread."""
        address, capability = preview.url.split("#")
        async with aiohttp.ClientSession(address) as session:
            headers = {"X-Simcord-Capability": capability}
            async with session.post(
                "/api/pages", headers=headers, json={"viewer_id": viewer, "target_id": place}
            ) as answer:
                state = await answer.json()
            yield cls(session, capability, state)

    async def look(self) -> None:
        async with self._session.get("/api/state", headers=self._headers) as answer:
            self.state = await answer.json()

    async def news(self) -> int:
        """Hear of what has changed, as our script does; returns how many bytes that took."""
        headers = {**self._headers, KNOWN: str(self.version)}
        async with self._session.get("/api/state", headers=headers) as answer:
            body = await answer.read()
            self.ends = ENDS in answer.headers
        if body:
            news = json.loads(body)
            self.version = news["version"]
            self.state = news["state"] if "state" in news else _changed(self.state, news["changes"])
        return len(body)

    async def speak(self, language: str) -> int:
        """Choose a language in the menu of the page; return the status."""
        body = {"kind": "language", "language": language}
        async with self._session.post("/api/action", headers=self._headers, json=body) as answer:
            return answer.status

    async def get(self, path: str) -> tuple[int, str, bytes]:
        async with self._session.get(path, headers=self._headers) as answer:
            return answer.status, answer.content_type, await answer.read()

    async def commands(self) -> dict[str, dict[str, Any]]:
        async with self._session.get("/api/commands", headers=self._headers) as answer:
            return {entry["invocation"]: entry for entry in (await answer.json())["entries"]}

    async def do(self, kind: str, **body: Any) -> dict[str, Any]:
        """Perform an action on the page as last received; return the result."""
        self._sequence += 1
        envelope = {
            "protocol_version": PROTOCOL,
            "sequence": self._sequence,
            "request_id": f"request {self._sequence}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
        }
        async with self._session.post(
            "/api/action", headers=self._headers, json={**envelope, **body}
        ) as answer:
            result: dict[str, Any] = await answer.json()
        self._sequence = result.get("expectedSequence", self._sequence)
        return result

    async def say(self, text: str) -> dict[str, Any]:
        """Type a text and press Enter."""
        await self.look()
        return await self.do("send_message", content=text, target_id=None, reply_to_id=None)

    async def use(self, kind: str, command: str, **body: Any) -> dict[str, Any]:
        """Run a command, or complete one of its options."""
        entry = (await self.commands())[command]
        known = {"path": entry["path"], "schema_fingerprint": entry["schemaFingerprint"]}
        return await self.do(kind, command_id=entry["commandId"], **known, **body)

    async def tap(self, label: str, message_id: int | None = None) -> dict[str, Any]:
        """Tap the latest button with this label, or that of a message."""
        for identity in reversed(self.state["timeline"]) if message_id is None else [str(message_id)]:
            for component in _components(self.state["messages"][identity]["components"]):
                if component.get("label") == label:
                    return await self.do("click", target_id=identity, control_key=component["control_key"])
        raise AssertionError(f"there is no button “{label}”")

    @property
    def texts(self) -> list[str]:
        return [
            " ".join(
                [message["content"], *(c.get("content", "") for c in _components(message["components"]))]
            ).strip()
            for message in (self.state["messages"][identity] for identity in self.state["timeline"])
        ]

    @property
    def pictures(self) -> list[str]:
        """The assets shown in the messages, oldest first."""
        return [
            item["media"]["asset_id"]
            for identity in self.state["timeline"]
            for component in _components(self.state["messages"][identity]["components"])
            for item in component.get("items", [])
        ]


def _components(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [found for one in components for found in (one, *_components(one.get("components", [])))]


def _changed(state: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    changed = _patched(state, changes)
    for key, inner in changes["within"].items():
        changed[key] = _patched(state[key], inner)
    return changed


def _patched(value: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in {**value, **changes["set"]}.items() if key not in changes["gone"]}

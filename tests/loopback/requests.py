"""A request as it arrived: what it is about, its JSON, its files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, hdrs, web

from tests.cases import there
from tests.loopback.model import Payload

VERSION_PATH = "/api/v10"


@dataclass
class Received:
    """A request of the bot, and its outcome."""

    method: str
    path: str
    """Behind the version."""
    template: str
    """The path with the names of its parameters, as Discord's description of its API has it."""
    parameters: Mapping[str, str]
    query: Mapping[str, str]
    authorization: str | None
    body: Any = None
    files: dict[int, tuple[str, bytes]] = field(default_factory=dict)
    """File names and contents, by number."""
    status: int = 0
    answer: Any = None

    def id(self, name: str) -> int:
        return int(self.parameters[name])

    @property
    def json(self) -> Payload:
        """The body, which has to be an object."""
        return self.body or {}


async def read(request: web.Request) -> Received:
    resource = there(request.match_info.route.resource)
    received = Received(
        method=request.method,
        path=request.path.removeprefix(VERSION_PATH),
        template=resource.canonical.removeprefix(VERSION_PATH),
        parameters=request.match_info,
        query=request.query,
        authorization=request.headers.get(hdrs.AUTHORIZATION),
    )
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)
            content = bytes(await part.read())
            if part.name == "payload_json":
                received.body = json.loads(content)
            else:
                number = int((part.name or "").removeprefix("files[").removesuffix("]"))
                received.files[number] = (part.filename or "", content)
    elif request.content_type == "application/x-www-form-urlencoded":
        received.body = dict(await request.post())
    elif request.can_read_body:
        received.body = json.loads(await request.read())
    return received

"""Discord's limits on messages, checked on everything the bot sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simcord.types import HttpLogEntry

from tests.loopback import rules
from tests.loopback.rules import MAX_FILES, broken_by_choices, broken_by_dialog, broken_by_message


def check_everything_sent(requests: Iterable[HttpLogEntry]) -> None:
    """Check that every message sent or edited obeys Discord's limits and pings only on purpose."""
    for body in sent_bodies(requests):
        if "title" in body:
            assert [*broken_by_dialog(body)] == []
        else:
            check_message(body)


def check_message(body: Mapping[str, Any]) -> None:
    files: list[list[str]] = [[], []]
    for file in body.get("attachments") or ():
        files[int(file["id"]) >= MAX_FILES].append(file["filename"])
    assert [*broken_by_message(body, *files)] == []


def check_part(part: Mapping[str, Any]) -> None:
    assert [*rules.broken_by_part(part)] == []


def sent_bodies(requests: Iterable[HttpLogEntry]) -> Iterator[Mapping[str, Any]]:
    for request in requests:
        body = request.json
        if not isinstance(body, dict):
            continue
        if request.path.endswith("/callback"):
            body = body.get("data") or {}
            assert [*broken_by_choices(body.get("choices") or ())] == []
        elif "/messages" not in request.path and "/webhooks/" not in request.path:
            continue
        yield body

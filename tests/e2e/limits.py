"""Discord's limits on messages, checked on everything the bot sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simcord.types import HttpLogEntry

from tests.e2e.seen import BUTTON, CHANNEL_SELECT, GALLERY, ROLE_SELECT, SELECT, TEXT, USER_SELECT, walk

ACTION_ROW = 1
MENUS_OF_DISCORD = {USER_SELECT, ROLE_SELECT, CHANNEL_SELECT}
"""Menus whose options Discord knows itself."""

TEXT_INPUT = 4


def check_everything_sent(requests: Iterable[HttpLogEntry]) -> None:
    """Check that every message sent or edited obeys Discord's limits and pings only on purpose."""
    for body in sent_bodies(requests):
        if "title" in body:
            check_dialog(body)
        else:
            check_message(body)


def check_dialog(body: Mapping[str, Any]) -> None:
    """Check a dialog as sent to Discord."""
    assert 1 <= len(body["title"]) <= 45, body["title"]
    assert 1 <= len(body["custom_id"]) <= 100
    assert 1 <= len(body["components"]) <= 5
    for label in body["components"]:
        assert 1 <= len(label["label"]) <= 45, label["label"]
        assert len(label.get("description") or "") <= 100, label["description"]
        if label["component"]["type"] == TEXT_INPUT:
            assert len(label["component"].get("value") or "") <= label["component"]["max_length"] <= 4000


def check_message(body: Mapping[str, Any]) -> None:
    """Check a message as sent to Discord."""
    parts = list(walk(body.get("components") or ()))
    assert len(parts) <= 40
    assert len(body.get("content") or "") <= 2000
    assert sum(len(part["content"]) for part in parts if part["type"] == TEXT) <= 4000
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for part in parts:
        check_part(part)
    files = {file["filename"] for file in body.get("attachments") or ()}
    for part in parts:
        for item in part.get("items", ()):
            assert item["media"]["url"].removeprefix("attachment://") in files
    mentions = body.get("allowed_mentions")
    assert mentions is not None or not parts
    assert not (mentions or {}).get("parse")


def check_part(part: Mapping[str, Any]) -> None:
    """Check a component as sent to Discord."""
    if part["type"] == BUTTON:
        assert 1 <= len(part["label"]) <= 80, part["label"]
    elif part["type"] == SELECT:
        assert 1 <= len(part["options"]) <= 25
        assert len(part["placeholder"]) <= 150, part["placeholder"]
        for option in part["options"]:
            texts = (option["label"], option["value"], option.get("description") or "")
            assert all(len(text) <= 100 for text in texts), texts
        assert sum(bool(option.get("default")) for option in part["options"]) <= 1
    elif part["type"] in MENUS_OF_DISCORD:
        assert len(part["placeholder"]) <= 150
        assert part["max_values"] <= 25
        assert len(part.get("default_values") or ()) <= part["max_values"]
    elif part["type"] == GALLERY:
        assert all(1 <= len(item["description"] or "") <= 1024 for item in part["items"]), part["items"]
    elif part["type"] == ACTION_ROW:
        kinds = [child["type"] for child in part["components"]]
        one_menu = len(kinds) == 1 and kinds[0] in {SELECT, *MENUS_OF_DISCORD}
        assert one_menu or (set(kinds) == {BUTTON} and len(kinds) <= 5)


def sent_bodies(requests: Iterable[HttpLogEntry]) -> Iterator[Mapping[str, Any]]:
    for request in requests:
        body = request.json
        if not isinstance(body, dict):
            continue
        if request.path.endswith("/callback"):
            body = body.get("data") or {}
            choices = body.get("choices") or ()
            assert len(choices) <= 25
            assert all(len(choice["name"]) <= 100 for choice in choices), choices
        elif "/messages" not in request.path and "/webhooks/" not in request.path:
            continue
        yield body

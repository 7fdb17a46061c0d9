"""Rules of the local Discord, checked against the description of the API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import for_each
from tests.loopback.rules import broken_by_command, broken_by_dialog, broken_by_message
from tests.loopback.schema import SchemaError, check_request

SEND = ("POST", "/channels/{channel_id}/messages")
CALLBACK = ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
NO_PINGS: dict[str, list[str]] = {"parse": []}
V2 = 1 << 15


def message(*components: Any, **more: Any) -> dict[str, Any]:
    """A message of the second version."""
    return {"components": [*components], "flags": V2, "allowed_mentions": NO_PINGS, **more}


def button(number: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "d3", "custom_id": f"f4:{number}", **more}


def row(*components: Any) -> dict[str, Any]:
    return {"type": 1, "components": [*components]}


def text(words: str = "Hello") -> dict[str, Any]:
    return {"type": 10, "content": words}


def menu(options: int = 2, **more: Any) -> dict[str, Any]:
    choices = [{"label": str(number), "value": str(number)} for number in range(options)]
    return {"type": 3, "custom_id": "f4:menu", "placeholder": "Choose", "options": choices, **more}


@for_each(
    "body",
    [
        message(text(), row(button())),
        message({"type": 17, "components": [text(), row(menu())]}, tts=False, nonce="1", enforce_nonce=True),
        {"content": "Hello", "allowed_mentions": {"parse": [], "users": [5]}},
        message(text(), attachments=[{"id": 2**60, "filename": "a.png", "size": 1, "spoiler": False}]),
    ],
)
def test_a_message_as_it_should_be(body: dict[str, Any]) -> None:
    check_request(*SEND, body)
    assert [*broken_by_message(body)] == []


@for_each(
    ("body", "said"),
    [
        ({"contents": "Hello"}, "contents"),
        (message(row(button(label="x" * 81))), "81"),
        (message({"type": 2, "label": "d3"}), "style"),
        ({"content": 5}, "content"),
        ({"content": "x" * 4001}, "content"),
    ],
)
def test_a_body_that_discord_does_not_describe(body: dict[str, Any], said: str) -> None:
    with pytest.raises(SchemaError):
        check_request(*SEND, body)


def test_requests_that_there_are_not() -> None:
    with pytest.raises(SchemaError, match="there is no POST /nowhere"):
        check_request("POST", "/nowhere", None)
    with pytest.raises(SchemaError, match="takes no body"):
        check_request("DELETE", "/channels/{channel_id}/messages/{message_id}", {})
    with pytest.raises(SchemaError, match="needs a body"):
        check_request(*SEND, None)
    with pytest.raises(SchemaError):
        check_request(*CALLBACK, {"type": 3})


@for_each(
    ("body", "said"),
    [
        (message(*[text("x") for _ in range(41)]), "41 components"),
        (message(text("x" * 2001), text("x" * 2000)), "more than 4000"),
        (message(text(), row(button(), button())), "is used twice"),
        (message(row(button(custom_id="x" * 101))), "custom_id"),
        (message(row(*[button(number) for number in range(6)])), "a row of"),
        (message(row(button(), menu())), "a row of"),
        (message(row(menu(26))), "26 options"),
        (message(row(menu(2, max_values=3))), "takes 3 choices"),
        (message(row(menu(2, placeholder="x" * 151))), "placeholder"),
        (message(text(), content="Hello"), "content or embeds"),
        (message(text(), flags=0), "without their flag"),
        (message(text(), allowed_mentions=None), "nothing is said of mentions"),
        (message(text(), allowed_mentions={"parse": ["users"]}), "pings"),
        (message({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}), "without alt text"),
        (
            message({"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "A"}]}),
            "not among the files",
        ),
        (message(text(), attachments=[{"id": 0, "filename": "a.png"}]), "are described as"),
    ],
)
def test_rules_that_the_description_leaves_out(body: dict[str, Any], said: str) -> None:
    assert said in "; ".join(broken_by_message(body))


def test_rules_of_dialogs_and_commands() -> None:
    field = {"type": 4, "custom_id": "text", "style": 1, "max_length": 5, "value": "too long"}
    dialog = {"title": "x" * 46, "custom_id": "f4:x", "components": [{"label": "Name", "component": field}]}
    assert len([*broken_by_dialog(dialog)]) == 2
    options = [{"name": "a", "description": "A", "type": 3}, {"name": "b", "description": "B", "type": 3}]
    options[1] |= {"required": True}
    assert "required" in "; ".join(broken_by_command({"name": "x", "description": "X", "options": options}))
    assert "no name" in "; ".join(broken_by_command({"name": "X Y", "description": "X"}))


def test_rules_of_commands_hold_in_every_language() -> None:
    option = {"name": "a", "description": "A", "type": 3, "name_localizations": {"fr": "x"}}
    same = {"name": "x", "description": "X", "type": 3}
    command = {"name": "x", "description": "X", "options": [option, same]}
    assert "are 'x' in fr" in "; ".join(broken_by_command(command))
    long = {"name": "a", "description": "A", "type": 3, "description_localizations": {"fr": "x" * 101}}
    assert "1 to 100" in "; ".join(broken_by_command(command | {"options": [long]}))
    assert "no name" in "; ".join(broken_by_command(command | {"name_localizations": {"fr": "Été"}}))
    many = [long | {"name": f"a{n}", "description_localizations": {"fr": "x" * 100}} for n in range(25)]
    groups = [{"name": f"g{n}", "description": "G", "type": 1, "options": many} for n in range(4)]
    assert "8000 characters" in "; ".join(broken_by_command(command | {"options": groups}))

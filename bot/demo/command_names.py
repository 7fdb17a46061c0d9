"""Slash commands on the demo's page in the language of the person who looks at it, as Discord shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Json = Mapping[str, Any]


def localized_catalogue(catalogue: Json, commands: Iterable[Json], locale: str) -> dict[str, Any]:
    """Return simcord's list of commands with the names that the bot has registered for a locale."""
    by_id = {str(command["id"]): command for command in commands}
    entries = [_entry(entry, by_id[entry["commandId"]], locale) for entry in catalogue["entries"]]
    return {**catalogue, "entries": entries}


def in_english(body: Json, commands: Iterable[Json], locale: str) -> dict[str, Any]:
    """Return an action of the page about a command, with the English names of its options."""
    command = next((one for one in commands if str(one["id"]) == body.get("command_id")), None)
    if command is None or not isinstance(body.get("path"), list):
        return {**body}
    leaf = _nodes(command, body["path"])[-1]
    names = {_text(option, "name", locale): option["name"] for option in leaf.get("options") or ()}
    options = {names.get(name, name): value for name, value in (body.get("options") or {}).items()}
    changed = {**body, "options": options}
    if "focused" in body:
        changed["focused"] = names.get(body["focused"], body["focused"])
    return changed


def typed_by(name: str, commands: Iterable[Json], locale: str) -> bool:
    """True if one of the commands has this name, in English or for a locale."""
    folded = name.casefold()
    return any(folded in {one["name"].casefold(), _text(one, "name", locale).casefold()} for one in commands)


def _entry(entry: Json, command: Json, locale: str) -> dict[str, Any]:
    nodes = _nodes(command, entry["path"])
    options = {option["name"]: option for option in nodes[-1].get("options") or ()}
    return {
        **entry,
        "english": entry["invocation"],
        "invocation": " ".join(_text(node, "name", locale) for node in nodes),
        "description": _text(nodes[-1], "description", locale),
        "options": [_option(option, options[option["name"]], locale) for option in entry["options"]],
    }


def _option(shown: Json, option: Json, locale: str) -> dict[str, Any]:
    choices = [
        {**choice, "name": _text(registered, "name", locale)}
        for choice, registered in zip(shown["choices"], option.get("choices") or (), strict=True)
    ]
    texts = {field: _text(option, field, locale) for field in ("name", "description")}
    return {**shown, **texts, "choices": choices}


def _nodes(command: Json, path: Iterable[str]) -> list[Json]:
    """Return a command, and what is inside it on the way to a subcommand."""
    nodes = [command]
    for name in [*path][1:]:
        inner = [option for option in nodes[-1].get("options") or () if option["name"] == name]
        nodes.extend(inner[:1])
    return nodes


def _text(described: Json, field: str, locale: str) -> str:
    return str((described.get(f"{field}_localizations") or {}).get(locale, described[field]))

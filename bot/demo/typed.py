"""Slash commands on the demo's page: their names, and what is typed, in the page's language or English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from bot.account.settings.ui import names_on_own_card
from bot.demo import page_words
from languages import ENGLISH, current, speaking
from languages.typed import folded

Json = Mapping[str, Any]

YES, NO = frozenset({"true", "yes", "1"}), frozenset({"false", "no", "0"})
"""Values of an option that is on or off."""

UNKNOWN_OPTION = re.compile(r"(?<=\s)[^\W\d]\w*:\S.*")
"""What looks like an option, in the value of another one."""

MENTION = re.compile(r"<[@#]&?!?(\d+)>")


class NotUnderstoodError(Exception):
    """The typed text is no command; `str()` says why, in the reader's language."""

    def __init__(self, text: str, *, no_command: bool = False) -> None:
        """`no_command` is true if the reader has no command of that name."""
        super().__init__(text)
        self.no_command = no_command


def is_command(body: Json) -> bool:
    """True if an action of the page sends a message that begins like a command."""
    content = body.get("content")
    return body.get("kind") == "send_message" and isinstance(content, str) and content.startswith("/")


def command_of(body: Json, entries: Sequence[Json], localized: Sequence[Json], ids: Json) -> dict[str, Any]:
    """Return the action that runs the command in a message.

    `localized` are the entries in the language of the page; `ids` are those of people and channels, by name.
    Raises NotUnderstoodError.
    """
    typed = " ".join(str(body["content"]).removeprefix("/").split())
    both = list(zip(entries, localized, strict=True))
    entry, local, rest = _find(typed, both)
    options = _options(local["invocation"], rest, entry["options"], local["options"], ids)
    envelope = {
        key: value for key, value in body.items() if key not in {"content", "reply_to_id", "target_id"}
    }
    return {
        **envelope,
        "kind": "run_command",
        "command_id": entry["commandId"],
        "path": entry["path"],
        "schema_fingerprint": entry["schemaFingerprint"],
        "options": options,
    }


def _find(typed: str, both: Iterable[tuple[Json, Json]]) -> tuple[Json, Json, str]:
    """Return the command with the longest name that the text begins with, and the rest of the text."""
    names = {str(one["invocation"]): (entry, local) for entry, local in both for one in (entry, local)}
    lowered = f"{typed.casefold()} "
    matches = [name for name in names if lowered.startswith(f"{name.casefold()} ")]
    if not matches:
        local_names = [str(local["invocation"]) for _, local in names.values()]
        begun = [name for name in local_names if f"{name.casefold()} ".startswith(lowered)]
        wanted = re.split(r" \S+:", typed)[0]
        own = [str(local["invocation"]) for entry, local in names.values() if entry["invocation"] == "me"]
        similar = begun or (own[:1] if _is_in_me(wanted) else get_close_matches(wanted, names, 2))
        raise NotUnderstoodError(page_words.no_command(typed, similar), no_command=True)
    name = max(matches, key=len)
    return *names[name], typed[len(name) :].strip()


def _is_in_me(typed: str) -> bool:
    """True if what a person finds in `/me` is called so, in English or their language."""
    for language in (ENGLISH, current()):
        with speaking(language):
            names = [folded(name) for name in names_on_own_card()]
        if folded(typed) in {*names, *(word for name in names for word in name.split() if len(word) > 3)}:
            return True
    return False


def _options(
    command: str, rest: str, options: Sequence[Json], localized: Sequence[Json], ids: Json
) -> dict[str, Any]:
    by_name = {
        str(one["name"]).casefold(): (option, local)
        for option, local in zip(options, localized, strict=True)
        for one in (option, local)
    }
    shown = [str(local["name"]) for local in localized]
    starts = re.compile(rf"(?<!\S)({'|'.join(map(re.escape, by_name)) or '(?!)'}):", re.IGNORECASE)
    before, *parts = starts.split(rest)
    if before.strip():
        raise NotUnderstoodError(page_words.no_option(command, before.strip(), shown))
    values = {}
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        option, local = by_name[name.casefold()]
        if option["autocomplete"] and (unknown := UNKNOWN_OPTION.search(value)):
            raise NotUnderstoodError(page_words.no_option(command, unknown[0], shown))
        values[str(option["name"])] = _value(option, local, value.strip(), ids)
    for option, local in zip(options, localized, strict=True):
        if option["required"] and option["name"] not in values:
            raise NotUnderstoodError(page_words.option_missing(command, str(local["name"])))
    return values


def _value(option: Json, local: Json, text: str, ids: Json) -> Any:
    folded = text.casefold()
    if option["type"] == "boolean" and folded in YES | NO:
        return folded in YES
    if option["type"] in {"user", "channel", "role", "mentionable"}:
        mention = MENTION.fullmatch(text)
        mentioned = mention[1] if mention else ids.get(folded.lstrip("@#"))
        if mentioned is not None:
            return str(mentioned)
    elif option["choices"]:
        choices = [*option["choices"], *local["choices"]]
        for choice in choices:
            if folded in {str(choice["name"]).casefold(), str(choice["value"]).casefold()}:
                return str(choice["value"])  # as simcord's own form sends it
    elif option["type"] in {"string", "integer", "number"} and text:
        return text
    raise NotUnderstoodError(
        page_words.bad_value(str(local["name"]), text, [str(one["name"]) for one in local["choices"]])
    )


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

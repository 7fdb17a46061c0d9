"""Rules of Discord missing from the description of its API, and promises of Flipfour.

Each function yields one line for each rule that is broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from discord import Locale

from tests.loopback.model import COMPONENTS_V2, walk

ROW, BUTTON, SELECT, TEXT_INPUT, TEXT, THUMBNAIL, GALLERY, FILE = 1, 2, 3, 4, 10, 11, 12, 13
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
MENUS_OF_DISCORD = {USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT}
"""Menus whose options Discord knows itself."""
MENUS = {SELECT, *MENUS_OF_DISCORD}
LINK, PREMIUM = 5, 6
MAX_FILES = 10
"""New files are numbered from 0; those that a message has already go by their ids."""
ATTACHMENT = "attachment://"
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
RECORD_KEY = re.compile(r"[a-z0-9_]{1,50}")
LOCALES = {locale.value for locale in Locale}
SLASH_COMMAND = 1
SUBCOMMAND, SUBCOMMAND_GROUP = 1, 2

Body = Mapping[str, Any]


def broken_by_message(body: Body, files: Iterable[str] = (), kept: Iterable[str] = ()) -> Iterator[str]:
    """A message to be sent or edited, with the names of the files sent along and of those it has already."""
    parts = list(walk(body.get("components") or ()))
    yield from _broken_by_tree(body, parts)
    for part in parts:
        yield from broken_by_part(part)
    ids = [str(part["custom_id"]) for part in parts if part.get("custom_id")]
    yield from (f"custom_id {one} is used twice" for one in {one for one in ids if ids.count(one) > 1})
    yield from _broken_by_files(body, parts, [*files], [*kept])
    mentions = body.get("allowed_mentions")
    if mentions is None and (parts or body.get("content")):
        yield "nothing is said of mentions: everybody named would be pinged"
    if (mentions or {}).get("parse"):
        yield "pings the people it names"


def broken_by_dialog(body: Body) -> Iterator[str]:
    """A dialog to be opened."""
    if not 1 <= len(body["title"]) <= 45:
        yield f"the title of a dialog has {len(body['title'])} characters"
    if not 1 <= len(body["custom_id"]) <= 100:
        yield f"the custom_id of a dialog has {len(body['custom_id'])} characters"
    if not 1 <= len(body["components"]) <= 5:
        yield f"a dialog has {len(body['components'])} fields"
    for label in body["components"]:
        if not 1 <= len(label.get("label") or "") <= 45:
            yield f"the label {label.get('label')!r} of a field has not 1 to 45 characters"
        if len(label.get("description") or "") > 100:
            yield f"the description {label['description']!r} is longer than 100 characters"
        field = label["component"]
        if field["type"] == TEXT_INPUT:
            longest = field.get("max_length") or 4000
            if not len(field.get("value") or "") <= longest <= 4000:
                yield f"the text in {label['label']!r} is longer than {longest} characters"
            if len(field.get("placeholder") or "") > 100:
                yield f"the placeholder of {label['label']!r} is longer than 100 characters"


def broken_by_choices(choices: Iterable[Body]) -> Iterator[str]:
    """Return the broken rules of an answer to autocompletion."""
    offered = [*choices]
    if len(offered) > 25:
        yield f"{len(offered)} choices are offered"
    for choice in offered:
        if not 1 <= len(choice["name"]) <= 100 or len(str(choice["value"])) > 100:
            yield f"the choice {choice} has not 1 to 100 characters"


def broken_by_command(command: Body) -> Iterator[str]:
    """A command to be registered."""
    if command.get("type", SLASH_COMMAND) == SLASH_COMMAND:
        yield from _broken_by_option(command)
        if _characters(command) > 8000:
            yield f"/{command['name']} has more than 8000 characters in all"
    else:
        for name in _in_all_languages(command, "name"):
            if not 1 <= len(name) <= 32:
                yield f"the menu entry {name!r} has not 1 to 32 characters"


def broken_by_records(records: Iterable[Body]) -> Iterator[str]:
    """Return the broken rules of the records of linked roles."""
    keys = [record["key"] for record in records]
    yield from (f"{key!r} is no key of a record" for key in keys if not RECORD_KEY.fullmatch(key))
    if len(set(keys)) < len(keys):
        yield "two records have the same key"
    for record in records:
        for field in ("name", "description"):
            locales = set(record.get(f"{field}_localizations") or ()) - LOCALES
            yield from (f"{locale!r} is no locale of Discord" for locale in locales)


def _broken_by_tree(body: Body, parts: list[Any]) -> Iterator[str]:
    if len(parts) > 40:
        yield f"{len(parts)} components"
    if sum(len(part["content"]) for part in parts if part["type"] == TEXT) > 4000:
        yield "texts of more than 4000 characters"
    if any(part["type"] == TEXT and not part["content"] for part in parts):
        yield "an empty text"
    if len(body.get("content") or "") > 2000:
        yield "content of more than 2000 characters"
    new = bool((body.get("flags") or 0) & COMPONENTS_V2)
    if new and (body.get("content") or body.get("embeds")):
        yield "content or embeds with components of the second version"
    if not new and any(part["type"] not in {ROW, BUTTON, *MENUS} for part in parts):
        yield "components of the second version without their flag"


def broken_by_part(part: Body) -> Iterator[str]:
    """A component of a message."""
    custom_id = part.get("custom_id")
    if custom_id is not None and not 1 <= len(custom_id) <= 100:
        yield f"the custom_id {custom_id!r} has not 1 to 100 characters"
    kind = part["type"]
    if kind == BUTTON:
        yield from _broken_by_button(part)
    elif kind in MENUS:
        yield from _broken_by_menu(part)
    elif kind == ROW:
        yield from _broken_by_row(part)
    elif kind == GALLERY:
        if not 1 <= len(part["items"]) <= 10:
            yield f"a gallery of {len(part['items'])} pictures"
        for item in part["items"]:
            if not 1 <= len(item.get("description") or "") <= 1024:
                yield "a picture without alt text, or with too much of it"


def _broken_by_button(part: Body) -> Iterator[str]:
    label = part.get("label") or ""
    if not (1 <= len(label) <= 80 or (not label and part.get("emoji"))):
        yield f"the label {label!r} of a button has not 1 to 80 characters"
    if (part["style"] == LINK) != bool(part.get("url")):
        yield f"the button {label!r} is half a link"
    if part["style"] not in (LINK, PREMIUM) and not part.get("custom_id"):
        yield f"the button {label!r} has no custom_id"


def _broken_by_menu(part: Body) -> Iterator[str]:
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    if len(part.get("placeholder") or "") > 150:
        yield f"the placeholder {part['placeholder']!r} is longer than 150 characters"
    if not (0 <= least <= most and 1 <= most <= 25):
        yield f"a menu takes {least} to {most} choices"
    if part["type"] != SELECT:
        if len(part.get("default_values") or ()) > most:
            yield "more is chosen in a menu than it takes"
        return
    options = part["options"]
    if not 1 <= len(options) <= 25:
        yield f"a menu of {len(options)} options"
    if most > len(options):
        yield f"a menu of {len(options)} options takes {most} choices"
    if sum(bool(option.get("default")) for option in options) > most:
        yield "more is chosen in a menu than it takes"
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        yield "two options have the same value"
    for option in options:
        texts = (option["label"], option["value"], option.get("description") or "-")
        if not all(1 <= len(text) <= 100 for text in texts):
            yield f"the option {option} has texts of not 1 to 100 characters"


def _broken_by_row(part: Body) -> Iterator[str]:
    kinds = [child["type"] for child in part["components"]]
    one_menu = len(kinds) == 1 and kinds[0] in MENUS
    if not one_menu and not (set(kinds) == {BUTTON} and len(kinds) <= 5):
        yield f"a row of components of the types {kinds}"


def _broken_by_files(body: Body, parts: list[Any], sent: list[str], kept: list[str]) -> Iterator[str]:
    """Whatever is shown has to be sent along, or to be there, and the other way round."""
    described = body.get("attachments")
    names = {one.get("filename") for one in described or () if int(one["id"]) < MAX_FILES}
    if described is not None and {*sent} != names:
        yield f"the files {sorted(sent)} are described as {sorted(map(str, names))}"
    if len(sent) > MAX_FILES:
        yield f"{len(sent)} files"
    there = {*sent, *kept}
    for part in parts:
        media = [item["media"] for item in part.get("items", ())] if part["type"] == GALLERY else []
        media += [part["media"]] if part["type"] == THUMBNAIL else []
        media += [part["file"]] if part["type"] == FILE else []
        for one in media:
            if one["url"].startswith(ATTACHMENT) and one["url"].removeprefix(ATTACHMENT) not in there:
                yield f"{one['url']} is shown, and not among the files {sorted(there)}"


def _broken_by_option(option: Body) -> Iterator[str]:
    name = option["name"]
    for one in _in_all_languages(option, "name"):
        if not COMMAND_NAME.fullmatch(one) or one != one.lower():
            yield f"{one!r} is no name of a command or an option"
    for one in _in_all_languages(option, "description"):
        if not 1 <= len(one) <= 100:
            yield f"the description {one!r} of {name!r} has not 1 to 100 characters"
    inner = option.get("options") or []
    if len(inner) > 25 or len(option.get("choices") or ()) > 25:
        yield f"{name!r} has more than 25 options or choices"
    needed = [bool(one.get("required")) for one in inner if one["type"] not in (SUBCOMMAND, SUBCOMMAND_GROUP)]
    if needed != sorted(needed, reverse=True):
        yield f"{name!r} has an option that is required behind one that is not"
    if option.get("choices") and option.get("autocomplete"):
        yield f"{name!r} has choices, and completes what is typed"
    for choice in option.get("choices") or ():
        for one in _in_all_languages(choice, "name"):
            if not 1 <= len(one) <= 100 or len(str(choice["value"])) > 100:
                yield f"the choice {choice} has not 1 to 100 characters"
    for locale in sorted({locale for one in inner for locale in one.get("name_localizations") or ()}):
        names = [(one.get("name_localizations") or {}).get(locale, one["name"]) for one in inner]
        yield from (
            f"two options of {name!r} are {one!r} in {locale}" for one in {*names} if names.count(one) > 1
        )
    for one in inner:
        yield from _broken_by_option(one)


def _in_all_languages(described: Body, field: str) -> list[str]:
    return [described.get(field) or "", *(described.get(f"{field}_localizations") or {}).values()]


def _characters(option: Body) -> int:
    """Return the parts of a command that count: names, descriptions and values of choices.

    Each counts in the language where it is longest.
    """
    own = sum(max(map(len, _in_all_languages(option, field))) for field in ("name", "description"))
    for choice in option.get("choices") or ():
        own += max(map(len, _in_all_languages(choice, "name"))) + len(str(choice["value"]))
    return own + sum(_characters(one) for one in option.get("options") or ())

"""That every text the bot shows is translated: private ones for the person, public ones for the server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from simcord.types import HttpLogEntry

from tests.e2e.limits import sent_bodies
from tests.e2e.seen import walk
from tests.languages.pseudo import PERSON, SERVER, spoken, untranslated

SHOWN = ("content", "label", "placeholder", "description", "title")
"""Fields of components and dialogs that people read."""


def check_translated(requests: Iterable[HttpLogEntry], names: Sequence[str]) -> None:
    """Check that nothing sent has words that are neither translated nor among `names`."""
    for body in sent_bodies(requests):
        for text in texts_of(body):
            words = untranslated(text, names)
            assert words == [], f"not translated: {words} in {text!r}"


def check_readers(messages: Iterable[Mapping[str, Any]], *, private_chat: bool) -> None:
    """Check that messages for one person speak that person's language, and others the server's."""
    for message in messages:
        private = private_chat or bool(message.get("flags", 0) & 64)
        for text in texts_of(message):
            wrong = SERVER if private else PERSON
            assert wrong not in spoken(text), f"{'private' if private else 'public'}: {text!r}"


def texts_of(body: Mapping[str, Any]) -> Iterator[str]:
    """Yield every text of a message, dialog or list of choices."""
    yield from _shown(body)
    for choice in body.get("choices") or ():
        yield choice["name"]
    for part in walk(body.get("components") or ()):
        yield from _shown(part)
        for option in part.get("options") or ():
            yield from _shown(option)
        if isinstance(part.get("component"), Mapping):
            yield from texts_of({"components": [part["component"]]})


def _shown(part: Mapping[str, Any]) -> Iterator[str]:
    for field in SHOWN:
        if isinstance(part.get(field), str):
            yield part[field]

"""Check a catalogue's names of commands: names that Discord takes, and the same ones in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from babel.messages.catalog import Catalog

from bot.catalog import GAMES
from bot.ui.localization import CommandText, Translate, faults

GAME = "{game}"
"""Placeholder in sentences about any game: `/{game} start`."""

CODE = re.compile(r"`([^`]+)`")
OUTSIDE_CODE = re.compile(r"(?<![\w<:/.@])/(\w+(?: \w+)*)")
OPTION = re.compile(r"(\w+):")

VALUES = frozenset({"time"})
"""Names of options that are also values to be typed; a sentence that has one alone can mean either."""


@dataclass(frozen=True)
class Names:
    """The names of all commands and options, in English and in one language."""

    texts: Sequence[CommandText]
    translate: Translate = field(default=lambda context, english: english)

    @cached_property
    def paths(self) -> set[str]:
        """All commands and groups: `game ask`."""
        return {text.where.removeprefix("/") for text in self.texts if text.context == "command"}

    @cached_property
    def options(self) -> set[str]:
        """The names of all options."""
        return {text.english for text in self.texts if text.context == "option"}

    def required(self, sentence: str) -> Iterator[tuple[str, ...]]:
        """Yield what a translation of an English sentence has to mention: one of the texts of each tuple.

        Raises ValueError for a command that does not exist.
        """
        yield from self.required_in_code(sentence)
        for words in OUTSIDE_CODE.findall(CODE.sub("", sentence)):
            parts = words.split()
            known = [end for end in range(1, len(parts) + 1) if " ".join(parts[:end]) in self.paths]
            if known:
                yield (self._command(parts[: known[-1]]),)

    def required_in_code(self, sentence: str) -> Iterator[tuple[str, ...]]:
        """Yield what a translation has to mention in code, where the English sentence does."""
        for span in CODE.findall(sentence):
            yield from self._required_by(span)

    def _required_by(self, span: str) -> Iterator[tuple[str, ...]]:
        if span.startswith("/"):
            words = span[1:].split()
            path = [word for word in words if ":" not in word]
            for game in GAMES if GAME in path else ("",):
                if " ".join(path).replace(GAME, game) not in self.paths:
                    raise ValueError(f"there is no command {span}")
            yield (self._command(path),)
            for word in words:
                yield from self._option(word)
        elif ":" in span:
            yield from self._option(span)
        elif span not in VALUES:
            kinds = {text.context for text in self.texts if text.english == span} & {"option", "command"}
            if kinds:
                yield tuple(self.translate(kind, span) for kind in sorted(kinds))

    def _command(self, path: Sequence[str]) -> str:
        return "/" + " ".join(word if word == GAME else self.translate("command", word) for word in path)

    def _option(self, word: str) -> Iterator[tuple[str, ...]]:
        found = OPTION.match(word)
        if found and found[1] in self.options:
            yield (f"{self.translate('option', found[1])}:",)


def wrong_names(catalogue: Catalog, texts: Sequence[CommandText]) -> Iterator[str]:
    """Yield a line for each name that Discord would refuse, and each sentence without the reader's names."""

    def translate(context: str, english: str) -> str:
        message = catalogue.get(english, context)
        done = message is not None and message.string and not message.fuzzy
        return str(message.string) if message is not None and done else english

    yield from map(str, faults(texts, translate))
    names = Names(texts, translate)
    for message in catalogue:
        if message.id and not message.fuzzy:
            plural = isinstance(message.id, tuple | list)
            strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
            for string in filter(None, strings):
                yield from _missing(names, message.id[-1] if plural else str(message.id), string)


def _missing(names: Names, english: str, translated: str) -> Iterator[str]:
    required = [*names.required(english)]
    for wanted in required:
        if not any(_mentions(translated, one) for one in wanted):
            yield f"{translated!r} has to mention {' or '.join(wanted)}"
    known = {one for wanted in required for one in wanted}
    spans = CODE.findall(translated)
    for wanted in names.required_in_code(english):
        if not any(_mentions(span, one) for span in spans for one in wanted):
            yield f"{translated!r} has to mention {' or '.join(wanted)} in code"
    for span in spans:
        if span.startswith("/") and not any(_mentions(span, one) for one in known):
            yield f"{translated!r} mentions {span}, which is not in the English sentence"


def _mentions(text: str, name: str) -> bool:
    # Japanese has no spaces around it.
    word = r"[^\W\u3000-\u9fff]"
    after = "" if name.endswith(":") else rf"(?!{word}|-)"
    return re.search(rf"(?<!{word}){re.escape(name)}{after}", text) is not None

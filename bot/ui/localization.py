"""Names and descriptions of commands in every language."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord
import structlog
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from languages import ENGLISH, forms, language_of

log = structlog.get_logger(__name__)

Translate: TypeAlias = Callable[[str, str], str]
"""Translates a text in a context; what is not translated stays English."""

MAX_NAME = 32
MAX_DESCRIPTION = 100
"""Maximum lengths of names and menu entries, and of descriptions and choices; Discord's."""

MAX_LENGTHS = {
    "command": MAX_NAME,
    "option": MAX_NAME,
    "menu": MAX_NAME,
    "command description": MAX_DESCRIPTION,
    "option description": MAX_DESCRIPTION,
    "choice": MAX_DESCRIPTION,
}
"""Characters that Discord allows, by context: all contexts of the texts of commands."""

_CONTEXTS = {
    Location.command_name: "command",
    Location.group_name: "command",
    Location.command_description: "command description",
    Location.group_description: "command description",
    Location.parameter_name: "option",
    Location.parameter_description: "option description",
    Location.choice_name: "choice",
}


class CommandText(NamedTuple):
    """A text of a command that Discord shows; the same word in the same context is translated once."""

    context: str
    english: str
    where: str
    """The command with the text, as a player sees it: `/game view`."""

    @property
    def siblings(self) -> tuple[str, str] | None:
        """What the texts that must differ from this one have in common; None for descriptions."""
        if self.context.endswith("description"):
            return None
        group = self.where.rpartition(" ")[0] if self.context == "command" else self.where
        return self.context, group


class Fault(NamedTuple):
    """A translation that Discord would refuse, and the reason."""

    text: CommandText
    translated: str
    reason: str

    def __str__(self) -> str:
        text = self.text
        return f"{text.context} {text.english!r} ({text.where}): {self.translated!r} {self.reason}"


def command_texts(tree: app_commands.CommandTree[Any]) -> Iterator[CommandText]:
    for command in tree.get_commands():
        if isinstance(command, app_commands.ContextMenu):
            yield CommandText("menu", command.name, "in the menu of a person")
            continue
        yield from _texts(command)
        if isinstance(command, app_commands.Group):
            for inner in command.walk_commands():
                yield from _texts(inner)


def _texts(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> Iterator[CommandText]:
    where = f"/{command.qualified_name}"
    yield CommandText("command", command.name, where)
    yield CommandText("command description", command.description, where)
    if isinstance(command, app_commands.Group):
        return
    for option in command.parameters:
        yield CommandText("option", option.display_name, where)
        of_option = f"{where} {option.display_name}:"
        yield CommandText("option description", str(option.description), of_option)
        for choice in option.choices:
            yield CommandText("choice", choice.name, of_option)


def faults(texts: Sequence[CommandText], translate: Translate) -> Iterator[Fault]:
    among: dict[tuple[str, str], Counter[str]] = {}
    for text in texts:
        if (siblings := text.siblings) is not None:
            # A name must differ from the English names of its siblings, too.
            names = {text.english, translate(text.context, text.english)}
            among.setdefault(siblings, Counter()).update(names)
    for text in texts:
        translated = translate(text.context, text.english)
        if translated == text.english:
            continue
        siblings = text.siblings
        if not 1 <= len(translated) <= MAX_LENGTHS[text.context]:
            reason = f"has {len(translated)} characters, not 1 to {MAX_LENGTHS[text.context]}"
            yield Fault(text, translated, reason)
        elif text.context in {"command", "option"} and not is_name(translated):
            yield Fault(text, translated, "may have only lower-case letters, digits, -, _ and '")
        elif siblings is not None and among[siblings][translated] > 1:
            yield Fault(text, translated, f"is also the name of another {text.context} there")


def is_name(text: str) -> bool:
    """True if Discord accepts the text as the name of a command or an option."""
    return text == text.lower() and all(map(_may_be_in_name, text))


def _may_be_in_name(character: str) -> bool:
    if character in "-_'" or unicodedata.category(character)[0] in "LN":
        return True
    # Vowel signs of these two scripts are no letters, but Discord takes them.
    return unicodedata.name(character, "").startswith(("DEVANAGARI", "THAI"))


class CommandTranslator(app_commands.Translator):
    """Gives Discord the texts of commands in every language that has a valid translation."""

    def __init__(self, tree: app_commands.CommandTree[Any]) -> None:
        texts = [*command_texts(tree)]
        translations = {
            language: _valid(texts, language.code, language.commands.pgettext)
            for language in forms()
            if language is not ENGLISH
        }
        self._translations = {
            locale: translations[language]
            for locale in discord.Locale
            if (language := language_of(locale.value)) in translations
        }

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation of a text; None if Discord is to show it in English."""
        translations = self._translations.get(locale)
        if translations is None:
            return None
        in_menu = isinstance(context.data, app_commands.ContextMenu)
        kind = "menu" if in_menu else _CONTEXTS.get(context.location, "")
        return translations.get((kind, string.message))


def _valid(texts: Sequence[CommandText], language: str, translate: Translate) -> dict[tuple[str, str], str]:
    """Return the translations by context and English text; one that Discord would refuse is left out."""
    translations = {(text.context, text.english): translate(text.context, text.english) for text in texts}
    for fault in [*faults(texts, lambda context, english: translations[context, english])]:
        log.warning("translation of a command left out", language=language, fault=str(fault))
        translations.pop((fault.text.context, fault.text.english), None)
    return {key: translated for key, translated in translations.items() if translated != key[1]}

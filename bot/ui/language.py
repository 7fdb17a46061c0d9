"""Translation of sentences for players.

Sentences are whole, with named placeholders: `gettext("{name} resigned.", name=…)`. The functions have the
names that translation tools extract. English is the only language so far; catalogues of others would be
looked up here. Names and descriptions of commands are plain strings: discord.py has its own translator for
them.
"""

from __future__ import annotations


def gettext(sentence: str, /, **values: object) -> str:
    """Return a sentence with its placeholders filled in."""
    return sentence.format(**values)


def gettext_noop(sentence: str, /) -> str:
    """Mark a sentence in a constant or a table; `gettext` translates it where it is used."""
    return sentence


def ngettext(one: str, many: str, number: int, /, **values: object) -> str:
    """Translate a sentence with a number; `{number}` is its placeholder unless `values` says otherwise."""
    return (one if number == 1 else many).format(**{"number": number, **values})

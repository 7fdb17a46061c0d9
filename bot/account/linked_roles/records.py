"""The figures by which servers give linked roles, as Discord is told of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from data.people.role_links import RoleFigures
from languages import ENGLISH, forms, gettext, gettext_noop, speaking

AT_LEAST = 2
"""Discord's type of a figure of which a server names the least: INTEGER_GREATER_THAN_OR_EQUAL."""


@dataclass(frozen=True, slots=True)
class RoleRecord:
    """A figure: its key and words on Discord, and where it comes from."""

    key: str
    name: str
    description: str
    of: Callable[[RoleFigures], int]


def _rating(game: str) -> Callable[[RoleFigures], int]:
    return lambda figures: round(figures.ratings.get(game, 0))


# Keys are promises: servers have set up roles by them.
RECORDS = (
    RoleRecord(
        "reversi_rating",
        # Translators, all below: what servers on Discord give roles for; max. 100 characters each.
        gettext_noop("Reversi rating"),
        # Translators: explains such a figure; max. 200 characters.
        gettext_noop("Rating in games between people, once it is reliable enough for a rank"),
        _rating("reversi"),
    ),
    RoleRecord(
        "connect4_rating",
        gettext_noop("Connect 4 rating"),
        gettext_noop("Rating in games between people, once it is reliable enough for a rank"),
        _rating("connect4"),
    ),
    RoleRecord(
        "rated_games",
        gettext_noop("Rated games"),
        gettext_noop("Finished rated games, against people or the computer"),
        lambda figures: figures.rated_games,
    ),
    RoleRecord(
        "puzzles_solved",
        gettext_noop("Puzzles solved"),
        gettext_noop("Solved puzzles, alone, in channels or in runs"),
        lambda figures: figures.puzzles,
    ),
)
"""Discord takes five at most."""


def registered() -> list[dict[str, Any]]:
    """Return the records as they are registered with Discord, in all languages."""
    return [
        {
            "type": AT_LEAST,
            "key": record.key,
            "name": record.name,
            "name_localizations": _localized(record.name),
            "description": record.description,
            "description_localizations": _localized(record.description),
        }
        for record in RECORDS
    ]


def same_records(theirs: list[Any], ours: list[dict[str, Any]]) -> bool:
    """Return whether Discord has our records; their order does not matter."""
    return _by_key(theirs) == _by_key(ours)


def values_of(figures: RoleFigures) -> Mapping[str, str]:
    """Return a person's figures as Discord takes them."""
    return {record.key: str(record.of(figures)) for record in RECORDS}


def _localized(sentence: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for language in forms():
        if language is ENGLISH:
            continue
        with speaking(language):
            translated = gettext(sentence)
        if translated != sentence:
            found |= dict.fromkeys(language.locales, translated)
    return found


def _by_key(records: list[Any]) -> dict[str, dict[str, Any]]:
    fields = ("type", "name", "name_localizations", "description", "description_localizations")
    return {record["key"]: {name: record.get(name) or {} for name in fields} for record in records}

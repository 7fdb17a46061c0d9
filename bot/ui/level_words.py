"""The texts about the computer player's levels."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.computer.opponents.names import level_name
from languages import gettext, gettext_noop

LEVELS = {
    # Translators: how strong each level plays, weakest first; in menus, after “level 4 of 10 · ”.
    "reversi": {
        "toddler": gettext_noop("like a small child who takes what it sees"),
        "child": gettext_noop("like someone who plays for the first time"),
        "beginner": gettext_noop("like someone who has just learned the rules"),
        "easy": gettext_noop("like an occasional player"),
        "medium": gettext_noop("like someone who plays often"),
        "hard": gettext_noop("casual club player"),
        "steady": gettext_noop("regular club player"),
        "strong": gettext_noop("strong club player"),
        "club": gettext_noop("one of a club's best"),
        "county": gettext_noop("one of the county's best"),
        "league": gettext_noop("like someone who plays in a league"),
        "regional": gettext_noop("like someone who wins regional tournaments"),
        "tournament": gettext_noop("like someone who wins national tournaments"),
        "national": gettext_noop("like someone who plays for their country"),
        "expert": gettext_noop("beats nearly everyone"),
        "champion": gettext_noop("like someone who plays for the world title"),
        "legend": gettext_noop("like the greatest players ever"),
        "oracle": gettext_noop("next to no mistakes"),
        "master": gettext_noop("the best I can do"),
    },
    "connect4": {
        "toddler": gettext_noop("like a small child who takes what it sees"),
        "child": gettext_noop("like someone who plays for the first time"),
        "beginner": gettext_noop("like someone who has just learned the rules"),
        "novice": gettext_noop("like someone who has played a few games"),
        "easy": gettext_noop("like an occasional player"),
        "medium": gettext_noop("like someone who plays often"),
        "hard": gettext_noop("casual club player"),
        "strong": gettext_noop("regular club player"),
        "club": gettext_noop("one of a club's best"),
        "expert": gettext_noop("beats nearly everyone"),
        "master": gettext_noop("the best I can do"),
    },
}
"""Comparison of each level, by game. Other levels are described only by their place."""


def level_place(kind: GameKind, level: str) -> str:
    """Return a level's place in its game, such as “level 4 of 10”."""
    return gettext(
        "level {number} of {total}", number=list(kind.levels).index(level) + 1, total=len(kind.levels)
    )


def level_description(kind: GameKind, level: str) -> str:
    """Describe a level by its place, a comparison, and the fixed rating that games against it use: “level 4
    of 10 · casual club player · rating 1630”.
    """
    words = LEVELS.get(kind.key, {}).get(level)
    parts = [level_place(kind, level), *([gettext(words)] if words else [])]
    return " · ".join([*parts, gettext("rating {rating}", rating=kind.levels[level].rating)])


def level_line(kind: GameKind, level: str) -> str:
    """Describe a level in one line: “hard · level 4 of 10 · casual club player · rating 1630”."""
    description = level_description(kind, level)
    return gettext("{level} · {description}", level=level_name(level), description=description)


def suits_you(line: str) -> str:
    """Return the line of the level that suits the person who reads it."""
    # Translators: after the line of a level, such as “hard · level 4 of 10”.
    return gettext("{line} · suits you", line=line)


def suggested_line(line: str) -> str:
    """Return the line of the suggested level, for everyone to read."""
    # Translators: after the line of a level, such as “hard · level 4 of 10”.
    return gettext("{line} · suggested", line=line)

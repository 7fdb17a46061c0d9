"""Names of levels and styles as players see them; stored, typed and exported they are English."""

from __future__ import annotations

import re
from collections.abc import Iterable

from languages import pgettext, pgettext_noop
from languages.typed import folded, key_typed, keys_by_name

LEVELS = frozenset(
    {
        # Translators, all below: names of levels, weakest first, on buttons and in menus.
        pgettext_noop("level", "toddler"),
        pgettext_noop("level", "child"),
        pgettext_noop("level", "beginner"),
        pgettext_noop("level", "novice"),
        pgettext_noop("level", "easy"),
        pgettext_noop("level", "medium"),
        pgettext_noop("level", "hard"),
        pgettext_noop("level", "steady"),
        pgettext_noop("level", "strong"),
        pgettext_noop("level", "club"),
        pgettext_noop("level", "county"),
        pgettext_noop("level", "league"),
        pgettext_noop("level", "regional"),
        pgettext_noop("level", "tournament"),
        pgettext_noop("level", "national"),
        pgettext_noop("level", "expert"),
        pgettext_noop("level", "champion"),
        pgettext_noop("level", "legend"),
        pgettext_noop("level", "oracle"),
        pgettext_noop("level", "master"),
    }
)
STYLES = frozenset(
    {
        # Translators, all below: names of styles of play; they can be typed, so without “:”, “|” and digits.
        pgettext_noop("style", "random"),
        pgettext_noop("style", "greedy"),
        pgettext_noop("style", "narrow"),
        pgettext_noop("style", "win-or-lose"),
        pgettext_noop("style", "loser"),
        pgettext_noop("style", "positional"),
        pgettext_noop("style", "mobility"),
        pgettext_noop("style", "patterns"),
        pgettext_noop("style", "network"),
        pgettext_noop("style", "alignments"),
        pgettext_noop("style", "alignments-w1"),
        pgettext_noop("style", "alignments-w2"),
        pgettext_noop("style", "vectors"),
        pgettext_noop("style", "quadruplets"),
        pgettext_noop("style", "threats"),
    }
)
PARTS = {
    "opening": pgettext_noop("part of the game", "Opening"),
    "middle": pgettext_noop("part of the game", "Middle game"),
    "end": pgettext_noop("part of the game", "End"),
}


def level_name(level: str) -> str:
    """Translate the name of a level; one that is not listed stays as it is."""
    return pgettext("level", level) if level in LEVELS else level


def style_name(style: str) -> str:
    """Translate the name of a style; one with numbers of its own stays as it is."""
    return pgettext("style", style) if style in STYLES else style


def part_name(part: str) -> str:
    """Name a part of the game that can have a style of its own."""
    return pgettext("part of the game", PARTS[part])


def typed_name(typed: str) -> str:
    """Translate the name of a level or of a style, also with a depth such as `greedy:4`.

    Other names stay as they are.
    """
    style, colon, depth = typed.partition(":")
    return level_name(typed) if typed in LEVELS else f"{style_name(style)}{colon}{depth}"


def english_name(typed: str, levels: Iterable[str], styles: Iterable[str]) -> str:
    """Return the English name of a level or style typed in the reader's language, with its depth.

    Other texts are returned as they are.
    """
    name, colon, depth = typed.partition(":")
    key = key_typed(name, styles if colon else [*levels, *styles], typed_name)
    return typed if key is None else f"{key}{colon}{depth}"


_STYLE_IN_RECIPE = re.compile(r"(?<![^\s=])[^\s=:@]+(?![^\s:@])")
"""A word of a recipe that can be the name of a style."""


def english_recipe(typed: str, styles: Iterable[str]) -> str:
    """Return a recipe with the English names of styles typed in the reader's language."""
    known = keys_by_name(styles, style_name)
    return _STYLE_IN_RECIPE.sub(lambda word: known.get(folded(word[0]), word[0]), typed)

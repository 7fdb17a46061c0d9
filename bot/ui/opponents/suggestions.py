"""The computer players that are offered while one is being typed.

Discord takes 25 of them. Levels, styles and a server's own opponents share these places, so that none of the
three hides another; what is not listed is found by typing.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.catalog import GameKind
from bot.opponents.choices import Choice
from bot.ui.opponents.words import choice_words, search_words

MOST = 25
"""The most choices that Discord takes."""

MOST_STYLES = 15
FEWEST_OWN = 6
"""Minimum number of a server's own opponents in the list, if it has that many."""


def suggestions(
    kind: GameKind, players: Sequence[Choice], completed: Sequence[Choice], suited: str, typed: str
) -> list[tuple[str, str]]:
    """What is offered, as (name, value): the players that fit what was typed, and what it was `completed` to.

    A player fits by its name, or by words about it in any order. Names that begin with what was typed come
    first, but once a depth is typed its completions do. `suited` is the level that suits the person.
    """
    wanted = " ".join(typed.casefold().split())
    ranked = [(rank, player) for player in players if (rank := _rank(kind, player, wanted)) is not None]
    there = {(one.sort, one.spec) for one in completed}
    found = [player for _, player in ranked if (player.sort, player.spec) not in there]
    kept = _shared(kind, found, suited, MOST - len(completed))
    order = {id(player): rank for rank, player in ranked}
    kept.sort(key=lambda player: order[id(player)])
    listed = [*completed, *kept] if ":" in typed else [*kept, *completed]
    return [(choice_words(kind, player, suited), player.typed) for player in listed]


def _rank(kind: GameKind, player: Choice, wanted: str) -> int | None:
    """How well a player fits, 0 best; None where it does not."""
    name = player.typed.casefold()
    if not wanted:
        return 0
    if name == wanted or name.startswith(wanted):
        return 0 if name == wanted else 1
    if wanted in name:
        return 2
    words = search_words(kind, player).casefold()
    return 3 if all(word in words for word in wanted.split()) else None


def _shared(kind: GameKind, players: Sequence[Choice], suited: str, places: int) -> list[Choice]:
    """As many players as there are places: styles first, some of the server's own, levels for the rest."""
    if len(players) <= places:
        return [*players]
    levels = [player for player in players if player.sort == "level"]
    own = [player for player in players if player.sort == "own"]
    styles = [player for player in players if player.sort == "style"][:MOST_STYLES]
    left = places - len(styles)
    for_own = min(len(own), max(FEWEST_OWN, left - len(levels)))
    kept = {
        id(player) for player in [*_nearest(kind, levels, suited, left - for_own), *own[:for_own], *styles]
    }
    return [player for player in players if id(player) in kept]


def _nearest(kind: GameKind, levels: Sequence[Choice], suited: str, places: int) -> list[Choice]:
    """The easiest and the strongest level, and those nearest to the one that suits."""
    names = list(kind.levels)
    ends = {names[0], names[-1]}
    return sorted(
        levels,
        key=lambda level: (level.typed not in ends, abs(names.index(level.typed) - names.index(suited))),
    )[:places]

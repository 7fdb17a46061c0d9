"""Computer players to choose from: the menus of a message, and completions of what is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, get_args

import discord

from bot.catalog import GameKind
from bot.computer.opponents.choices import OpponentChoice, OpponentChoices
from bot.computer.opponents.level_advice import LevelAdvice
from bot.core.fields import Frozen
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, select
from bot.ui.opponent_words import (
    CHOOSE,
    GROUP_EMOJI,
    GROUPS,
    choice_description,
    choice_name,
    choice_words,
    more_of_group,
    search_words,
    suggested_line,
)
from bot.ui.request import Request
from bot.ui.untrusted import SEPARATOR, fitted
from languages import gettext
from languages.numbers import enumerated
from languages.typed import folded

MAX_CHOICES = 25
"""Maximum options in a menu or a completion, set by Discord."""

Group = Literal["level", "style", "own"]
Other = Literal["style", "own"]
"""Groups other than the first one of a menu."""

LEADS_TO = re.compile(r">(?P<group>\w+)\.(?P<number>\d{1,4})")
"""Prefix of options that lead to a page of a group. No computer player's handle starts like this."""


class Page(Frozen):
    """A page of a menu: a group, and its part where it has more players than options."""

    group: Group = "level"
    number: int = 0


LEVELS = Page()


def page_of(value: str) -> Page | None:
    """Return the page that an option leads to; None if its value is a computer player's handle."""
    match = LEADS_TO.fullmatch(value)
    if match is None or match["group"] not in get_args(Group):
        return None
    group: Group = match["group"]  # type: ignore[assignment]
    return Page(group, int(match["number"]))


class Menu(Frozen):
    """The computer players available for a game in a place, and the page that is shown."""

    kind: GameKind
    players: Sequence[OpponentChoice]
    suited: str
    page: Page = LEVELS

    def select(
        self, placeholder: str, of_levels: ComponentId, of_others: Callable[[Other, int], ComponentId]
    ) -> ComponentItem:
        """Build the menu; `placeholder` and the id `of_levels` are for levels.

        `of_others` makes an id from a group and a page number: Discord keeps showing the last choice as long
        as the id is unchanged.
        """
        page = self.page if self._of(self.page.group) else LEVELS
        if page.group == "level":
            return select(placeholder, self._options(page), of_levels)
        return select(gettext(CHOOSE[page.group]), self._options(page), of_others(page.group, page.number))

    def _options(self, page: Page) -> list[discord.SelectOption]:
        others: list[Group] = [group for group in get_args(Group) if group != page.group and self._of(group)]
        options = [self._way(group) for group in others]
        players = self._of(page.group)
        room = MAX_CHOICES - len(options)
        if len(players) > room:
            parts = -(-len(players) // (room - 1))
            number = page.number % parts
            players = players[number * (room - 1) : (number + 1) * (room - 1)]
            options.append(
                discord.SelectOption(
                    label=more_of_group(number + 1, parts),
                    value=f">{page.group}.{(number + 1) % parts}",
                    emoji="▶️",
                )
            )
        return [*options, *map(self._option, players)]

    def _of(self, group: Group) -> list[OpponentChoice]:
        return [player for player in self.players if player.sort == group]

    def _way(self, group: Group) -> discord.SelectOption:
        names = [choice_name(player) for player in self._of(group)]
        return discord.SelectOption(
            label=gettext(GROUPS[group]),
            value=f">{group}.0",
            description=fitted(names, enumerated),
            emoji=GROUP_EMOJI[group],
        )

    def _option(self, player: OpponentChoice) -> discord.SelectOption:
        line = choice_description(self.kind, player)
        suits = player.sort == "level" and player.typed == self.suited
        return discord.SelectOption(
            label=choice_name(player),
            value=player.handle,
            description=fitted((suggested_line(line) if suits else line).split(SEPARATOR), SEPARATOR.join),
            emoji="👉" if suits else None,
        )


async def menu_for(request: Request, kind: GameKind, page: Page = LEVELS) -> Menu:
    """Return the menu of a game's computer players for the person who clicked."""
    kit, guild_id = request.kit, request.guild_id
    players = await kit[OpponentChoices].choices(kind, guild_id)
    suited = await kit[LevelAdvice].suggested(kind, request.user_id, guild_id)
    return Menu(kind, players, suited, page)


MAX_STYLES = 15
FEWEST_OWN = 6
"""Minimum number of a server's custom opponents in the list, if it has that many."""


def suggestions(
    kind: GameKind,
    players: Sequence[OpponentChoice],
    completed: Sequence[OpponentChoice],
    suited: str,
    typed: str,
) -> list[tuple[str, str]]:
    """Return suggestions as (name, value): players that match the typed text, and its completions.

    A player matches by name, or by words about it in any order. Names that start with the typed text come
    first, except that completions do once a depth is typed. `suited` is the level that suits the person.
    """
    wanted = folded(typed)
    ranked = [(rank, player) for player in players if (rank := _rank(kind, player, wanted)) is not None]
    there = {(choice.sort, choice.spec) for choice in completed}
    matches = [player for _, player in ranked if (player.sort, player.spec) not in there]
    selection = _shared(kind, matches, suited, MAX_CHOICES - len(completed))
    order = {id(player): rank for rank, player in ranked}
    selection.sort(key=lambda player: order[id(player)])
    listed = [*completed, *selection] if ":" in typed else [*selection, *completed]
    return [(choice_words(kind, player, suited), player.typed) for player in listed]


def _rank(kind: GameKind, player: OpponentChoice, wanted: str) -> int | None:
    """Rank how well a player matches, 0 being best; None if it does not."""
    if not wanted:
        return 0
    names = (folded(player.typed), folded(choice_name(player)))
    if wanted in names:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    if any(wanted in name for name in names):
        return 2
    described = folded(search_words(kind, player))
    return 3 if all(word in described for word in wanted.split()) else None


def _shared(
    kind: GameKind, players: Sequence[OpponentChoice], suited: str, places: int
) -> list[OpponentChoice]:
    """Share the places: styles first, some custom opponents, levels for the rest."""
    if len(players) <= places:
        return [*players]
    levels = [player for player in players if player.sort == "level"]
    own = [player for player in players if player.sort == "own"]
    styles = [player for player in players if player.sort == "style"][:MAX_STYLES]
    left = places - len(styles)
    for_own = min(len(own), max(FEWEST_OWN, left - len(levels)))
    chosen_ids = {
        id(player) for player in [*_nearest(kind, levels, suited, left - for_own), *own[:for_own], *styles]
    }
    return [player for player in players if id(player) in chosen_ids]


def _nearest(
    kind: GameKind, levels: Sequence[OpponentChoice], suited: str, places: int
) -> list[OpponentChoice]:
    """Return the easiest and the strongest level, and those nearest to the one that suits."""
    names = list(kind.levels)
    ends = {names[0], names[-1]}
    return sorted(
        levels,
        key=lambda level: (level.typed not in ends, abs(names.index(level.typed) - names.index(suited))),
    )[:places]

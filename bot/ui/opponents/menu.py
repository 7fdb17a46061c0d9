"""The menu of computer players, in two steps: levels, styles or the server's own, then one of them.

A menu takes 25 options. Its first ones lead to the other two groups; the message is then shown again with the
group that was chosen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import discord

from bot.catalog import GameKind
from bot.opponents.choices import Choice
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, select
from bot.ui.language import gettext
from bot.ui.level_words import suggested_line
from bot.ui.opponents import words
from bot.ui.request import Request
from bot.ui.untrusted import shortened

MOST = 25
"""The most options that Discord takes."""

Group = Literal["level", "style", "own"]
Other = Literal["style", "own"]
"""The groups that a menu does not begin with."""

LEADS_TO = re.compile(r">(?P<group>\w+)\.(?P<number>\d{1,4})")
"""The value of an option that leads to a page of a group. No computer player's handle begins like this."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a menu shows: a group, and which part of it where it has more players than options."""

    group: Group = "level"
    number: int = 0


LEVELS = Page()


def page_of(value: str) -> Page | None:
    """The page that an option leads to; None where its value is the handle of a computer player."""
    found = LEADS_TO.fullmatch(value)
    if found is None or found["group"] not in get_args(Group):
        return None
    group: Group = found["group"]  # type: ignore[assignment]
    return Page(group, int(found["number"]))


@dataclass(frozen=True, slots=True)
class Menu:
    """The computer players of a game that a place has, and the page that is shown."""

    kind: GameKind
    players: Sequence[Choice]
    suited: str
    page: Page = LEVELS

    def select(
        self, placeholder: str, of_levels: ComponentId, of_others: Callable[[Other, int], ComponentId]
    ) -> ComponentItem:
        """The menu; `placeholder` and the id `of_levels` are for levels.

        `of_others` makes an id of a group and the number of a page: Discord keeps showing what was chosen
        from a menu as long as its id stays the same.
        """
        page = self.page if self._of(self.page.group) else LEVELS
        if page.group == "level":
            return select(placeholder, self._options(page), of_levels)
        return select(
            gettext(words.CHOOSE[page.group]), self._options(page), of_others(page.group, page.number)
        )

    def _options(self, page: Page) -> list[discord.SelectOption]:
        others: list[Group] = [group for group in get_args(Group) if group != page.group and self._of(group)]
        options = [self._way(group) for group in others]
        players = self._of(page.group)
        room = MOST - len(options)
        if len(players) > room:
            parts = -(-len(players) // (room - 1))
            number = page.number % parts
            players = players[number * (room - 1) : (number + 1) * (room - 1)]
            options.append(
                discord.SelectOption(
                    label=words.more_of_group(number + 1, parts),
                    value=f">{page.group}.{(number + 1) % parts}",
                    emoji="▶️",
                )
            )
        return [*options, *map(self._option, players)]

    def _of(self, group: Group) -> list[Choice]:
        return [player for player in self.players if player.sort == group]

    def _way(self, group: Group) -> discord.SelectOption:
        names = ", ".join(shortened(player.typed) for player in self._of(group))
        return discord.SelectOption(
            label=gettext(words.GROUPS[group]),
            value=f">{group}.0",
            description=shortened(names),
            emoji=words.GROUP_EMOJI[group],
        )

    def _option(self, player: Choice) -> discord.SelectOption:
        line = words.choice_description(self.kind, player)
        suits = player.sort == "level" and player.typed == self.suited
        return discord.SelectOption(
            label=shortened(player.typed),
            value=player.handle,
            description=shortened(suggested_line(line) if suits else line),
            emoji="👉" if suits else None,
        )


async def menu_for(request: Request, kind: GameKind, page: Page = LEVELS) -> Menu:
    """The menu of a game's computer players for the person who clicked."""
    services, guild_id = request.services, request.guild_id
    players = await services.computer.choices.choices(kind, guild_id)
    suited = await services.computer.level_advice.suggested(kind, request.user_id, guild_id)
    return Menu(kind, players, suited, page)

"""`/puzzle`."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.catalog import GAMES
from bot.puzzles.trials import Difficulty, PuzzleWish
from bot.ui.language import gettext
from bot.ui.options import Typed, choices, game_choices
from bot.ui.puzzles.components import give, give_mistake, post
from bot.ui.puzzles.words import DIFFICULTIES, theme_name
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.slash import completion, slash_command
from bot.ui.untrusted import safe
from engine import puzzles

DIFFICULTY_CHOICES = [
    app_commands.Choice(name=name, value=difficulty.value) for difficulty, name in DIFFICULTIES.items()
]


def puzzle() -> app_commands.Command[Any, ..., None]:
    """The command, with the games there are to choose from."""

    @slash_command(name="puzzle", description="A position in which one move is better than all others")
    @app_commands.describe(
        game="Which game; that of your last puzzle if you leave it out",
        theme="What it is about; anything if you leave it out",
        difficulty="For you: puzzles are about as difficult as you are strong",
        mine="Whether it is from your own games: a mistake in one that was reviewed",
        public="Whether everyone in this channel can try it; only you if left out",
    )
    @app_commands.choices(game=game_choices(), difficulty=DIFFICULTY_CHOICES)
    async def command(
        request: Request,
        game: app_commands.Choice[str] | None = None,
        theme: Typed | None = None,
        difficulty: app_commands.Choice[str] | None = None,
        mine: bool = False,
        public: bool = False,
    ) -> None:
        if mine:
            await give_mistake(request)
            return
        kind = GAMES[game.value] if game else None
        level = Difficulty(difficulty.value) if difficulty else Difficulty.USUAL
        wish = PuzzleWish(_theme(theme, game.value if game else None), level)
        await (post if public else give)(request, kind, wish)

    @completion(command, "theme")
    async def themes(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        there = _themes(request.interaction.namespace.game)
        return choices(typed, ((theme_name(theme), theme) for theme in there))

    return command


def _themes(game: str | None) -> list[str]:
    """The themes of a game's puzzles, or of all, the most frequent first."""
    counts: dict[str, int] = {}
    for one in puzzles.shipped(game if game in GAMES else None):
        for theme in one.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return sorted(counts, key=lambda theme: -counts[theme])


def _theme(typed: str | None, game: str | None) -> str:
    """The theme typed or chosen; "" for none."""
    if typed is None:
        return ""
    there = _themes(game)
    for theme in there:
        if typed.casefold().strip() in {theme.casefold(), theme_name(theme).casefold()}:
            return theme
    raise BadRequest(
        gettext(
            "There are no puzzles about “{typed}”. Choose one of: {themes}.",
            typed=safe(typed),
            themes=", ".join(theme_name(theme) for theme in there),
        )
    )

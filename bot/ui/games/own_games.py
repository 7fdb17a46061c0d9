"""The game that a command means: one of the person's own in the channel that the command can serve."""

from __future__ import annotations

from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.games.finding import Require, any_game
from bot.refusals import NoGameHere, NoGameOfKindHere, Refusal
from bot.ui.games import words
from bot.ui.options import MAX_CHOICES, choices
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from data import OwnGame


async def own_game(
    request: Request, wanted: str | None, kind: GameKind | None = None, *, require: Require = any_game
) -> OwnGame:
    """The game that is meant: the one typed, or the latest one that the command can serve.

    Refused when there is none: with what the command would say of the latest game. One that was typed is not
    checked: the command says itself what is in the way.
    """
    games = await _playing(request, kind)
    if not games:
        raise NoGameOfKindHere(kind.key, kind.title) if kind else NoGameHere(next(iter(GAMES)))
    if wanted is not None:
        for game in games:
            if str(game.id) == wanted.strip().lstrip("#"):
                return game
        raise BadRequest(words.no_such_game(wanted, [game.id for game in games[:MAX_CHOICES]]))
    reason: Refusal | None = None
    finder = request.services.games.finder
    async for game, refusal in finder.checked(games, request.user_id, require):
        if refusal is None:
            return game
        reason = reason or refusal
    if reason is None:
        raise NoGameHere(next(iter(GAMES)))
    raise reason


async def own_game_choices(
    request: Request, typed: str, kind: GameKind | None = None, *, require: Require = any_game
) -> list[app_commands.Choice[str]]:
    """The games to choose from that the command can serve: number, opponent, moves played; the kind where
    there are several."""
    named, finder = [], request.services.games.finder
    games = await _playing(request, kind)
    async for game, refusal in finder.checked(games, request.user_id, require):
        if refusal is None:
            name = words.choice_words(game)
            named.append((name if kind else f"{GAMES[game.game].title} {name}", str(game.id)))
    return choices(typed, named)


async def _playing(request: Request, kind: GameKind | None) -> tuple[OwnGame, ...]:
    """The person's games in progress in this channel, the latest first; of any kind when None."""
    return await request.services.games.finder.playing(
        request.user_id, request.channel_id, kind.key if kind else None
    )

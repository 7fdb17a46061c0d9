"""The game that a command means: one of the person's own in the channel that the command can serve."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.games.snapshot import GameSnapshot
from bot.refusals import NoGameHere, NoGameOfKindHere, Refusal
from bot.ui.access import Command, services_of
from bot.ui.games import words
from bot.ui.options import MAX_CHOICES, choices
from bot.ui.refusals import BadRequest
from data import GameState, OwnGame

Require: TypeAlias = Callable[[GameSnapshot, int], object]
"""Raises a Refusal where a command cannot serve a game for the person on this side."""


def any_game(snapshot: GameSnapshot, side: int) -> None:
    """Serve every game in progress."""


async def own_game(
    interaction: Command, wanted: str | None, kind: GameKind | None = None, *, require: Require = any_game
) -> OwnGame:
    """The game that is meant: the one typed, or the latest one that the command can serve.

    Refused when there is none: with what the command would say of the latest game. One that was typed is not
    checked: the command says itself what is in the way.
    """
    games = await _playing(interaction, kind)
    if not games:
        raise NoGameOfKindHere(kind.key, kind.title) if kind else NoGameHere(next(iter(GAMES)))
    if wanted is not None:
        for game in games:
            if str(game.id) == wanted.strip().lstrip("#"):
                return game
        raise BadRequest(words.no_such_game(wanted, [game.id for game in games[:MAX_CHOICES]]))
    reason: Refusal | None = None
    async for game, refusal in _checked(interaction, games, require):
        if refusal is None:
            return game
        reason = reason or refusal
    if reason is None:
        raise NoGameHere(next(iter(GAMES)))
    raise reason


async def own_game_choices(
    interaction: Command, typed: str, kind: GameKind | None = None, *, require: Require = any_game
) -> list[app_commands.Choice[str]]:
    """The games to choose from that the command can serve: number, opponent, moves played; the kind where
    there are several."""
    named = []
    async for game, refusal in _checked(interaction, await _playing(interaction, kind), require):
        if refusal is None:
            name = words.choice_words(game)
            named.append((name if kind else f"{GAMES[game.game].title} {name}", str(game.id)))
    return choices(typed, named)


async def _playing(interaction: Command, kind: GameKind | None) -> tuple[OwnGame, ...]:
    """The person's games in progress in this channel, the latest first; of any kind when None."""
    assert interaction.channel_id is not None
    return await services_of(interaction).storage.own_games(
        interaction.user.id, interaction.channel_id, kind.key if kind else None
    )


async def _checked(
    interaction: Command, games: tuple[OwnGame, ...], require: Require
) -> AsyncIterator[tuple[OwnGame, Refusal | None]]:
    """Each game with the reason why the command cannot serve it; those that have just ended are left out."""
    storage = services_of(interaction).storage
    for listed in games:
        if require is any_game:
            yield listed, None
            continue
        game = await storage.game(listed.id)
        if game is None or game.state is not GameState.PLAYING:
            continue
        snapshot = GameSnapshot.of(game)
        side = snapshot.side_of(interaction.user.id)
        if side is None:
            continue
        try:
            require(snapshot, side)
        except Refusal as refusal:
            yield listed, refusal
        else:
            yield listed, None

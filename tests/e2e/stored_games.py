"""Games that were played before a test begins: stored, and shown to everybody."""

from __future__ import annotations

from typing import Any

from data.games.records import Ending, Game, GameState, NewGame, NewMove, Outcome, Seat
from data.games.waiting import WaitingStore
from data.people.players import PeopleStore
from tests.e2e.world import Person, World

RESIGNED = Outcome(0, None, Ending.RESIGNED)


async def begun_game(
    world: World,
    first: Person | str,
    second: Person | str,
    *,
    game: str = "reversi",
    rated: bool = True,
    guild_id: int | None = None,
    channel_id: int | None = None,
) -> Game:
    """Store a game in progress of two people, or of one and a level, in the world's channel or elsewhere."""
    storage = world.bot.kit.storage
    seats = []
    for one in (first, second):
        if isinstance(one, str):
            seats.append(Seat(None, one))
            continue
        await storage[PeopleStore].remember(one.id, one.actor.user.global_name or "")
        seats.append(Seat(one.id))
    people = [seat.player_id for seat in seats if seat.player_id is not None]
    return await storage.create_game(
        NewGame(
            game=game,
            options="",
            guild_id=guild_id or world.server.id,
            channel_id=channel_id or world.channel.id,
            challenger_id=people[0],
            opponent_id=people[1] if len(people) > 1 else None,
            side_choice="first",
            seats=(seats[0], seats[1]),
            state=GameState.PLAYING,
            rated=rated,
        )
    )


async def stored_game(
    world: World,
    first: Person | str,
    second: Person | str,
    moves: str = "d3",
    outcome: Outcome = RESIGNED,
    **options: Any,
) -> Game:
    """Store a game that is over of two people, or of one and a level."""
    storage, begun = world.bot.kit.storage, await begun_game(world, first, second, **options)
    played = [NewMove(move, ply % 2, 1.0) for ply, move in enumerate(moves.split())]
    over = await storage.add_moves(begun, played, outcome, computer_rating=1200)
    await storage[WaitingStore].mark_shown(over, begun.channel_id, None)
    return over

"""What people see and do in tournaments."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from simcord.builders import ChannelHandle

from data.tournaments.records import TournamentRecord
from data.tournaments.tournaments import TournamentStore
from tests.cases import there
from tests.e2e.seen import Answer, Seen
from tests.e2e.world import Person, World

MINUTE = 61.0
"""Seconds after which an absent player has lost."""

SOON = 8.0
"""Seconds after which a change is shown."""

Game = tuple[int, int, int]
"""A game in progress, and the ids of both players, 0 for a computer."""

Play = Callable[[World, dict[int, Person], Game], Awaitable[None]]


def card(world: World) -> Seen:
    """The message of the tournament or exhibition; there is one only."""
    named = re.compile(r"###.*(tournament|exhibition) #1\n")
    found = [seen for seen in world.posts() if named.search(seen.text)]
    assert len(found) == 1, f"{len(found)} cards"
    return found[0]


async def soon(world: World) -> Seen:
    """The card once it shows the latest change."""
    await world.pass_time(SOON)
    return card(world)


def threads(world: World) -> list[ChannelHandle]:
    """The threads of the server; the simulated Discord opens one twice from a message, Discord does not."""
    backend = world.env.backend
    found = [backend.channels[one] for one in dict.fromkeys(backend.get_guild(world.server.id).thread_ids)]
    return [ChannelHandle(world.env, world.server, channel) for channel in found]


def board(world: World, game: int) -> Seen:
    """The message of a game, in the tournament's thread or in the channel."""
    found = [seen for channel in (*threads(world), world.channel) for seen in world.boards(game, channel)]
    assert len(found) == 1, f"{len(found)} boards of game {game}"
    return found[0]


def told(world: World) -> list[Seen]:
    """The messages that tell of games, wherever they are."""
    channels = (*threads(world), world.channel)
    return [s for channel in channels for s in world.posts(channel) if "these games begin now" in s.text]


def asked(world: World) -> list[Seen]:
    """The messages that ask who moves second whether they are there."""
    channels = (*threads(world), world.channel)
    return [s for channel in channels for s in world.posts(channel) if "first move yet" in s.text]


def absences(world: World) -> list[str]:
    """The texts that tell people of games lost by absence."""
    return [s.text for thread in threads(world) for s in world.posts(thread) if "weren't there" in s.text]


def announced(world: World) -> list[Seen]:
    return [seen for seen in world.posts() if "is over" in seen.text and "🏁" in seen.text]


async def found(world: World, number: int = 1) -> TournamentRecord:
    return there(await world.bot.kit[TournamentStore].find(number))


async def join(world: World, *people: Person) -> None:
    for person in people:
        await person.taps("Join", card(world))


async def begun(world: World, form: str, size: int, **options: Any) -> list[Person]:
    """Have a tournament begin with that many people, created by the first of them."""
    people = crowd(world, size)
    await people[0].types("tournament create", form=form, places=size, **options)
    await join(world, *people)
    return people


async def manages(world: World, person: Person, label: str) -> None:
    """Tap a button of the private card."""
    answer = await person.taps("Manage", card(world))
    await person.taps(label, answer.messages[0])


async def confirms(world: World, person: Person, label: str) -> Answer:
    """Tap a button of the private card, and the one of the question that takes its place."""
    await manages(world, person, label)
    return await person.taps(label)


async def removes(world: World, person: Person, number: int) -> None:
    """Remove an entrant by the private card, and its question."""
    await person.taps("Manage", card(world))
    question = await person.chooses("Remove a player", str(number))
    await person.taps("Remove", question.messages[0])


async def leaves(world: World, person: Person) -> None:
    """Leave a tournament from which there is no way back."""
    await person.confirms("Leave", card(world))


async def pending(world: World) -> list[Game]:
    """The games in progress."""
    games = await world.bot.kit.storage.playing_games()
    return sorted((game.id, game.seats[0].player_id or 0, game.seats[1].player_id or 0) for game in games)


async def resign(world: World, person: Person, game: int) -> None:
    """Resign a game, which counts as a loss from the first move on."""
    question = (await person.taps("Resign", board(world, game))).messages[0]
    await person.taps(next(label for label in question.labels if "Resign" in label), question)


async def draw(world: World, people: dict[int, Person], game: Game) -> None:
    """Play four moves and agree to a draw."""
    number, *players = game
    for move in ("d3", "c3", "c4", "e3"):
        shown = board(world, number)
        mover = next(people[one] for one in players if f"**{people[one].mention} to move.**" in shown.text)
        await mover.taps(move, shown)
    (thread,) = threads(world)
    await people[players[0]].types("game ask", what="draw", game=str(number), channel=thread)
    question = next(s for s in reversed(world.posts(thread)) if "Agree to a draw" in s.labels)
    await people[players[1]].taps("Agree to a draw", question)


async def lower_wins(world: World, people: dict[int, Person], game: Game) -> None:
    """The player who joined first wins."""
    number, *players = game
    order = list(people)
    loser = max(players, key=lambda one: order.index(one) if one in people else -1)
    await resign(world, people[loser], number)


async def play_round(world: World, people: Sequence[Person]) -> None:
    """Play all games in progress."""
    for game in await pending(world):
        await lower_wins(world, {person.id: person for person in people}, game)


async def play_all(world: World, people: Sequence[Person], play: Play = lower_wins, most: int = 60) -> None:
    """Play until no game is in progress."""
    by_id = {person.id: person for person in people}
    for _ in range(most):
        games = await pending(world)
        if not games:
            return
        await play(world, by_id, games[0])
        await world.env.settle()
    raise AssertionError("the tournament does not end")


def crowd(world: World, size: int) -> list[Person]:
    known = [world.ann, world.ben, world.chloe]
    return [*known, *(world.newcomer(f"P{number}") for number in range(size - len(known)))][:size]

"""Nicknames are shown in their own server, and the names that people go by everywhere in all other places."""

from __future__ import annotations

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.core.people import Names
from bot.ui.pictures import picture_names
from data.games.records import Game
from tests.data.helpers import rank_everyone
from tests.e2e.world import Person, World

QUEEN = "Queen of the Corner"


class Elsewhere:
    """A second server, in which Ann and Ben are as well."""

    def __init__(self, world: World) -> None:
        world.untranslated += ["Annie", QUEEN]
        self.server = world.env.create_guild("Another server", preferred_locale="en-GB")
        self.channel = self.server.create_text_channel("games")
        self.ann = Person(world, self.server.add_member(world.ann.actor.user, nick="Annie"))
        self.ben = Person(world, self.server.add_member(world.ben.actor.user))


@pytest.fixture
def elsewhere(world: World) -> Elsewhere:
    return Elsewhere(world)


def call(world: World, person: Person, nickname: str | None) -> None:
    """A member of the first server gets a nickname, or loses it."""
    world.env.backend.edit_member(world.server.id, person.id, {"nick": nickname})


async def give_up(world: World, channel: ChannelHandle, loser: Person, winner: Person) -> None:
    """The two play four moves in a channel, and one of them resigns."""
    await winner.types("reversi start", channel=channel, opponent=loser, colour="first")
    await loser.taps("Accept", world.posts(channel)[-1])
    for mover, move in ((winner, "d3"), (loser, "c3"), (winner, "c4"), (loser, "e3")):
        await mover.taps(move, world.posts(channel)[-1])
    question = await loser.types("game resign", channel=channel)
    await loser.taps("Resign", question.messages[0])


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The names of every board that was drawn."""
    found: list[tuple[str, str]] = []

    async def noting(names: Names, game: Game, seen_in: int | None) -> tuple[str, str]:
        found.append(await picture_names(names, game, seen_in))
        return found[-1]

    for module in ("ui.pictures", "study.review.view"):
        monkeypatch.setattr(f"bot.{module}.picture_names", noting)
    return found


@pytest.mark.long
async def test_views_from_other_servers_have_no_nicknames(
    world: World, elsewhere: Elsewhere, drawn: list[tuple[str, str]]
) -> None:
    call(world, world.ann, QUEEN)
    await give_up(world, world.channel, world.ben, world.ann)
    assert drawn[-1] == (QUEEN, "Ben")
    storage = world.bot.services.storage
    for guild_id, name in ((world.server.id, QUEEN), (elsewhere.server.id, "Ann"), (None, "Ann")):
        (game,) = await storage.finished_games(world.ben.id, guild_id, 5)
        assert game.opponent_name == name
    await world.ben.types("review")
    assert drawn[-1] == (QUEEN, "Ben")
    await elsewhere.ben.types("review", channel=elsewhere.channel)
    assert drawn[-1] == ("Ann", "Ben")
    await world.ben.types_privately("review")
    assert drawn[-1] == ("Ann", "Ben")


async def test_names_are_noted_whenever_a_player_does_something(
    world: World, elsewhere: Elsewhere, drawn: list[tuple[str, str]]
) -> None:
    """Boards have the nicknames of their server."""
    ann, ben, people = world.ann, world.ben, world.bot.services.storage.people
    call(world, ann, QUEEN)
    call(world, ben, "Big Ben")
    await ann.types("reversi start", colour="first")
    await ann.invites(ben)
    assert await people.name(ben.id, world.server.id) == "Big Ben"
    assert await people.name(ben.id) == "Ben"
    call(world, ben, None)
    await ben.taps("Accept")
    assert drawn[-1] == (QUEEN, "Ben")
    (listed,) = await ben.suggestions("game resign", "game")
    assert QUEEN in discord.utils.remove_markdown(listed)
    call(world, ann, "King")
    await ann.taps("d3")
    assert drawn[-1] == ("King", "Ben")
    call(world, ann, None)
    await ann.reads_rules("reversi")
    await ben.taps("c3")
    assert drawn[-1] == ("Ann", "Ben")
    await elsewhere.ann.types("reversi start", channel=elsewhere.channel, bot="easy", colour="first")
    assert drawn[-1][0] == "Annie"
    await ann.types_privately("reversi start", bot="easy", colour="first")
    assert drawn[-1][0] == "Ann"
    # Spectators are not stored.
    await world.chloe.types("leaderboard")
    await world.chloe.reads_rules("reversi")
    assert not await people.knows(world.chloe.id)


async def test_lists_have_the_names_of_the_server_they_are_posted_in(
    world: World, elsewhere: Elsewhere
) -> None:
    call(world, world.ann, QUEEN)
    await give_up(world, world.channel, world.ben, world.ann)
    await elsewhere.ann.types("reversi start", channel=elsewhere.channel, opponent=elsewhere.ben)
    await elsewhere.ben.taps("Accept", world.posts(elsewhere.channel)[-1])
    games = await world.ben.types("games")
    assert f"against **{QUEEN}** · #2\n" in games.private
    assert "in Another server" in games.private
    assert "Annie" not in games.private
    await give_up(world, elsewhere.channel, elsewhere.ben, elsewhere.ann)
    await rank_everyone(world.bot.services.storage)
    here = await world.ben.types("leaderboard")
    assert QUEEN in here.messages[0].alt
    everywhere = await world.ben.types("leaderboard", where="everywhere")
    assert ". Ann: " in everywhere.messages[0].alt
    assert QUEEN not in everywhere.messages[0].alt
    there = await elsewhere.ben.types("leaderboard", channel=elsewhere.channel)
    assert ". Annie: " in there.messages[0].alt
    assert f"against {QUEEN}" in (await world.ben.types("profile")).public
    assert "against Annie" in (await elsewhere.ben.types("profile", channel=elsewhere.channel)).public
    alone = await world.ben.types_privately("profile")
    assert "against Ann ·" in alone.public
    own = await world.ann.types("profile")
    assert f"### {QUEEN}" in own.public

"""`/profile`, and the names of people: nicknames in their own server, and what they go by elsewhere."""

from __future__ import annotations

import discord
import pytest

from bot.core.people import Names
from bot.ui.pictures import picture_names
from data.games.records import Ending, Game, Outcome
from data.people.players import PeopleStore
from tests.e2e.seen import Answer
from tests.e2e.stored_games import stored_game
from tests.e2e.world import Person, World

SECOND_WON = Outcome(1, -22, Ending.PLAYED)
DRAWN = Outcome(None, 0, Ending.PLAYED)


def alt(answer: Answer) -> str:
    (message,) = answer.messages
    return message.alt


async def test_a_profile_tells_the_same_in_words_as_in_its_picture(world: World) -> None:
    ann, ben = world.ann, world.ben
    await stored_game(world, ann, ben, "f5 f6")
    await stored_game(world, ben, ann, "f5 f6", DRAWN)
    await stored_game(world, ann, "easy", "f5 d6", SECOND_WON)
    await stored_game(world, ann, "greedy", "f5 d6", rated=False)
    own = await ann.types("profile")
    assert own.public.count("**Reversi**") == 2
    assert "against Flipfour (easy), level 4 of 19" in own.public
    assert alt(own).startswith("Ann, Reversi: 4 games. Rating between people: ")
    assert "it began at 1200. Last 4 games, the latest last: W D L W. " in alt(own)
    assert alt(own).endswith(
        "By side: Black 2–0–1, White 0–1–0. By opponent: People 1–1–0, easy 0–0–1, Other computers 1–0–0. "
        "Favourite openings: Diagonal Opening 1–1–0, Perpendicular Opening 1–0–1."
    )
    (message,) = own.messages
    assert (message.picture, message.labels) == (f"profile-{ann.id}.png", ["Insights"])


@pytest.mark.long
async def test_profiles_without_rated_games_and_of_bots(world: World, ann: Person, ben: Person) -> None:
    newcomer = await ben.types("profile", player=world.chloe)
    assert "### Chloé\nNo rated games yet." in newcomer.public
    assert newcomer.messages[0].picture is None
    assert (await ann.types("profile", player=world.flipfour)).private.startswith("Bots have no profile.")
    await stored_game(world, ann, ben, "f5 f4", rated=False)
    answer = await ben.types("profile")
    assert "No rated games yet." in answer.public
    assert alt(answer).startswith(
        "Ben, Reversi: 1 game. No rated games. Last game: L. Won–drawn–lost. By side: "
    )
    answer = await ann.types("profile", game="connect4")
    assert "No games of Connect 4 yet." in answer.public
    assert answer.messages[0].picture is None
    assert alt(await ann.taps("Reversi")).startswith("Ann, Reversi: 1 game.")
    await ann.wants("text_board", "on")
    answer = await ann.types_privately("profile")
    assert "Reversi: 1 game." in "\n".join(seen.text for seen in answer.messages)


async def test_each_game_has_a_button_that_works_after_a_restart(world: World) -> None:
    ann, ben = world.ann, world.ben
    for _ in range(2):
        await stored_game(world, ann, ben)
    await stored_game(world, ben, ann, "4 5", game="connect4")
    reversi = await ann.types("profile")
    assert alt(reversi).startswith("Ann, Reversi: 2 games.")
    assert reversi.messages[0].labels == ["Connect 4", "Insights"]
    await world.restart()
    connect4 = await world.chloe.taps("Connect 4", reversi.messages[0])
    assert connect4.messages[0].text == reversi.messages[0].text
    assert alt(connect4).endswith("Favourite openings: Columns 4, 3 0–0–1.")
    assert connect4.messages[0].labels == ["Reversi", "Insights"]
    assert alt(await ann.taps("Reversi")) == alt(reversi)
    assert alt(await ben.types("profile", player=ann, game="connect4")) == alt(connect4)
    assert len(world.posts()) == 2


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


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The names of every board that was drawn."""
    found: list[tuple[str, str]] = []

    async def noting(names: Names, game: Game, seen_in: int | None) -> tuple[str, str]:
        found.append(await picture_names(names, game, seen_in))
        return found[-1]

    for module in ("ui.pictures", "study.review.ui"):
        monkeypatch.setattr(f"bot.{module}.picture_names", noting)
    return found


async def test_names_are_noted_whenever_a_player_does_something(
    world: World, elsewhere: Elsewhere, drawn: list[tuple[str, str]], ann: Person, ben: Person
) -> None:
    """Boards have the nicknames of their server."""
    people = world.bot.kit[PeopleStore]
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

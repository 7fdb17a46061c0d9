"""`/profile`, `/compare`, and the names of people: nicknames in their own server, others elsewhere."""

from __future__ import annotations

import discord
import pytest

from bot.core.people import Names
from bot.ui.pictures import picture_names
from data.games.records import Ending, Game, Outcome
from data.people.players import PeopleStore
from tests.e2e.seen import Answer
from tests.e2e.stored_games import stored_game
from tests.e2e.test_own_data import delete_all
from tests.e2e.world import Person, World

FIRST_WON = Outcome(0, 40, Ending.PLAYED)
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


async def test_two_people_head_to_head(world: World, ann: Person, ben: Person) -> None:
    await stored_game(world, ann, ben, "f5 f6", FIRST_WON)
    await stored_game(world, ann, ben, "f5 f6", SECOND_WON)
    await stored_game(world, ben, ann, "f5 d6", SECOND_WON)
    await stored_game(world, ben, ann, "f5 d6", DRAWN)
    last = await stored_game(world, ann, ben, "f5 f6", FIRST_WON, rated=False)
    await stored_game(world, ann, world.chloe, outcome=SECOND_WON)
    (message,) = (await ann.types("compare", player=ben)).messages
    assert message.text.startswith(
        "### 🔵 Ann – 🟠 Ben\n**Reversi**: 5 games, **3** won by Ann, **1** by Ben, 1 drawn"
    )
    assert message.alt.startswith(
        "Ann – Ben, Reversi, 5 games: 3 won by the first, 1 drawn, 1 won by the second. Rating of the first: "
    )
    assert message.alt.endswith(
        "By side: Black – White 2–0–1, White – Black 1–1–0. Openings: Diagonal Opening 2–0–1, Perpendicular "
        "Opening 1–1–0. Longest run: 1 win and 1 win. Biggest win: by 40 and by 22."
    )
    assert message.text.count("\n-# Reversi 8x8 · ") == 3
    assert "⚫ Ann – ⚪ Ben\n-# Reversi 8x8 · Ann won by 40 · " in message.text
    assert message.labels == ["Review"] * 3
    other = await world.chloe.types("compare", player=ben, other=ann)
    assert "1 drawn, 3 won by the second." in other.messages[0].alt
    await ann.types("review", game=str(last.id))


@pytest.mark.long
async def test_another_game_is_a_tap_away_after_a_restart(world: World, ann: Person, ben: Person) -> None:
    await stored_game(world, ann, ben)
    for moves in ("4 4 3 3 2 2 1", "4 3 4 3 4 3 4"):
        outcome = Outcome(0, 18, Ending.PLAYED)
        await stored_game(world, ann, ben, moves, outcome, game="connect4")
    first = (await ben.types("compare", player=ann)).messages[0]
    assert first.text.startswith(
        "### 🔵 Ben – 🟠 Ann\n**Connect 4**: 2 games, **0** won by Ben, **2** by Ann"
    )
    assert "Longest run: – and 2 wins. Quickest win: – and in 7 moves." in first.alt
    await world.restart()
    turned = (await world.chloe.taps("Reversi", first)).messages[0]
    assert turned.text.startswith("### 🔵 Ben – 🟠 Ann\n**Reversi**: 1 game, **0** won by Ben, **1** by Ann")
    assert (await ann.taps("Connect 4", turned)).messages[0].alt == first.alt
    assert len(world.posts()) == 1
    # A deleted player is not named.
    await delete_all(ann)
    turned = (await ben.taps("Reversi", first)).messages[0]
    said = "### 🔵 Ben – 🟠 deleted player\nThey have not finished a game of Reversi"
    assert turned.text.startswith(said)
    assert "Ann" not in turned.text
    assert ann.mention not in turned.text


async def test_strangers_are_compared_by_their_ratings(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    assert "I can only compare people." in (await ann.types("compare", player=world.flipfour)).private
    assert "the same player twice" in (await ann.types("compare", player=ann)).private
    assert world.posts() == []
    empty = (await ann.types("compare", player=ben)).messages[0]
    assert "have not finished a game of Reversi with each other yet." in empty.text
    assert (empty.picture, empty.labels) == (None, [])
    await stored_game(world, ann, chloe)
    await stored_game(world, ben, chloe)
    rated = (await chloe.types("compare", player=ann, other=ben)).messages[0]
    assert rated.picture == f"compare-{ann.id}-{ben.id}.png"
    assert rated.alt.startswith("Ann – Ben, Reversi, 0 games:")
    assert rated.alt.count("Rating of the") == 2
    one = (await ann.types("compare", player=world.newcomer("Dan"))).messages[0]
    assert one.text.startswith("### 🔵 Ann – 🟠 Dan\nThey have not")
    assert one.alt.count("Rating of the") == 1


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

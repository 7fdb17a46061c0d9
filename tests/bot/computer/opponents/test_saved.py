"""Saved computer players, and advice about levels."""

from __future__ import annotations

import random

import pytest

from bot.catalog import GAMES
from bot.computer.opponents.choices import (
    MAX_DESCRIPTION,
    MAX_WORD,
    BadDepth,
    BadMoves,
    NumberTooLarge,
    RecipeTooLong,
    require_sound,
)
from bot.computer.opponents.level_advice import (
    SETTLED,
    LevelAdvice,
    LevelStep,
    lost_to_the_weakest,
    nearest_level,
)
from bot.computer.opponents.saved import (
    BadLetters,
    NameInUse,
    NameReserved,
    SavedOpponents,
    first_draft,
    read_name,
    read_recipe,
    with_numbers,
    with_style,
)
from bot.core.refusals import Refusal
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from data import Storage
from data.games.records import Ending, Outcome
from data.people.preferences import OpponentStore
from data.ratings import glicko2
from data.ratings.glicko2 import LISTED_BELOW, Rating, games_until
from engine.players.computer import ComputerPlayer
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, Clock, computer_game, kit_of, refuses
from tests.cases import for_each, there

GUILD = 7001


@for_each("game", GAMES)
def test_the_first_draft_can_be_saved_at_once(game: str) -> None:
    require_sound(GAMES[game], first_draft(GAMES[game]))


@for_each("name", ["Octo", "Dr. O'Hara-Ünal", "🐙", "章魚", "Why? Because!", "x" * 32])
def test_names(name: str) -> None:
    assert read_name(f"  {name} ") == name


@for_each("letter", '*_~`|<>@#:\\[]()/"\n\u202e\u200b\x07')
def test_names_with_reserved_characters_are_refused(letter: str) -> None:
    if letter == "\n":
        assert read_name("a\nb") == "a b"
        return
    with pytest.raises(BadLetters) as refused:
        read_name(f"a{letter}b")
    assert list(refused.value.letters) == [letter]


@for_each(
    ("part", "style", "text"),
    ("opening", "random", "positional:6 opening=random:1@8"),
    ("opening", "greedy", "positional:6 opening=greedy:6@8"),
    ("end", "win-or-lose", "positional:6 end=win-or-lose:6@12"),
    ("middle", "loser", "loser:6"),
    ("middle", "random", "random:1"),
    ("opening", None, "positional:6"),
    ("end", None, "positional:6"),
)
def test_a_part_gets_a_style(part: str, style: str | None, text: str) -> None:
    assert str(with_style(ComputerPlayer("positional", 6), part, style)) == text


def test_other_parts_are_unchanged() -> None:
    player = ComputerPlayer.parse("positional:6 opening=greedy:2@5 end=narrow:9@9 cap=1.0 random-ties")
    for changed, text in (
        (with_style(player, "middle", "loser"), "loser:6 opening=greedy:2@5 end=narrow:9@9"),
        (with_style(player, "end", None), "positional:6 opening=greedy:2@5"),
        (with_style(player, "opening", "random"), "positional:6 opening=random:1@5 end=narrow:9@9"),
        (
            with_numbers(player, ("3", "4", "time", "5", "6")),
            "positional:time opening=greedy:3@4 end=narrow:5@6",
        ),
    ):
        assert str(changed) == f"{text} cap=1.0 random-ties"


def test_a_recipe_survives_printing_with_normal_weights() -> None:
    recipe = "positional:3 opening=random:1@2 end=win-or-lose:9@9"
    assert str(read_recipe(REVERSI, recipe)) == recipe
    recipe = "alignments-00,1,2, 3_0,inf:2 end=alignments-1,1,1,1,007:3@9"
    read = read_recipe(GAMES["connect4"], recipe)
    assert str(read) == "alignments-0,1,2,30,inf:2 end=alignments-1,1,1,1,7:3@9"
    with pytest.raises(NumberTooLarge):
        read_recipe(GAMES["connect4"], "alignments-0,1,2,3,123456789:2")


@for_each("recipe", ["", "x", "positional:3 opening=greedy:2", "positional:3 cap=nan", "threats:4"])
def test_invalid_recipes(recipe: str) -> None:
    with pytest.raises(Refusal):
        read_recipe(REVERSI, recipe)


@for_each(
    ("recipe", "refusal"),
    ("positional:3 " + "x" * (MAX_WORD + 1), RecipeTooLong),
    ("positional:3" + " random-ties" * MAX_DESCRIPTION, None),
    ("positional:3 cap=1e15 blunders=0.1234567890123456@1e15 opening=random:1@2 end=mobility:9@9", None),
)
def test_long_recipes(recipe: str, refusal: type[Refusal] | None) -> None:
    if refusal is None:
        assert len(str(read_recipe(REVERSI, recipe))) <= MAX_DESCRIPTION
        return
    with pytest.raises(refusal):
        read_recipe(REVERSI, recipe)


@for_each("typed", ["0003999", "101", "1_0", "-1", ""])
def test_lengths_out_of_range_are_refused(typed: str) -> None:
    with pytest.raises(BadMoves):
        with_numbers(ComputerPlayer("positional", 3), ("1", typed, "1", "1", "0"))


async def test_players_are_saved_once_by_sound_names(storage: Storage) -> None:
    own, player = SavedOpponents(storage), ComputerPlayer("positional", 6)
    await refuses(BadDepth, own.save(GUILD, ANN, "Octo", REVERSI, ComputerPlayer("positional", 31)))
    assert await storage[OpponentStore].of_guild(GUILD) == ()
    saved = await own.save(GUILD, ANN, "Octo", REVERSI, player)
    assert await own.save(GUILD, ANN, "Octo", REVERSI, player) == saved
    for who, other in ((BOB, player), (ANN, ComputerPlayer("positional", 7))):
        await refuses(NameInUse, own.save(GUILD, who, "octo", REVERSI, other))
    assert await own.save(GUILD + 1, BOB, "octo", REVERSI, player) != saved
    saved = await own.save(GUILD, ANN, "Éclair", REVERSI, player)
    for typed in ("eclair", "ÉCLAIR", "Ｅclair"):
        assert await own.save(GUILD, ANN, typed, REVERSI, player) == saved
        refused = own.save(GUILD, BOB, typed, REVERSI, player), own.require_free(GUILD, typed)
        await refuses(NameInUse, *refused)
    await refuses(NameReserved, own.require_free(GUILD, "Médium"))


WON, LOST, DRAWN = 0, 1, None


@pytest.fixture
def advice(storage: Storage) -> LevelAdvice:
    return LevelAdvice(kit_of(storage))


@pytest.fixture(autouse=True)
def table(challenges: Challenges, storage: Storage, clock: Clock) -> Table:
    return Table(challenges, storage, clock)


class Table:
    """Ann plays Black against the computer; a game takes a minute."""

    def __init__(self, challenges: Challenges, storage: Storage, clock: Clock) -> None:
        self.challenges, self.storage, self.clock = challenges, storage, clock

    async def play(
        self, level: str, winner: int | None, ending: Ending = Ending.PLAYED, options: str = ""
    ) -> GameSnapshot:
        begun = await computer_game(self.challenges, level=level, board=options)
        self.clock.advance(minutes=1)
        outcome = Outcome(winner, 0 if ending is Ending.PLAYED else None, ending)
        rating = REVERSI.levels[level].rating
        return GameSnapshot.of(await self.storage.finish(begun.game, outcome, computer_rating=rating))


@pytest.mark.parametrize("game", GAMES)
async def test_newcomers_get_a_level_that_beginners_beat_now_and_then(advice: LevelAdvice, game: str) -> None:
    assert await advice.suggested(GAMES[game], BOB.id, None) == "child"


async def test_a_settled_rating_finds_its_level(advice: LevelAdvice, table: Table) -> None:
    levels = list(REVERSI.levels)
    suggested = [await advice.suggested(REVERSI, ANN.id, PLACE.guild_id)]
    for _ in range(SETTLED):
        await table.play("strong", WON)
        suggested.append(await advice.suggested(REVERSI, ANN.id, PLACE.guild_id))
    places = [levels.index(level) for level in suggested]
    assert places == sorted(places)
    assert suggested[0] == "child"
    assert suggested[-1] in {"club", "county", "league"}
    assert await advice.suggested(GAMES["connect4"], ANN.id, PLACE.guild_id) == "child"


async def test_the_suggestion_follows_the_first_game(advice: LevelAdvice, table: Table) -> None:
    await table.play("easy", WON)
    assert await advice.suggested(REVERSI, ANN.id, PLACE.guild_id) == "easy"
    for _ in range(2):
        await table.play("easy", LOST)
    assert await advice.suggested(REVERSI, ANN.id, PLACE.guild_id) == "beginner"


@pytest.mark.parametrize("strength", [900.0, 1500.0, 2400.0])
@pytest.mark.parametrize("game", GAMES)
def test_the_announced_games_to_a_rank_hold_at_the_suggested_level(game: str, strength: float) -> None:
    kind, rng = GAMES[game], random.Random(5)
    rating, games = glicko2.START, 0
    told = games_until(rating, LISTED_BELOW)
    while rating.deviation >= LISTED_BELOW:
        level = kind.levels[nearest_level(kind, rating.value)].rating
        won = rng.random() < 1 / (1 + 10 ** ((level - strength) / 400))
        opponent = Rating(float(level), glicko2.SETTLED_OPPONENT, 0.06)
        rating, games = glicko2.rated(rating, [(opponent, float(won))], periods=0.0), games + 1
    assert abs(games - told) <= 2


async def test_games_that_say_little_suggest_and_offer_nothing(
    advice: LevelAdvice, table: Table, challenges: Challenges
) -> None:
    called_off = await table.play("easy", None, Ending.CALLED_OFF)
    style = await computer_game(challenges, level="greedy:2")
    won = GameSnapshot.of(await table.storage.finish(style.game, Outcome(0, 12, Ending.PLAYED)))
    assert await advice.suggested(REVERSI, ANN.id, PLACE.guild_id) == "child"
    going = await computer_game(challenges)
    assert [await advice.step(game) for game in (called_off, going, won)] == [None] * 3


@pytest.mark.parametrize(("level", "offered"), [("easy", LevelStep("medium", up=True)), ("master", None)])
async def test_after_a_win_the_next_level_up_is_offered(
    advice: LevelAdvice, table: Table, level: str, offered: LevelStep | None
) -> None:
    assert await advice.step(await table.play(level, WON)) == offered


@pytest.mark.parametrize(
    ("levels", "offered"),
    [(["easy"], "child"), (["child"], "toddler"), (["beginner", "child"], "toddler"), (["toddler"], None)],
)
async def test_after_each_loss_an_easier_level_that_suits_is_offered(
    advice: LevelAdvice, table: Table, levels: list[str], offered: str | None
) -> None:
    for level in levels:
        over = await table.play(level, LOST)
    assert await advice.step(over) == (offered and LevelStep(offered, up=False))
    assert lost_to_the_weakest(over) == (offered is None)


async def test_strong_players_are_offered_one_level_down(advice: LevelAdvice, table: Table) -> None:
    for level in ("hard", "strong", "club"):
        await table.play(level, WON)
    for level, offered in (("master", "league"), ("strong", "steady")):
        step = there(await advice.step(await table.play(level, LOST)))
        assert not step.up
        assert REVERSI.levels[step.level].rating <= REVERSI.levels[offered].rating
    assert await advice.step(await table.play("hard", DRAWN)) is None

"""Levels suggested to players."""

from __future__ import annotations

import random

import pytest

from bot.catalog import GAMES
from bot.computer.opponents.level_advice import (
    SETTLED,
    LevelAdvice,
    LevelStep,
    lost_to_the_weakest,
    nearest_level,
)
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from data import Storage
from data.games.records import Ending, Outcome
from data.ratings import glicko2
from data.ratings.glicko2 import LISTED_BELOW, Rating, games_until
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, Clock

WON, LOST, DRAWN = 0, 1, None


@pytest.fixture
def advice(storage: Storage) -> LevelAdvice:
    return LevelAdvice(storage)


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
        begun = await self.challenges.play_computer(REVERSI, PLACE, ANN, level, "first", options)
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


async def test_games_against_styles_or_called_off_suggest_nothing(
    advice: LevelAdvice, table: Table, challenges: Challenges
) -> None:
    await table.play("easy", None, Ending.CALLED_OFF)
    style = await challenges.play_computer(REVERSI, PLACE, ANN, "greedy:2", "first")
    await table.storage.finish(style.game, Outcome(0, 12, Ending.PLAYED))
    assert await advice.suggested(REVERSI, ANN.id, PLACE.guild_id) == "child"


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
        step = await advice.step(await table.play(level, LOST))
        assert step is not None
        assert not step.up
        assert REVERSI.levels[step.level].rating <= REVERSI.levels[offered].rating
    assert await advice.step(await table.play("hard", DRAWN)) is None


async def test_nothing_is_offered_during_a_game_or_after_one_called_off(
    advice: LevelAdvice, table: Table, challenges: Challenges
) -> None:
    assert await advice.step(await table.play("easy", None, Ending.CALLED_OFF)) is None
    going = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    assert await advice.step(going) is None
    style = await challenges.play_computer(REVERSI, PLACE, ANN, "greedy:2", "first")
    won = await table.storage.finish(style.game, Outcome(0, 12, Ending.PLAYED))
    assert await advice.step(GameSnapshot.of(won)) is None

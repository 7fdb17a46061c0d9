"""Numbers, times and results in the messages of games."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from bot.computer.thoughts import Effort
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.play.games.words import board_heading, board_status, progress_line, rating_line, result_sentence
from bot.play.offers.words import offer_text
from bot.ui import thought_words
from bot.ui.level_words import level_line
from bot.ui.thought_words import effort_lines
from bot.ui.times import minutes, time_lines
from bot.ui.words import name_at
from data.games.records import Ending, GameState, Seat
from data.people.personal import TEAM_PLAYERS
from data.ratings.glicko2 import Rating
from data.ratings.ratings import Pool, RatingChange
from engine import Progress
from languages.numbers import facts_line
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, begin, put_down
from tests.cases import for_each


@for_each(
    ("seconds", "text"), [(0, "0:00"), (59.6, "1:00"), (61, "1:01"), (3599, "59:59"), (3661, "1:01:01")]
)
def test_clocks(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


async def test_a_game_without_a_clock_shows_no_clocks(challenges: Challenges, referee: Referee) -> None:
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    snapshot = await put_down(referee, begun, ("d3", "c3"))
    used = replace(snapshot, game=replace(snapshot.game, seconds=(23.0, 0.2)))
    assert time_lines(used) == []
    assert "0:23" not in board_status(used, None, None, ())


async def test_a_level_is_told_until_the_person_has_moved(challenges: Challenges, referee: Referee) -> None:
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second")
    level = f"{facts_line([level_line(REVERSI, 'easy')])}\n"
    assert level in board_status(begun, None, None, ())
    answered = await put_down(referee, begun, ("d3",))
    assert level in board_status(answered, None, None, ())
    moved = await put_down(referee, answered, ("c3",))
    assert "level" not in board_status(moved, None, None, ())


async def test_above_a_board_are_the_two_players_and_nothing_else(
    challenges: Challenges, referee: Referee
) -> None:
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first", "6x6")
    assert board_heading(begun) == f"⚫ **2** <@{ANN.id}> · ⚪ **2** Flipfour (easy)"
    helped = replace(begun, game=replace(begun.game, delegates=("hard", None)))
    assert board_heading(helped) == board_heading(begun)
    status = board_status(helped, None, None, ())
    assert f"🤖 Flipfour (hard) plays for <@{ANN.id}> · Board: 6 by 6 · This game is unrated: " in status
    assert status.splitlines()[-1] == "⚫ **Flipfour (hard) to move.**"


@pytest.mark.parametrize(("depth", "ahead"), [(1, "1 move"), (14, "14 moves")])
def test_a_search_tells_how_far_it_looks_and_what_it_likes(depth: int, ahead: str) -> None:
    progress = Progress(depth, "g5", score=2.0, nodes=10**6, seconds=1.0, fraction=0.5)
    assert progress_line(progress) == f"-# ▰▰▰▰▰▰▱▱▱▱▱▱ thinking {ahead} ahead · likes **g5**"


@for_each(
    ("certainty", "end"),
    [(0.58, ", 58% certain"), (0.9545, ", 95% certain"), (0.999, ", 99% certain"), (1.0, "")],
)
def test_a_score_from_the_end_of_the_game_tells_how_certain_it_is(certainty: float, end: str) -> None:
    progress = Progress(20, "g5", 2.0, 10**6, 1.0, fraction=0.5, certainty=certainty)
    assert progress_line(progress).endswith(f" · likes **g5**{end}")


@for_each(
    ("certainty", "outcome", "end"),
    [
        (0.95, 1, ", 95% certain; the outcome is proved"),
        (0.95, -1, ", 95% certain; the outcome is proved"),
        (None, 0, "; the outcome is proved"),
        (1.0, 1, ""),
    ],
)
def test_a_search_tells_that_it_knows_who_wins_but_not_who(
    certainty: float | None, outcome: int, end: str
) -> None:
    progress = Progress(20, "g5", 2.0, 10**6, 1.0, fraction=0.5, certainty=certainty, outcome=outcome)
    assert progress_line(progress).endswith(f" · likes **g5**{end}")


@pytest.mark.parametrize(
    ("ending", "winner", "named"),
    [
        (Ending.PLAYED, None, []),
        (Ending.PLAYED, 1, [BOB.id]),
        (Ending.RESIGNED, 0, [ANN.id, BOB.id]),
        (Ending.CALLED_OFF, None, []),
    ],
)
async def test_a_result_names_who_it_concerns_the_winner_first(
    challenges: Challenges, ending: Ending, winner: int | None, named: list[int]
) -> None:
    going = await begin(challenges)
    over = replace(going, game=replace(going.game, state=GameState.FINISHED, ending=ending, winner=winner))
    sentence = result_sentence(over)
    people = sorted((sentence.find(f"<@{person.id}>"), person.id) for person in (ANN, BOB))
    assert [person for place, person in people if place >= 0] == named


@pytest.mark.parametrize(("colour", "side"), [("first", "Black"), ("second", "White"), ("random", None)])
async def test_a_challenge_says_who_plays_what(
    challenges: Challenges, colour: Literal["first", "second", "random"], side: str | None
) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, BOB, colour)
    text = offer_text(offer)
    assert f"<@{BOB.id}>" in text
    assert [name for name in ("Black", "White") if name in text] == ([side] if side else [])


async def test_a_challenge_on_another_board_says_so(challenges: Challenges) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, None, "random", "6x6")
    assert "6x6" in offer_text(offer)


@for_each(
    ("deviation", "words"),
    [
        (300, ": placement game 3 of about 12"),
        (111, ": placement game 3 of about 4"),
        (109, " 1500? → **1111** (−389)"),
    ],
)
def test_a_rating_is_provisional_until_its_deviation_is_low(deviation: float, words: str) -> None:
    before, after = Rating(1500.0, 350.0, 0.06), Rating(1111.2, deviation, 0.06)
    assert rating_line(RatingChange(ANN.id, Pool.PEOPLE, before, after, 3)) == f"<@{ANN.id}>{words}"


def test_the_only_team_has_no_number() -> None:
    team, computer = Seat(TEAM_PLAYERS[0]), Seat(None, "easy")
    assert name_at((team, computer), 0) == "The team"
    assert name_at((team, computer), 1) == "Flipfour (easy)"
    assert name_at((team, Seat(TEAM_PLAYERS[1])), 0) == "Team 1"
    assert name_at((team, Seat(TEAM_PLAYERS[1])), 1) == "Team 2"


@pytest.mark.parametrize(("seconds", "told"), [(0.02, "in less than 0.1 s"), (0.26, "in 0.3 s")])
async def test_a_search_takes_some_time(
    seconds: float, told: str, challenges: Challenges, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second")
    monkeypatch.setattr(thought_words, "efforts", lambda _: (Effort(56, seconds, 1), Effort()))
    (line,) = effort_lines(begun)
    assert told in line

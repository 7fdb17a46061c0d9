"""What boards and lists say of games, in each language."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.catalog import GAMES
from bot.computer.computer import ComputerStatus
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.level_advice import LevelStep
from bot.computer.thoughts import Effort
from bot.core.compiler import CompileProgress
from bot.core.snapshot import GameSnapshot
from bot.play.games import ids, words
from bot.play.games.challenges import Challenges
from bot.play.games.conditionals_ui import line_words, plans_view
from bot.play.games.referee import Referee
from bot.play.games.ui import BoardFacts, board_view, resign_view, unrating_view
from bot.play.games.words import (
    board_heading,
    board_status,
    last_moves,
    progress_line,
    rating_line,
    result_sentence,
)
from bot.play.offers_view import offer_text, offer_view
from bot.ui import candidates
from bot.ui.candidates import effort_lines
from bot.ui.components import menu_words, pass_line, step_buttons, step_title
from bot.ui.layout import View, row, view
from bot.ui.opponent_menu import Menu
from bot.ui.opponent_words import level_line
from bot.ui.threads import thread_name
from bot.ui.times import LOST, UNRATED, minutes, no_such_time, price, rating_facts, time_lines
from bot.ui.words import name_at, no_such_board
from data import Storage
from data.games.conditional import ConditionalLine
from data.games.explorer import set_up_on
from data.games.my_games import GameChoice
from data.games.records import Ending, GameState, Seat, SideChoice, Unrated, WhyUnrated
from data.games.time_control import Correspondence, Live
from data.people.personal import TEAM_PLAYERS
from data.ratings.glicko2 import Rating
from data.ratings.ratings import Pool, RatingChange
from engine import Progress
from engine.search.position import PASS
from languages import speaking
from languages.numbers import facts_line
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_AFTER,
    BLACK_PASSES_TWICE,
    BLACK_WIPES_OUT,
    BOB,
    PLACE,
    REVERSI,
    begin,
    computer_game,
    game_after,
    put_down,
    put_down_until,
    with_game,
)
from tests.bot.ui.words_shown import left_in_english
from tests.cases import for_each
from tests.languages.pseudo import PERSON, plain


@for_each(("seconds", "text"), (0, "0:00"), (59.6, "1:00"), (61, "1:01"), (3599, "59:59"), (3661, "1:01:01"))
def test_clocks(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


async def test_above_a_board_are_the_players_and_levels_without_clocks(challenges: Challenges) -> None:
    begun = await computer_game(challenges, board="6x6")
    assert board_heading(begun) == f"⚫ **2** <@{ANN.id}> · ⚪ **2** Flipfour (easy)"
    helped = with_game(begun, delegates=("hard", None))
    assert board_heading(helped) == board_heading(begun)
    status = board_status(helped, None, None, ())
    assert f"🤖 Flipfour (hard) plays for <@{ANN.id}> · Board: 6 by 6 · This game is unrated: " in status
    assert status.splitlines()[-1] == "⚫ **Flipfour (hard) to move.**"
    level = f"{facts_line([level_line(REVERSI, 'easy')])}\n"
    for discs, tells in ((), True), (("d3",), True), (("d3", "c3"), False):
        told = board_status(await computer_game(challenges, *discs, colour="second"), None, None, ())
        assert (level in told, "level" in told) == (tells, tells)
    snapshot = await computer_game(challenges, "d3", "c3")
    used = with_game(snapshot, seconds=(23.0, 0.2))
    assert time_lines(used) == []
    assert "0:23" not in board_status(used, None, None, ())


PROGRESS = Progress(14, "g5", score=2.0, nodes=10**6, seconds=1.0, fraction=0.5)


@for_each(
    ("changed", "ahead", "end"),
    ({"depth": 1}, "1 move", ""),
    ({}, "14 moves", ""),
    ({"certainty": 0.58}, "14 moves", ", 58% certain"),
    ({"certainty": 0.9545}, "14 moves", ", 95% certain"),
    ({"certainty": 0.999}, "14 moves", ", 99% certain"),
    ({"certainty": 1.0}, "14 moves", ""),
    ({"certainty": 0.95, "outcome": 1}, "14 moves", ", 95% certain; the outcome is proved"),
    ({"certainty": 0.95, "outcome": -1}, "14 moves", ", 95% certain; the outcome is proved"),
    ({"outcome": 0}, "14 moves", "; the outcome is proved"),
    ({"certainty": 1.0, "outcome": 1}, "14 moves", ""),
)
def test_a_search_tells_how_far_it_looks_what_it_likes_and_how_certain_that_is(
    changed: dict[str, Any], ahead: str, end: str
) -> None:
    told = progress_line(replace(PROGRESS, **changed))
    assert told == f"-# ▰▰▰▰▰▰▱▱▱▱▱▱ thinking {ahead} ahead · likes **g5**{end}"


async def test_a_result_names_who_it_concerns_the_winner_first(challenges: Challenges) -> None:
    going = await begin(challenges)
    for ending, winner, named in (
        (Ending.PLAYED, None, []),
        (Ending.PLAYED, 1, [BOB.id]),
        (Ending.RESIGNED, 0, [ANN.id, BOB.id]),
        (Ending.CALLED_OFF, None, []),
    ):
        game = replace(going.game, state=GameState.FINISHED, ending=ending, winner=winner)
        sentence = result_sentence(replace(going, game=game))
        people = sorted((sentence.find(f"<@{person.id}>"), person.id) for person in (ANN, BOB))
        assert [person for place, person in people if place >= 0] == named


async def test_a_challenge_says_who_plays_what_and_where(challenges: Challenges) -> None:
    sides: dict[SideChoice, list[str]] = {"first": ["Black"], "second": ["White"], "random": []}
    for colour, named in sides.items():
        text = offer_text(await challenges.challenge(REVERSI, PLACE, ANN, BOB, colour))
        assert f"<@{BOB.id}>" in text
        assert [name for name in ("Black", "White") if name in text] == named
    offer = await challenges.challenge(REVERSI, PLACE, ANN, None, "random", "6x6")
    assert "6x6" in offer_text(offer)
    snapshot = await computer_game(challenges, level="Octo|greedy:3")
    assert rating_facts(snapshot) == ["This game is unrated: Flipfour (Octo) has no rating"]


@for_each(
    ("deviation", "words"),
    (300, ": placement game 3 of about 12"),
    (111, ": placement game 3 of about 4"),
    (109, " 1500? → **1111** (−389)"),
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


async def test_a_search_takes_some_time(challenges: Challenges, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = await computer_game(challenges, colour="second")
    for seconds, told in ((0.02, "in less than 0.1 s"), (0.26, "in 0.3 s")):
        efforts = (Effort(56, seconds, 1), Effort())
        monkeypatch.setattr(candidates, "efforts", lambda _, efforts=efforts: efforts)
        (line,) = effort_lines(begun)
        assert told in line


DISCS = [move for move in BLACK_PASSES_TWICE if move != PASS]
"""White's last two moves follow each other: Black had to pass, and has to pass again."""


async def test_a_board_tells_the_last_moves_of_both_sides(challenges: Challenges, referee: Referee) -> None:
    snapshot = await computer_game(challenges)
    said = {
        0: [],
        1: ["Black played **f5**."],
        2: ["Black played **f5**, White answered **f6**."],
        3: ["White played **f6**, Black answered **f7**."],
        4: ["Black played **f7**, White answered **g5**."],
        14: ["Black played **h7**, White answered **h6**. Black has no move and **passes**."],
        15: [
            "Black played **h7**. Black had no move: White played **h6**, then **c7**. "
            "Black has no move and **passes**."
        ],
    }
    for plies, move in enumerate([*DISCS, ""]):
        assert last_moves(snapshot) == said.get(plies, last_moves(snapshot))
        snapshot = await put_down(referee, snapshot, [move] if move else [])


async def test_passed_turns_are_told_until_the_person_moves(challenges: Challenges, referee: Referee) -> None:
    moves = list(DISCS)
    snapshot = await computer_game(challenges, *moves)
    while snapshot.position.turn == 1:
        moves.append(snapshot.position.legal_moves()[0])
        snapshot = await put_down(referee, snapshot, moves[-1:])
    told = ", then ".join(f"**{move}**" for move in ["h6", "c7", *moves[len(DISCS) :]])
    said = [f"Black played **h7**. Black had no move: White played {told}."]
    assert last_moves(snapshot) == said
    # Nothing of it is kept anywhere but in the moves.
    assert last_moves(GameSnapshot.of(snapshot.game)) == said
    after = await put_down(referee, snapshot, [snapshot.position.legal_moves()[0]])
    assert "had no move" not in last_moves(after)[0]


async def test_last_moves_name_sides_and_columns(challenges: Challenges, referee: Referee) -> None:
    snapshot = await put_down(referee, await begin(challenges), BLACK_PASSES_AFTER)
    assert last_moves(snapshot) == [
        "Black played **b2**, White answered **c1**. Black has no move and **passes**."
    ]
    begun = await challenges.play_computer(GAMES["connect4"], PLACE, ANN, "easy", "first")
    snapshot = await put_down(referee, begun, ["4", "4"])
    assert last_moves(snapshot) == ["Red played **column 4**, Yellow answered **column 4**."]


WHO = f"<@{ANN.id}>"


@pytest.fixture
async def going(challenges: Challenges) -> GameSnapshot:
    return await begin(challenges)


def unrated(snapshot: GameSnapshot, reason: Unrated | None) -> GameSnapshot:
    return with_game(snapshot, rated=False, unrated=reason)


@for_each(
    ("reason", "said"),
    (None, "the computer helped, or a move was taken back"),
    (Unrated(WhyUnrated.BOARD), "not the standard board"),
    (Unrated(WhyUnrated.OFTEN), f"{WHO} and <@{BOB.id}> have used up today's rated games"),
    (Unrated(WhyUnrated.TAKEN_BACK, 0), f"{WHO} took a move back"),
    (Unrated(WhyUnrated.THINKING, 0), f"{WHO} asked what I think"),
    (Unrated(WhyUnrated.HANDED_OVER, 0), f"{WHO} let a computer play"),
    (Unrated(WhyUnrated.THINKING, 0, lost=True), f"{WHO} asked what I think, which counts as their loss"),
)
async def test_every_reason_has_words(going: GameSnapshot, reason: Unrated | None, said: str) -> None:
    (fact,) = rating_facts(unrated(going, reason))
    assert fact == f"This game is unrated: {said}"
    assert f"-# {fact}\n" in board_status(unrated(going, reason), None, None, ())
    assert "unrated" not in board_status(going, None, None, ())


async def test_a_game_from_a_position_has_an_unusual_start_on_any_board(going: GameSnapshot) -> None:
    position = set_up_on("", "-" * 27 + "OX------XO" + "-" * 27 + "X")
    begun = with_game(going, options=position)
    status = board_status(unrated(begun, Unrated(WhyUnrated.BOARD)), None, None, ())
    assert "-# Board: 8 by 8, from a position · This game is unrated: not the standard start\n" in status


async def test_the_price_of_help(going: GameSnapshot, referee: Referee) -> None:
    assert price(going) == "The game then becomes **unrated**."
    later = await put_down_until(referee, going, 10)
    assert price(later) == "The game then **counts as a loss for you** and continues unrated."
    assert price(later, WHO) == f"The game then **counts as a loss for {WHO}** and continues unrated."
    assert price(unrated(later, None)) == "The game is unrated anyway."


COMMANDS = ("reversi",)


def shown(
    snapshot: GameSnapshot, *, thinking: bool = False, step: LevelStep | None = None, first: bool = False
) -> View:
    status = ComputerStatus.THINKING if thinking else None
    progress = replace(PROGRESS, certainty=0.5, outcome=1)
    facts = BoardFacts(status, progress if thinking else None, step=step, first_game=first)
    return board_view(snapshot, "-", facts)


async def test_a_board_is_translated_from_the_offer_to_the_result(
    challenges: Challenges, storage: Storage
) -> None:
    players = await OpponentChoices(storage).choices(REVERSI, None)
    begun, moved = await computer_game(challenges), await computer_game(challenges, "d3", "c3")
    over = await game_after(challenges, *BLACK_WIPES_OUT)
    first = with_game(moved, state=GameState.FINISHED, ending=Ending.RESIGNED, winner=1)
    offers = [
        await challenges.challenge(REVERSI, PLACE, ANN, None, "random", "6x6"),
        await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first", time=Live(5, 5)),
    ]
    with speaking(PERSON):
        assert left_in_english(*(offer_view(offer, Menu(REVERSI, players, "easy")) for offer in offers)) == []
        assert left_in_english(shown(begun), shown(moved), shown(begun, thinking=True)) == []
        assert left_in_english(shown(over, step=LevelStep("medium", up=True))) == []
        assert left_in_english(shown(first, first=True)) == []


async def test_results_ratings_plans_and_questions_are_translated(challenges: Challenges) -> None:
    game = await begin(challenges)
    over = [
        with_game(game, state=GameState.FINISHED, ending=ending, winner=winner)
        for ending, winner in product(Ending, (None, 0))
    ]
    reasons = [Unrated(why) for why in UNRATED if why is not WhyUnrated.OPPONENT and why not in LOST]
    reasons += [Unrated(why, 0, lost=True) for why in LOST]
    changes = [
        RatingChange(ANN.id, Pool.PEOPLE, Rating(1500.0, 50.0, 0.06), Rating(1510.0, after, 0.06), 1)
        for after in (50.0, 200.0)
    ]
    lines = [ConditionalLine(1, BOB.id, 0, ("d3", "c3", "c4", "c5")), ConditionalLine(2, BOB.id, 0, ("d3",))]
    english = line_words(game, lines[0])
    assert english == "if **d3**, then **c3**, if **c4**, then **c5**"
    with speaking(PERSON):
        assert left_in_english(*map(words.result_sentence, over)) == []
        facts = [fact for reason in reasons for fact in rating_facts(unrated(game, reason))]
        assert left_in_english(*facts) == []
        assert left_in_english(price(game), price(game, "<@1>"), *map(words.rating_line, changes)) == []
        assert plain(line_words(game, lines[0])) == english
        assert left_in_english(plans_view(game, lines, BOB.id), plans_view(game, [], ANN.id)) == []
    choice = GameChoice(1, "reversi", 12, None, "hard")
    with speaking(PERSON):
        texts: list[str | View] = [
            *(resign_view(1, calls_off=calls_off) for calls_off in (True, False)),
            unrating_view(words.take_back_question(game), "1", ids.ConfirmTakeBack(1, 2)),
            words.choice_words(choice),
            words.level_chosen(REVERSI, "hard"),
            menu_words("a1", "h8"),
            words.players_line(game),
            words.opening_fact("Cow"),
            words.progress_line(CompileProgress(1, 2)),
            no_such_time("7"),
            no_such_board(GAMES["connect4"], "7"),
            *(step_title(game, side) for side in (0, 1)),
            pass_line(game, game.position),
            thread_name(REVERSI, ("1", "2")),
            view(row(*step_buttons(0, 1, lambda step: ids.FindBoard(len(step))))),
        ]
        assert left_in_english(*texts, known=COMMANDS) == []


async def test_moves_are_told_in_the_readers_language(challenges: Challenges, referee: Referee) -> None:
    begun = await challenges.play_computer(GAMES["connect4"], PLACE, ANN, "easy", "first")
    row = await put_down(referee, begun, ("1", "2"))
    passed = await game_after(challenges, *BLACK_PASSES_AFTER)
    with speaking(PERSON):
        assert left_in_english(*words.last_moves(passed), *words.last_moves(row)) == []


async def test_clocks_are_translated(challenges: Challenges) -> None:
    for time in (Live(3, 0), Live(5, 5), Correspondence(1), Correspondence(3)):
        game = await begin(challenges, time=time)
        assert game.game.clock is not None
        with speaking(PERSON):
            assert left_in_english(*time_lines(game)) == []

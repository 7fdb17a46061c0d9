"""The messages of games and offers follow the reader's language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.catalog import GAMES
from bot.computer.computer import ComputerStatus
from bot.computer.opponents.choices import OpponentChoices
from bot.computer.opponents.level_advice import LevelStep
from bot.core.compiler import CompileProgress
from bot.core.snapshot import GameSnapshot
from bot.play.conditionals.view import plans_view
from bot.play.conditionals.words import line_words
from bot.play.games import ids, words
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from bot.play.games.view import board_view, resign_view, rules_view, take_back_view
from bot.play.offers.view import offer_view
from bot.ui.layout import View, row, view
from bot.ui.moves import menu_words
from bot.ui.opponent_menu import Menu
from bot.ui.step_through import pass_line, step_buttons, step_title
from bot.ui.threads import thread_name
from bot.ui.times import LOST, UNRATED, no_such_time, price, rating_facts, time_lines
from bot.ui.words import no_such_board
from data import Storage
from data.games.clocks import Correspondence, Live, TimeControl
from data.games.conditional import ConditionalLine
from data.games.my_games import GameChoice
from data.games.records import Ending, GameState, Unrated, WhyUnrated
from data.ratings.glicko2 import Rating
from data.ratings.ratings import Pool, RatingChange
from engine import Progress
from languages import speaking
from tests.bot.helpers import (
    ANN,
    BLACK_PASSES_AFTER,
    BLACK_WIPES_OUT,
    BOB,
    PLACE,
    REVERSI,
    begin,
    play_out,
    put_down,
)
from tests.bot.ui.words_shown import left_in_english
from tests.languages.pseudo import PERSON, plain

COMMANDS = ("reversi",)


def shown(
    snapshot: GameSnapshot, *, thinking: bool = False, step: LevelStep | None = None, first: bool = False
) -> View:
    status = ComputerStatus.THINKING if thinking else None
    progress = Progress(20, "g5", 2.0, 10**6, 1.0, fraction=0.5, certainty=0.5, outcome=1)
    return board_view(snapshot, "-", status, progress if thinking else None, (), step, first_game=first)


async def test_a_board_is_translated_from_the_offer_to_the_result(
    challenges: Challenges, referee: Referee, storage: Storage
) -> None:
    players = await OpponentChoices(storage).choices(REVERSI, None)
    begun = await challenges.play_computer(REVERSI, PLACE, ANN, "easy", "first")
    moved = await put_down(referee, begun, ("d3", "c3"))
    over = await play_out(referee, await begin(challenges), BLACK_WIPES_OUT)
    first = replace(
        moved, game=replace(moved.game, state=GameState.FINISHED, ending=Ending.RESIGNED, winner=1)
    )
    offers = [
        await challenges.challenge(REVERSI, PLACE, ANN, None, "random", "6x6"),
        await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first", time=Live(5, 5)),
    ]
    with speaking(PERSON):
        assert left_in_english(*(offer_view(offer, Menu(REVERSI, players, "easy")) for offer in offers)) == []
        assert left_in_english(shown(begun), shown(moved), shown(begun, thinking=True)) == []
        assert left_in_english(shown(over, step=LevelStep("medium", up=True))) == []
        assert left_in_english(shown(first, first=True)) == []


async def test_every_result_is_translated(challenges: Challenges) -> None:
    going = await begin(challenges)
    results = [
        replace(going, game=replace(going.game, state=GameState.FINISHED, ending=ending, winner=winner))
        for ending in Ending
        for winner in (None, 0)
    ]
    with speaking(PERSON):
        assert left_in_english(*map(words.result_sentence, results)) == []


async def test_a_rating_and_why_a_game_has_none_are_translated(challenges: Challenges) -> None:
    game = await begin(challenges)
    reasons = [
        *((why, False) for why in UNRATED if why is not WhyUnrated.OPPONENT),
        *((why, True) for why in LOST),
    ]
    unrated = [
        replace(game, game=replace(game.game, rated=False, unrated=Unrated(why, 0 if lost else None, lost)))
        for why, lost in reasons
        if lost or why not in LOST
    ]
    changes = [
        RatingChange(ANN.id, Pool.PEOPLE, Rating(1500.0, 50.0, 0.06), Rating(1510.0, after, 0.06), 1)
        for after in (50.0, 200.0)
    ]
    with speaking(PERSON):
        assert left_in_english(*(fact for one in unrated for fact in rating_facts(one))) == []
        assert left_in_english(price(game), price(game, "<@1>"), *map(words.rating_line, changes)) == []


async def test_moves_are_told_in_the_readers_language(challenges: Challenges, referee: Referee) -> None:
    games = [
        await put_down(referee, await begin(challenges), BLACK_PASSES_AFTER),
        await put_down(
            referee,
            await challenges.play_computer(GAMES["connect4"], PLACE, ANN, "easy", "first"),
            ("1", "2"),
        ),
    ]
    with speaking(PERSON):
        told = [line for game in games for line in words.last_moves(game)]
        assert left_in_english(*told) == []


async def test_plans_are_translated(challenges: Challenges) -> None:
    game = await begin(challenges)
    lines = [
        ConditionalLine(1, BOB.id, 0, ("d3", "c3", "c4", "c5")),
        ConditionalLine(2, BOB.id, 0, ("d3",)),
    ]
    english = line_words(game, lines[0])
    assert english == "if **d3**, then **c3**, if **c4**, then **c5**"
    with speaking(PERSON):
        assert plain(line_words(game, lines[0])) == english
        assert left_in_english(plans_view(game, lines, BOB.id), plans_view(game, [], ANN.id)) == []


@pytest.mark.parametrize("time", [Live(3, 0), Live(5, 5), Correspondence(1), Correspondence(3)])
async def test_clocks_are_translated(challenges: Challenges, time: TimeControl) -> None:
    offer = await challenges.challenge(REVERSI, PLACE, ANN, BOB, "first", time=time)
    game = await challenges.accept(offer.game.id, BOB)
    assert game.game.clock is not None
    with speaking(PERSON):
        assert left_in_english(*time_lines(game)) == []


async def test_questions_and_small_texts_are_translated(challenges: Challenges) -> None:
    game = await begin(challenges)
    choice = GameChoice(1, "reversi", 12, None, "hard")
    with speaking(PERSON):
        texts: list[str | View] = [
            resign_view(1, calls_off=True),
            resign_view(1, calls_off=False),
            take_back_view(game),
            rules_view(REVERSI, "-"),
            *(words.choice_words(choice, titled=titled) for titled in (False, True)),
            words.level_chosen(REVERSI, "hard"),
            words.no_such_game("7", [1, 2]),
            menu_words("a1", "h8"),
            words.players_line(game),
            words.opening_fact("Cow"),
            words.progress_line(CompileProgress(1, 2)),
            no_such_time("7"),
            no_such_board(GAMES["connect4"], "7"),
            step_title(game, 0),
            step_title(game, 1),
            pass_line(game, game.position),
            thread_name(REVERSI, ("1", "2")),
            view(row(*step_buttons(0, 1, lambda step: ids.FindBoard(len(step))))),
        ]
        assert left_in_english(*texts, known=COMMANDS) == []

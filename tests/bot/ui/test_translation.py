"""The texts of refusals, help, hints, questions, settings and notices follow the language of their reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, get_args

import pytest

from bot.account import blocks_ui as blocks
from bot.account.privacy import ui as privacy
from bot.account.privacy.ui import delete_view
from bot.account.settings.ui import pages, settings_card
from bot.catalog import GAMES
from bot.computer.opponents.choices import CannotPlay
from bot.computer.opponents.saved import BadLetters, BadRecipe, read_recipe
from bot.core.limits import LIMITS, OverLimit
from bot.core.snapshot import GameSnapshot
from bot.events.matches.words import NEW_LEADERS
from bot.hosting.alerts_ui import alert_text
from bot.hosting.monitor import Alert, AlertKind
from bot.play import help_ui
from bot.play import turn_notices_ui as notices
from bot.play.assist import words as hints
from bot.play.assist.hints import Idea
from bot.play.games.challenges import Challenges
from bot.play.questions import QuestionEnding
from bot.play.questions_ui import question_text
from bot.preferences.notices import NoticeStep, Where
from bot.preferences.settings import PersonSettings, ServerSettings
from bot.settings.settings import Settings
from bot.study.analyses import AnalysisReport, AnalysisStatus, read_position
from bot.study.analysis_ui import report_text
from bot.ui.layout import View
from bot.ui.opponent_menu import Menu
from bot.ui.refusals import POSITIONS, RECIPES, reason_text, refusal_text
from data.db.errors import LimitScope
from data.games.records import Question, QuestionKind
from engine import EngineError
from languages import LANGUAGES, forms, gettext, speaking
from tests.bot.helpers import SEARCHED, begin
from tests.bot.ui.test_refusals import EXAMPLES, REFUSALS, examples_of
from tests.bot.ui.words_shown import shown
from tests.cases import for_each
from tests.languages.pseudo import PERSON, plain, untranslated


def check(make: Callable[[], Iterable[str]], *known: str) -> None:
    """Require that all words are translated when they are shown, in every language anew, and fit."""
    english = [*make()]
    assert english
    with speaking(PERSON):
        translated = [*make()]
    for language in forms():
        with speaking(language):
            assert [*make()]
    assert [left for text in translated for left in untranslated(text, known)] == []
    assert [*map(plain, translated)] == english == [*make()]


@pytest.fixture
async def game(challenges: Challenges) -> GameSnapshot:
    return await begin(challenges)


@for_each("kind", REFUSALS)
def test_refusals_are_translated(kind: Any) -> None:
    check(lambda: [refusal_text(kind(**data)) for data in examples_of(kind)])


def test_limits_and_refused_letters_are_translated() -> None:
    for limit, whose in LIMITS:
        scope: LimitScope = "person" if whose == "other" else whose
        other = 4711 if whose == "other" else None
        for maximum in (1, 12):
            refusal = OverLimit(limit, scope, maximum, other, EXAMPLES["again_at"])
            check(lambda: [refusal_text(refusal)])  # noqa: B023
    check(lambda: map(refusal_text, map(BadLetters, (["*"], ["\u200b"], ["*", "\u200b"]))))


RECIPES_WITH_FAULTS = [
    *("Clever:3", "clever", "clever:3", "greedy:x", "greedy:0", "greedy:3 opening=random:1@x"),
    *("greedy:3 opening=random:1@0", "greedy:3 end=random:1@x", "greedy:3 end=random:1@0"),
    *("greedy:3 seed=x", "greedy:3 cap=x", "greedy:3 cap=-1", "greedy:3 blunders=x@1"),
    *("greedy:3 blunders=2@1", "greedy:3 blunders=0.1@x", "greedy:3 blunders=0.1@-1"),
    *("greedy:3 misjudges=x@1", "greedy:3 misjudges=-1@1", "greedy:3 misjudges=1@x"),
    *("greedy:3 misjudges=1@-1", "greedy:3 misjudges=1@1/x", "greedy:3 misjudges=1@1/-1"),
    *("greedy:3 misses=0.5", "greedy:3 misses=x", "greedy:3 misjudges=1@1 misses=2", "greedy:3 speed=9"),
    *("alignments-1:3", "vectors-1:3"),
]
"""A recipe for each fault that the engine finds."""

POSITIONS_WITH_FAULTS = [
    ("reversi", "-" * 64 + "X"),
    ("reversi", "X" + "-" * 26 + "OX" + "-" * 6 + "XO" + "-" * 27 + "X"),
    ("reversi", "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + "-"),
    ("reversi", "-" * 14 + "OX" + "-" * 4 + "XO" + "-" * 14 + "X"),
    ("connect4", "-" * 39 + "XXX" + "X"),
    ("connect4", "-" * 28 + "X" + "-" * 13 + "O"),
    ("connect4", "-" * 28 + "O------" + "XXXXOOO" + "X"),
    ("connect4", "-" * 42 + "O"),
]


def faults() -> Iterator[EngineError]:
    """Yield the engine's reasons for refusing the recipes and the positions."""
    for recipe in RECIPES_WITH_FAULTS:
        game = GAMES["connect4" if "-" in recipe.partition(":")[0] else "reversi"]
        with pytest.raises((BadRecipe, CannotPlay)) as refused:
            read_recipe(game, recipe)
        assert isinstance(refused.value, BadRecipe | CannotPlay)
        yield refused.value.reason
    for game_key, squares in POSITIONS_WITH_FAULTS:
        with pytest.raises(EngineError) as raised:
            GAMES[game_key].set_up("", squares)
        yield raised.value


def test_every_reason_of_the_engine_can_be_given_and_is_translated() -> None:
    found = [*faults()]
    assert {error.sentence for error in found} == {*RECIPES, *POSITIONS}
    typed = ("Clever", "clever", "speed", "alignments", "vectors")
    known = [
        *("opening", "end", "cap", "random-ties", "blunders"),
        *("misjudges", "misses", "no-pondering", "seed"),
    ]
    check(lambda: map(reason_text, found), *typed, *known)


def test_help_and_privacy_are_translated() -> None:
    menus = [Menu(kind, (), next(iter(kind.levels))) for kind in GAMES.values()]
    cards: tuple[Callable[[], View], ...] = (
        help_ui.friend_card,
        help_ui.styles_card,
        lambda: help_ui.features_card(1, in_server=True),
        *(partial(help_ui.about_card, command) for command in help_ui.ABOUT),
    )
    # The name of a command.
    check(lambda: (text for card in cards for text in shown(card())), "reversi")
    check(lambda: [help_ui.welcome(menus)])
    settings = Settings(keep_left_servers_days=1, keep_games_days=0.5, keep_people_days=365)
    check(lambda: [*privacy.privacy(settings), privacy.not_typed(["4711"]), *shown(delete_view())])


@for_each("kind", [PersonSettings, ServerSettings])
def test_cards_of_settings_are_translated(kind: Any) -> None:
    names = [language.name for language in LANGUAGES.values()]
    for page in range(len(pages(kind))):
        check(lambda page=page: shown(settings_card(kind(), page)), *names)  # type: ignore[misc]


async def test_questions_notices_and_news_are_translated(game: GameSnapshot) -> None:
    for kind in QuestionKind:
        question = Question(1, kind, 0, 0, "greedy:4" if kind is QuestionKind.HAND_OVER else None)
        for ending in (None, *get_args(QuestionEnding)):
            check(lambda: [question_text(game, question, ending)])  # noqa: B023
    check(lambda: (notices.turn_notice(game.game, 1, "4711", step, "4711") for step in NoticeStep))
    check(lambda: map(notices.not_told, Where))
    check(lambda: map(alert_text, map(partial(Alert, detail=""), AlertKind)))
    values = {"person": "4711", "game": "4711", "rating": "4711"}
    check(lambda: (gettext(sentence, **values) for sentence in NEW_LEADERS.values()))
    check(lambda: [blocks.blocked([]), blocks.blocked([1, 2]), blocks.added("4711")])


async def test_hints_are_translated(game: GameSnapshot) -> None:
    proved = replace(SEARCHED, certainty=0.95, outcome=1)
    for found in (SEARCHED, proved, replace(SEARCHED, candidates=())):
        check(lambda: [hints.hints_text(game, found)])  # noqa: B023
    for found in (SEARCHED, proved):
        check(lambda: [hints.move(game, found), hints.idea(game, found)])  # noqa: B023
    for moves in (("d3",), ("d3", "e6")):
        check(lambda: [hints.where(game, SEARCHED, moves, turned=True)])  # noqa: B023
    check(lambda: (gettext(table[idea]) for idea in Idea for table in (hints.IDEAS, hints.REASONS)))
    check(lambda: [hints.confirm_handover(game, "greedy:4"), hints.handed_over(game, "greedy:4")])


def test_analyses_and_words_of_deletion_are_translated() -> None:
    for text in ("f5", "4455"):
        study = read_position(text)
        for status in AnalysisStatus:
            check(lambda: [report_text(AnalysisReport(study, status, None))])  # noqa: B023
    check(lambda: [report_text(AnalysisReport(read_position("f5"), AnalysisStatus.DONE, SEARCHED))])
    with speaking(PERSON):
        assert privacy.word() != privacy.WORD
        assert privacy.is_word([privacy.word()])
        assert privacy.is_word(["delete "])
        assert not privacy.is_word(["4711"])

"""Levels, styles and custom opponents follow the reader's language."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import OpponentChoices, completions
from bot.play.games.ids import ChooseLevel, ChooseOther
from bot.play.opponents import words
from bot.play.opponents.view import Draft, draft_view, list_view, numbers_dialog
from bot.ui.layout import View, row, view
from bot.ui.opponent_menu import Menu, Page, suggestions
from bot.ui.opponent_words import choice_name, describe
from data import Storage
from data.people.opponents import SavedOpponent
from engine.players.computer import ComputerPlayer
from languages import speaking
from tests.bot.helpers import ANN, REVERSI
from tests.bot.ui.words_shown import left_in_english
from tests.languages.pseudo import PERSON, plain

RECIPE = (
    "positional:4 opening=random:1@8 end=win-or-lose:10@10 cap=1.5 random-ties blunders=0.25@3.0 "
    "misjudges=2.5@10.0/60.0 misses=0.25 no-pondering"
)

SHORT = "positional:4 opening=random:1@8 end=win-or-lose:10@10 no-pondering"

each_game = pytest.mark.parametrize("kind", GAMES.values(), ids=GAMES.keys())


@each_game
async def test_menus_and_suggestions_are_translated_and_their_values_are_not(
    kind: GameKind, storage: Storage
) -> None:
    players = await OpponentChoices(storage).choices(kind, None)
    suited = next(iter(kind.levels))
    english = [value for _, value in suggestions(kind, players, completions(kind, "greedy:"), suited, "")]
    with speaking(PERSON):
        menus = [
            Menu(kind, players, suited, page).select(
                "-", ChooseLevel(1), lambda group, page: ChooseOther(1, group, page)
            )
            for page in (Page("level"), Page("style"))
        ]
        suggested = suggestions(kind, players, completions(kind, "greedy:"), suited, "")
        assert left_in_english(*(view(row(menu)) for menu in menus)) == []
        assert left_in_english(*(name for name, _ in suggested if name[-1] != "…"), known=("time",)) == []
        assert [value for _, value in suggested] == english


async def test_a_player_is_found_by_the_english_and_by_the_translated_name(storage: Storage) -> None:
    players = await OpponentChoices(storage).choices(REVERSI, None)
    with speaking(PERSON):
        translated = choice_name(next(player for player in players if player.typed == "hard"))
        for typed in ("hard", translated):
            assert next(value for _, value in suggestions(REVERSI, players, [], "easy", typed)) == "hard"


def test_custom_opponents_are_described_in_the_readers_language() -> None:
    player = ComputerPlayer.parse(RECIPE)
    draft = Draft("7", REVERSI, ComputerPlayer.parse(SHORT))
    saved = SavedOpponent(1, 1, "7", str(player), ANN.id)
    english = describe(player)
    typed = (str(player), SHORT, "/opponent name", "/reversi start bot", "game", "recipe")
    with speaking(PERSON):
        assert plain(describe(player)) == english
        shown: list[str | View] = [
            describe(player),
            draft_view(draft),
            list_view([saved] * 6, 0, 1, manager=True),
        ]
        shown += [words.saved_text("7", REVERSI, player), words.deleted_text(saved)]
        fields = [line for field in words.number_fields() for line in field]
        assert left_in_english(*shown, numbers_dialog(draft).title, *fields, known=typed) == []

"""Suggested opponents, and words about them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import OpponentChoices, completions, styles_of
from bot.play import opponents_view as ids
from bot.play.games.ids import ChooseLevel, ChooseOther
from bot.play.opponents_view import PAGE, Draft, draft_of, draft_view, list_view, numbers_dialog
from bot.ui.layout import View, row, view
from bot.ui.opponent_menu import FEWEST_OWN, MAX_CHOICES, Menu, Page, suggestions
from bot.ui.opponent_words import STYLES, choice_name, describe
from data import Storage
from data.people.players import PeopleStore
from data.people.preferences import NewOpponent, OpponentStore, SavedOpponent
from engine.players.computer import ComputerPlayer, style_names
from languages import speaking
from tests.bot.helpers import ANN, REVERSI
from tests.bot.ui.words_shown import left_in_english
from tests.cases import for_each
from tests.languages.pseudo import PERSON, plain


def received(parts: Any) -> list[Any]:
    """Components as discord.py hands them out with a message."""
    return [
        SimpleNamespace(
            custom_id=part.get("custom_id"),
            label=part.get("label"),
            disabled=part.get("disabled", False),
            children=received(part.get("components", ())),
        )
        for part in parts
    ]


def message(view: View) -> list[Any]:
    return received(view.to_components())  # type: ignore[no-untyped-call]


@for_each(
    "recipe",
    "positional:4",
    "mobility:time opening=random:1@8",
    "loser:3 end=narrow:9@10",
    "greedy:2 opening=random:1@4 end=win-or-lose:10@10 cap=1.5 random-ties blunders=0.25@3.0 seed=4",
)
def test_a_draft_is_read_from_the_message_that_shows_it(recipe: str) -> None:
    draft = Draft("Doctor Octo", REVERSI, ComputerPlayer.parse(recipe))
    assert draft_of(message(draft_view(draft))) == draft


def test_the_ids_of_a_posted_message_hold_its_draft() -> None:
    posted = [
        *("f4:own_opening:opening=random/1@8", "f4:own_middle:alignments-w1/4", "f4:own_end:"),
        *("f4:own_save:connect4:Doctor Octo", "f4:own_numbers:random-ties blunders=0.25@3.0"),
        "f4:own_cancel",
    ]
    parts = [{"components": [{"custom_id": custom_id}]} for custom_id in posted]
    expected = ComputerPlayer.parse("alignments-w1:4 opening=random:1@8 random-ties blunders=0.25@3.0")
    assert draft_of(received(parts)) == Draft("Doctor Octo", GAMES["connect4"], expected)


def test_a_message_without_a_draft_has_none() -> None:
    assert draft_of(message(list_view([], 0, ANN.id, manager=False))) is None


@for_each(("page", "off"), [(-1, [0]), (0, [0]), (1, []), (2, [1]), (9, [1])])
def test_the_list_has_pages_and_no_way_out_of_them(page: int, off: list[int]) -> None:
    saved = [SavedOpponent(n, 7001, f"Octo {n}", "positional:3", ANN.id) for n in range(2 * PAGE + 1)]
    (card,) = message(list_view(saved, page, ANN.id, manager=False))
    buttons = card.children[-1].children
    assert [number for number, button in enumerate(buttons) if button.disabled] == off


GUILD = 7001


@pytest.fixture(params=[0, 9, 50])
async def saved(request: pytest.FixtureRequest, storage: Storage) -> int:
    number: int = request.param
    for each in range(number):
        # One person may save ten.
        maker = ANN.id + each // 10
        await storage[PeopleStore].remember(maker, "Maker", GUILD, None)
        await storage[OpponentStore].create(NewOpponent(GUILD, f"Win-or-lose {each}", "positional:3", maker))
    return number


async def offered(storage: Storage, game: str, typed: str, suited: str = "easy") -> list[str]:
    kind = GAMES[game]
    players = await OpponentChoices(storage).choices(kind, GUILD)
    return [value for _, value in suggestions(kind, players, completions(kind, typed), suited, typed)]


@pytest.mark.parametrize("game", GAMES)
async def test_some_of_everything_when_nothing_is_typed(storage: Storage, saved: int, game: str) -> None:
    found, kind = await offered(storage, game, ""), GAMES[game]
    assert len(found) <= MAX_CHOICES
    assert set(styles_of(kind)) <= set(found)
    levels = [level for level in kind.levels if level in found]
    assert {levels[0], "easy", levels[-1]} == {next(iter(kind.levels)), "easy", [*kind.levels][-1]}
    own = [name for name in found if name.startswith("Win-or-lose ")]
    assert len(own) >= min(saved, FEWEST_OWN) or game == "connect4"


async def test_levels_that_suit_styles_and_depths_are_listed(storage: Storage, saved: int) -> None:
    found = await offered(storage, "reversi", "", "league")
    assert {"toddler", "county", "league", "regional", "master"} <= set(found)
    found = await offered(storage, "reversi", "win")
    assert "win-or-lose" in found
    assert min(saved, MAX_CHOICES) <= len(found) <= MAX_CHOICES
    assert (await offered(storage, "reversi", "positional:2"))[0] == "positional:2"
    assert (await offered(storage, "connect4", "quadruplets:4"))[0] == "quadruplets:4"


@for_each(
    ("game", "typed", "styles"),
    ("reversi", "square", {"positional"}),
    ("reversi", "squares", set()),
    ("connect4", "square", {"quadruplets", "vectors"}),
    ("connect4", "weights", {"alignments", "alignments-w1", "alignments-w2", "vectors"}),
    ("reversi", "weights", {"positional", "patterns"}),
    ("reversi", "minimax", {"greedy", "win-or-lose", "positional", "network"}),
    ("connect4", "depth", {"threats", "vectors", "quadruplets", "win-or-lose"}),
    ("reversi", "greedy", {"greedy", "narrow"}),
    ("reversi", "style", {"random", "loser"}),
    ("reversi", "DISCS as  few", {"loser"}),
)
async def test_styles_are_found_by_kind(storage: Storage, game: str, typed: str, styles: set[str]) -> None:
    assert styles <= set(await offered(storage, game, typed))


async def test_names_come_before_words_and_say_what_they_are(storage: Storage) -> None:
    for typed in ("greedy", "master"):
        assert (await offered(storage, "reversi", typed))[0] == typed
    kind = GAMES["connect4"]
    players = await OpponentChoices(storage).choices(kind, None)
    named = [name for name, _ in suggestions(kind, players, completions(kind, "alignments"), "easy", "align")]
    for style, words in (
        ("alignments-w2", "open lines of four: weights 0, 1, 2, 3 by the discs in them"),
        ("alignments-0,1,4,16,inf:4", "the lines of four that are still open"),
    ):
        assert f"{style} · {words} · 4 moves ahead" in named


RECIPE = (
    "positional:4 opening=random:1@8 end=win-or-lose:10@10 cap=1.5 random-ties blunders=0.25@3.0 "
    "misjudges=2.5@10.0/60.0 misses=0.25 no-pondering"
)

SHORT = "positional:4 opening=random:1@8 end=win-or-lose:10@10 no-pondering"

each_game = pytest.mark.parametrize("kind", GAMES.values(), ids=GAMES.keys())


@each_game
async def test_menus_and_suggestions_are_translated_without_values(kind: GameKind, storage: Storage) -> None:
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
        shown += [ids.saved_text("7", REVERSI, player), ids.deleted_text(saved)]
        fields = [line for field in ids.number_fields() for line in field]
        assert left_in_english(*shown, numbers_dialog(draft).title, *fields, known=typed) == []


@for_each("game", GAMES)
def test_every_style_is_explained_in_a_menu(game: str) -> None:
    assert all(0 < len(STYLES[name]) <= 100 for name in style_names(game))


@for_each(
    ("text", "words"),
    ("positional:4", ["**The whole game**: positional, 4 moves deep"]),
    ("random:1", ["**The whole game**: random"]),
    (
        "mobility:time opening=greedy:1@1",
        [
            "**Opening**, while at most 1 move has been made: greedy, 1 move deep",
            "**Middle game**: mobility, as deep as time allows",
        ],
    ),
    (
        "loser:3 end=narrow:9@10 cap=0.5 random-ties blunders=0.25@12.0",
        [
            "**Middle game**: loser, 3 moves deep",
            "**End**, the last 10 moves: narrow, 9 moves deep",
            "**Habits**: thinks for at most 0.5 s per move; chooses at random among equally good moves; "
            "gives away up to 12 points in 25% of its moves",
        ],
    ),
    (
        "patterns:5 misjudges=2.5@10.0 misses=0.25",
        [
            "**The whole game**: patterns, 5 moves deep",
            "**Habits**: misjudges moves by about 2.5 points and gives away at most 10 per move; "
            "overlooks 25% of the moves that are hard to see",
        ],
    ),
    (
        "greedy:2 no-pondering",
        ["**The whole game**: greedy, 2 moves deep", "**Habits**: does not think on your time"],
    ),
    (
        "patterns:5 misjudges=2.5@10.0/60.0",
        [
            "**The whole game**: patterns, 5 moves deep",
            "**Habits**: misjudges moves by about 2.5 points and gives away at most 10 per move and "
            "60 per game",
        ],
    ),
)
def test_a_player_is_told_part_by_part(text: str, words: list[str]) -> None:
    assert describe(ComputerPlayer.parse(text)).splitlines() == words

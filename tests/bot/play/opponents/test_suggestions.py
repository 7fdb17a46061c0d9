"""The list of computer players while one is typed: 25 places that levels, styles and own ones share."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.computer.opponents.choices import OpponentChoices, completions, styles_of
from bot.ui.opponent_menu import FEWEST_OWN, MAX_CHOICES, suggestions
from data import Storage
from data.people.opponents import NewOpponent
from tests.bot.helpers import ANN

GUILD = 7001


@pytest.fixture(params=[0, 9, 50])
async def saved(request: pytest.FixtureRequest, storage: Storage) -> int:
    """Save opponents for Reversi on a server; return their number."""
    number: int = request.param
    for each in range(number):
        # One person may save ten.
        maker = ANN.id + each // 10
        await storage.people.remember(maker, "Maker", GUILD, None)
        await storage.opponents.create(NewOpponent(GUILD, f"Win-or-lose {each}", "positional:3", maker))
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


async def test_levels_near_the_one_that_suits_are_listed(storage: Storage, saved: int) -> None:
    found = await offered(storage, "reversi", "", "league")
    assert {"toddler", "county", "league", "regional", "master"} <= set(found)


async def test_no_style_is_hidden_by_names_like_its_own(storage: Storage, saved: int) -> None:
    found = await offered(storage, "reversi", "win")
    assert "win-or-lose" in found
    assert min(saved, MAX_CHOICES) <= len(found) <= MAX_CHOICES


@pytest.mark.parametrize(
    ("game", "typed", "styles"),
    [
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
    ],
)
async def test_styles_are_found_by_what_they_are(
    storage: Storage, game: str, typed: str, styles: set[str]
) -> None:
    assert styles <= set(await offered(storage, game, typed))


async def test_a_name_precedes_words_about_others(storage: Storage) -> None:
    assert (await offered(storage, "reversi", "greedy"))[0] == "greedy"
    assert (await offered(storage, "reversi", "master"))[0] == "master"


async def test_a_depth_comes_first(storage: Storage, saved: int) -> None:
    assert (await offered(storage, "reversi", "positional:2"))[0] == "positional:2"
    assert (await offered(storage, "connect4", "quadruplets:4"))[0] == "quadruplets:4"


async def test_a_choice_says_what_it_is(storage: Storage) -> None:
    kind = GAMES["connect4"]
    players = await OpponentChoices(storage).choices(kind, None)
    named = [name for name, _ in suggestions(kind, players, completions(kind, "alignments"), "easy", "align")]
    words = "open lines of four: weights 0, 1, 2, 3 by the discs in them"
    assert f"alignments-w2 · {words} · 4 moves ahead" in named
    lines = "the lines of four that are still open"
    assert f"alignments-0,1,4,16,inf:4 · {lines} · 4 moves ahead" in named

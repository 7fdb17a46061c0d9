"""Computer players: specifications, choices, examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.choices import (
    MAX_DEPTH,
    BadDepth,
    Opponent,
    OpponentChoices,
    OpponentGone,
    OtherGame,
    UnknownPlayer,
    completions,
    opponent,
    opponent_name,
    read_depth,
    require_player,
    reserved_names,
    styles_of,
)
from bot.computer.opponents.names import typed_name
from bot.computer.opponents.saved import read_recipe
from bot.core.refusals import Refusal
from bot.play.assist.ui import HandOver
from bot.play.help_ui import OWN_STYLES
from bot.play.questions_ui import WHICH_COMPUTER
from data import Storage
from data.people.preferences import NewOpponent, OpponentStore
from data.tables.people import opponents
from engine import EngineError
from engine.players.computer import ComputerPlayer, levels_of, style_names
from languages import LANGUAGES, Language, speaking
from languages.typed import folded
from tests.bot.helpers import ANN, REVERSI, refuses
from tests.cases import for_each

GUILD = 7001
CONNECT4 = GAMES["connect4"]


@pytest.fixture
def opponent_choices(storage: Storage) -> OpponentChoices:
    return OpponentChoices(storage)


@for_each("game", GAMES)
async def test_every_choice_can_be_typed_and_put_into_a_button(
    opponent_choices: OpponentChoices, game: str
) -> None:
    kind = GAMES[game]
    choices = await opponent_choices.choices(kind, GUILD)
    assert [choice.typed for choice in choices] == [*kind.levels, *style_names(game)]
    for choice in choices:
        assert await opponent_choices.find(kind, GUILD, f" {choice.typed.upper()} ") == choice
        assert await opponent_choices.by_handle(kind, choice.handle) == choice
        assert str(HandOver(2**63, 999, choice.handle))
        assert (opponent(kind, choice.spec).rating is None) == (choice.typed not in kind.levels)


async def test_a_server_has_custom_opponents(opponent_choices: OpponentChoices, storage: Storage) -> None:
    saved = await storage[OpponentStore].create(NewOpponent(GUILD, "Octo", "positional:3", ANN.id))
    choice = await opponent_choices.find(REVERSI, GUILD, "octo")
    assert (choice.spec, choice.handle) == ("Octo|positional:3", f"#{saved.id}")
    assert await opponent_choices.by_handle(REVERSI, choice.handle) == choice
    for other_place in (GUILD + 1, None):
        await refuses(UnknownPlayer, opponent_choices.find(REVERSI, other_place, "octo"))
    await refuses(OtherGame, opponent_choices.find(CONNECT4, GUILD, "octo"))
    await storage[OpponentStore].delete(saved.id)
    await refuses(OpponentGone, opponent_choices.by_handle(REVERSI, choice.handle))


async def test_accents_need_not_be_typed(opponent_choices: OpponentChoices, storage: Storage) -> None:
    saved = await storage[OpponentStore].create(NewOpponent(GUILD, "Éclair", "positional:3", ANN.id))
    assert (await opponent_choices.find(REVERSI, GUILD, "eclair")).handle == f"#{saved.id}"
    await refuses(OtherGame, opponent_choices.find(CONNECT4, GUILD, "eclair"))
    # Two names may be older than this comparison.
    other = await storage[OpponentStore].create(NewOpponent(GUILD, "Bolt", "positional:2", ANN.id))
    older = update(opponents).where(opponents.c.id == other.id).values(name="Eclair", key="eclair ")
    await storage._database.write(lambda connection: connection.execute(older))
    for typed, found in (("éclair", saved), ("eclair", other)):
        assert (await opponent_choices.find(REVERSI, GUILD, typed)).handle == f"#{found.id}"


async def test_an_opponent_named_like_a_level_is_found(
    opponent_choices: OpponentChoices, storage: Storage
) -> None:
    saved = await storage[OpponentStore].create(NewOpponent(GUILD, "Oracle", "positional:3", ANN.id))
    assert (await opponent_choices.find(REVERSI, GUILD, "oracle")).handle == f"#{saved.id}"
    assert (await opponent_choices.find(REVERSI, GUILD + 1, "oracle")).sort == "level"


@for_each(
    ("kind", "typed", "spec"),
    (REVERSI, "positional:7", "positional:7"),
    (REVERSI, "positional", "positional|positional:4"),
    (REVERSI, "Positional: time", "positional:time"),
    (REVERSI, "positional:4", "positional|positional:4"),
    (REVERSI, "random:9", "random|random:1"),
    (CONNECT4, "alignments-0,1,2,3,inf:2", "alignments-0,1,2,3,inf:2"),
    (CONNECT4, "alignments-00,01,0004,16,inf:3", "alignments-0,1,4,16,inf:3"),
    (CONNECT4, "ALIGNMENTS-0, 1, 4, 1_6, inf : 3", "alignments-0,1,4,16,inf:3"),
    (CONNECT4, "alignments-0,1,٤,１６,inf:03", "alignments-0,1,4,16,inf:3"),
    (CONNECT4, f"alignments--0,+1,{'0' * 4000}4,16,inf:3", "alignments-0,1,4,16,inf:3"),
    (CONNECT4, "alignments-0,0.50,1.5, 4,inf:2", "alignments-0,0.5,1.5,4,inf:2"),
    (CONNECT4, "alignments--0.0,+1.0,-00.25,.5,inf:2", "alignments-0,1,-0.25,0.5,inf:2"),
    (CONNECT4, "vectors-20,30,1,3,2.50,1:3", "vectors-20,30,1,3,2.5,1:3"),
)
async def test_a_style_may_have_a_depth_and_weights(
    opponent_choices: OpponentChoices, kind: GameKind, typed: str, spec: str
) -> None:
    choice = await opponent_choices.find(kind, GUILD, typed)
    assert choice.spec == spec
    assert await opponent_choices.by_handle(kind, choice.handle) == choice


@for_each("weights", ["0,1", "0,1,4,nan,inf", "0,1,4,16,10000", "0,1,4,1.5.2,inf"])
async def test_invalid_weights_are_refused(opponent_choices: OpponentChoices, weights: str) -> None:
    await refuses(UnknownPlayer, opponent_choices.find(CONNECT4, None, f"alignments-{weights}:4"))


@for_each(
    ("game", "typed", "completed"),
    ("reversi", "positional:2", ["positional:2"]),
    ("reversi", "Positional: 1", ["positional:1", "positional:10", "positional:12"]),
    ("reversi", "positional:17", ["positional:17"]),
    ("reversi", "mobility:t", ["mobility:time"]),
    ("reversi", "mobility:31", []),
    ("reversi", "random:1", []),
    ("reversi", "quadruplets:4", []),
    ("connect4", "quadruplets:4", ["quadruplets:4"]),
    ("connect4", "vectors-", ["vectors-20,30,1,3,2,1:4"]),
    ("connect4", "align", ["alignments-0,1,4,16,inf:4"]),
    ("connect4", "alignments", ["alignments-0,1,4,16,inf:4"]),
    ("connect4", "alignments-0,1,4,16,inf:4", ["alignments-0,1,4,16,inf:4"]),
    ("connect4", "alignments-0, 2,4,8,inf:6", ["alignments-0,2,4,8,inf:6"]),
    ("connect4", "a" * 6000, []),
    ("reversi", "", []),
)
async def test_styles_with_depths_and_numbers_are_completed(
    opponent_choices: OpponentChoices, game: str, typed: str, completed: list[str]
) -> None:
    kind = GAMES[game]
    found = completions(kind, typed)
    assert [choice.typed for choice in found] == completed
    for choice in found:
        assert (await opponent_choices.find(kind, None, choice.typed)).spec == choice.spec


def test_a_colon_offers_depths() -> None:
    found = [choice.typed for choice in completions(REVERSI, "greedy:")]
    assert (found[:4], found[-1]) == (["greedy:1", "greedy:2", "greedy:3", "greedy:4"], "greedy:time")


@for_each("typed", ["0", str(MAX_DEPTH + 1), "", "-1", "1.5", "deep", "9" * 5000, "٣", "0003999", "1_0"])
def test_a_depth_out_of_range_is_refused_with_the_range(typed: str) -> None:
    with pytest.raises(BadDepth) as refused:
        read_depth(typed)
    assert refused.value.most == MAX_DEPTH


@for_each("language", LANGUAGES.values())
def test_what_is_typed_for_a_level_or_style_is_taken_in_every_language(language: Language) -> None:
    with speaking(language):
        typed = {
            folded(typed_name(name)) for kind in GAMES.values() for name in (*kind.levels, *styles_of(kind))
        }
    assert typed <= reserved_names()


@for_each("level", levels_of("reversi"))
def test_a_level_has_its_player_and_its_rating(level: str) -> None:
    player, rating = levels_of("reversi")[level]
    assert opponent(REVERSI, level) == Opponent(level, player, rating)
    assert opponent_name(level) == level


@for_each(("seat", "name"), [("positional:3", "positional:3"), ("Lucy|positional:3", "Lucy")])
def test_any_player_described_as_text_is_unrated(seat: str, name: str) -> None:
    assert opponent(REVERSI, seat) == Opponent(name, ComputerPlayer("positional", 3), None)
    assert opponent_name(seat) == name


@for_each(
    ("seat", "stored"),
    ("master", "master"),
    ("positional:3", "positional:3"),
    ("positional|positional:4", "positional|positional:4"),
    ("Lucy|positional:3  random-ties", "Lucy|positional:3 random-ties"),
)
def test_a_player_has_one_text_that_is_stored(seat: str, stored: str) -> None:
    assert require_player(REVERSI, seat).spec == stored


@for_each(
    "seat", "Lucy|positional:31", "Lucy|positional:3 opening=random:1@101", "threats:4", "Lucy|no-style:3"
)
def test_unstorable_players(seat: str) -> None:
    with pytest.raises(Refusal):
        require_player(REVERSI, seat)


@for_each(
    "seat",
    f"alignments-{'0' * 4000}1,1,4,16,inf:1",
    "alignments-1,1,4,1_6,inf:1",
    "alignments-1, 1,4,16,inf:1",
)
def test_old_texts_are_read(seat: str) -> None:
    player = opponent(GAMES["connect4"], seat).player
    assert str(player) == opponent_name(seat) == "alignments-1,1,4,16,inf:1"
    assert opponent(GAMES["connect4"], f"Lucy|{seat}") == Opponent("Lucy", player, None)


@for_each("seat", ["", "godlike", "Lucy|", "Lucy|godlike", "positional:0"])
def test_invalid_specs(seat: str) -> None:
    with pytest.raises(EngineError):
        opponent(REVERSI, seat)


ROOT = Path(__file__).parents[4]
HELP = OWN_STYLES
TEXTS = {
    "docs/playing.md": (ROOT / "docs" / "playing.md").read_text(),
    "docs/origins.md": (ROOT / "docs" / "origins.md").read_text(),
    "README.md": (ROOT / "README.md").read_text(),
    "help": HELP + WHICH_COMPUTER,
}
SAVED = {"Octo", "Doctor"}
"""Names of opponents that the texts have saved before."""


@for_each("text", TEXTS.values())
async def test_documented_players(storage: Storage, text: str) -> None:
    found = re.findall(r"\b(?:bot|first|second):([A-Za-z][\w:,.-]*[\w])", text)
    assert found
    choices = OpponentChoices(storage)
    for typed in set(found) - SAVED:
        assert [kind.key for kind in GAMES.values() if await known(choices, kind.key, typed)], typed


async def known(choices: OpponentChoices, game: str, typed: str) -> bool:
    try:
        await choices.find(GAMES[game], None, typed)
    except Refusal:
        return False
    return True


def test_documented_recipes() -> None:
    found = re.findall(r"recipe:([a-z][^`]+)`", TEXTS["docs/origins.md"])
    assert found
    for recipe in found:
        kind = GAMES["connect4" if "alignments" in recipe else "reversi"]
        assert read_recipe(kind, recipe)

"""Custom opponents: drafts change part by part, and only sound ones are saved."""

from __future__ import annotations

import pytest

from bot.catalog import GAMES
from bot.computer.opponents.refusals import (
    BadDepth,
    BadLetters,
    BadMoves,
    NameInUse,
    NameReserved,
    NumberTooLarge,
    RecipeTooLong,
)
from bot.computer.opponents.saved import (
    SavedOpponents,
    first_draft,
    read_name,
    read_recipe,
    with_numbers,
    with_style,
)
from bot.computer.opponents.specs import MAX_DESCRIPTION, MAX_WORD, require_sound
from bot.core.refusals import Refusal
from data import Storage
from engine.players.computer import ComputerPlayer
from tests.bot.helpers import ANN, BOB, REVERSI

GUILD = 7001


@pytest.mark.parametrize("game", GAMES)
def test_the_first_draft_can_be_saved_at_once(game: str) -> None:
    require_sound(GAMES[game], first_draft(GAMES[game]))


@pytest.mark.parametrize("name", ["Octo", "Dr. O'Hara-Ünal", "🐙", "章魚", "Why? Because!", "x" * 32])
def test_names(name: str) -> None:
    assert read_name(f"  {name} ") == name


@pytest.mark.parametrize("letter", '*_~`|<>@#:\\[]()/"\n\u202e\u200b\x07')
def test_names_with_reserved_characters_are_refused(letter: str) -> None:
    if letter == "\n":
        assert read_name("a\nb") == "a b"
        return
    with pytest.raises(BadLetters) as refused:
        read_name(f"a{letter}b")
    assert list(refused.value.letters) == [letter]


@pytest.mark.parametrize(
    ("part", "style", "text"),
    [
        ("opening", "random", "positional:6 opening=random:1@8"),
        ("opening", "greedy", "positional:6 opening=greedy:6@8"),
        ("end", "win-or-lose", "positional:6 end=win-or-lose:6@12"),
        ("middle", "loser", "loser:6"),
        ("middle", "random", "random:1"),
        ("opening", None, "positional:6"),
        ("end", None, "positional:6"),
    ],
)
def test_a_part_gets_a_style(part: str, style: str | None, text: str) -> None:
    assert str(with_style(ComputerPlayer("positional", 6), part, style)) == text


def test_other_parts_are_unchanged() -> None:
    player = ComputerPlayer.parse("positional:6 opening=greedy:2@5 end=narrow:9@9 cap=1.0 random-ties")
    assert (
        str(with_style(player, "middle", "loser"))
        == "loser:6 opening=greedy:2@5 end=narrow:9@9 cap=1.0 random-ties"
    )
    assert str(with_style(player, "end", None)) == "positional:6 opening=greedy:2@5 cap=1.0 random-ties"
    assert str(with_style(player, "opening", "random")) == (
        "positional:6 opening=random:1@5 end=narrow:9@9 cap=1.0 random-ties"
    )
    assert (
        str(with_numbers(player, ("3", "4", "time", "5", "6")))
        == "positional:time opening=greedy:3@4 end=narrow:5@6 cap=1.0 random-ties"
    )


def test_a_recipe_survives_printing() -> None:
    recipe = "positional:3 opening=random:1@2 end=win-or-lose:9@9"
    assert str(read_recipe(REVERSI, recipe)) == recipe


@pytest.mark.parametrize(
    "recipe", ["", "x", "positional:3 opening=greedy:2", "positional:3 cap=nan", "threats:4"]
)
def test_invalid_recipes(recipe: str) -> None:
    with pytest.raises(Refusal):
        read_recipe(REVERSI, recipe)


@pytest.mark.parametrize(
    ("recipe", "refusal"),
    [
        ("positional:3 " + "x" * (MAX_WORD + 1), RecipeTooLong),
        ("positional:3" + " random-ties" * MAX_DESCRIPTION, None),
        ("positional:3 cap=1e15 blunders=0.1234567890123456@1e15 opening=random:1@2 end=mobility:9@9", None),
    ],
)
def test_long_recipes(recipe: str, refusal: type[Refusal] | None) -> None:
    if refusal is None:
        assert len(str(read_recipe(REVERSI, recipe))) <= MAX_DESCRIPTION
        return
    with pytest.raises(refusal):
        read_recipe(REVERSI, recipe)


def test_weights_in_a_recipe_are_normalized() -> None:
    recipe = "alignments-00,1,2, 3_0,inf:2 end=alignments-1,1,1,1,007:3@9"
    read = read_recipe(GAMES["connect4"], recipe)
    assert str(read) == "alignments-0,1,2,30,inf:2 end=alignments-1,1,1,1,7:3@9"
    with pytest.raises(NumberTooLarge):
        read_recipe(GAMES["connect4"], "alignments-0,1,2,3,123456789:2")


@pytest.mark.parametrize("typed", ["0003999", "101", "1_0", "-1", ""])
def test_lengths_out_of_range_are_refused(typed: str) -> None:
    with pytest.raises(BadMoves):
        with_numbers(ComputerPlayer("positional", 3), ("1", typed, "1", "1", "0"))


async def test_a_repeated_save_is_a_double_tap(storage: Storage) -> None:
    own = SavedOpponents(storage)
    player = ComputerPlayer("positional", 6)
    saved = await own.save(GUILD, ANN, "Octo", REVERSI, player)
    assert await own.save(GUILD, ANN, "Octo", REVERSI, player) == saved
    for who, other in ((BOB, player), (ANN, ComputerPlayer("positional", 7))):
        with pytest.raises(NameInUse):
            await own.save(GUILD, who, "octo", REVERSI, other)
    assert await own.save(GUILD + 1, BOB, "octo", REVERSI, player) != saved


async def test_names_differ_in_more_than_case_accents_and_width(storage: Storage) -> None:
    own, player = SavedOpponents(storage), ComputerPlayer("positional", 6)
    saved = await own.save(GUILD, ANN, "Éclair", REVERSI, player)
    for typed in ("eclair", "ÉCLAIR", "Ｅclair"):
        assert await own.save(GUILD, ANN, typed, REVERSI, player) == saved
        with pytest.raises(NameInUse):
            await own.save(GUILD, BOB, typed, REVERSI, player)
        with pytest.raises(NameInUse):
            await own.require_free(GUILD, typed)
    with pytest.raises(NameReserved):
        await own.require_free(GUILD, "Médium")


async def test_unsound_players_are_not_saved(storage: Storage) -> None:
    with pytest.raises(BadDepth):
        await SavedOpponents(storage).save(GUILD, ANN, "Octo", REVERSI, ComputerPlayer("positional", 31))
    assert await storage.opponents.of_guild(GUILD) == ()

"""`/play` and `/help`: a card to start from."""

from __future__ import annotations

import pytest
from discord import app_commands

from bot.catalog import GAMES
from bot.computer.opponents.choices import styles_of
from bot.rooms import unconnected_tree
from data.puzzles.puzzles import PuzzleStore
from engine import puzzles
from executors.address import flipfour_version
from tests.cases import missing, there
from tests.e2e.world import Person, World

LEVELS = "Reversi: another level, or a style"


async def test_the_card_has_both_games_and_their_levels(world: World) -> None:
    answer = await world.ann.types("play")
    assert world.posts() == []
    (card,) = answer.messages
    assert card.private
    labels = "Reversi, Connect 4, Against a friend, Rules of Reversi, Rules of Connect 4, An easy puzzle, "
    assert card.labels == [*labels.split(", ")[:-1], "Styles of play", "More features"]
    assert "**Reversi**: **child** suits you · level 2 of 19 · like someone who plays for the " in card.text
    # People see the end of a channel: a long card would hide its buttons.
    assert len(card.text.splitlines()) <= 7
    levels = [option["description"] for option in card.menus[1]["options"]]
    assert levels[7].startswith("level 7 of 11 · casual club player · rating ")
    assert card.text.endswith(f"Flipfour {flipfour_version()}")
    for label, said in (("An easy puzzle", "puzzle"), ("Rules of Connect 4", "Red moves first")):
        assert said in (await world.ann.taps(label, card)).private
    assert world.posts() == []
    (card,) = (await world.ann.types_privately("play")).messages
    assert "suits you" in card.text
    assert "Against a friend" not in card.labels


async def resign_game(world: World, game: int = 1) -> None:
    """Play two moves against the computer, and resign."""
    for _ in range(2):
        snapshot = await world.snapshot(game)
        await world.play(snapshot.position.legal_moves()[0], world.ann, game=game)
    await world.ann.resigns()


async def test_a_newcomer_is_led_from_the_rules_to_a_game_and_a_puzzle(world: World, ann: Person) -> None:
    (card,) = (await ann.types("play")).messages
    assert "🌱 **New here?** First the rules, then a game, then a puzzle." in card.text
    (rules,) = (await ann.taps("Rules of Connect 4", card)).messages
    assert rules.labels == ["Connect 4"]
    await ann.taps("Connect 4", rules)
    assert "Flipfour (child)" in world.board().text
    await resign_game(world)
    board = world.board()
    assert f"🌱 {ann.mention} has finished their first game. Next step: an easy puzzle." in board.text
    assert board.labels == ["Rematch", "Easier: toddler", "An easy puzzle", "Review", "Replay"]
    (puzzle,) = (await ann.taps("An easy puzzle", board)).messages
    assert puzzle.private
    assert "Connect 4" in puzzle.text
    (attempt,) = (await world.bot.kit[PuzzleStore].attempts(ann.id)).values()
    found = there(puzzles.find(attempt.puzzle))
    assert found.rating < 1000
    # With a game, they are not shown the beginner's path any more.
    (card,) = (await ann.types("play")).messages
    assert "New here?" not in card.text
    assert "An easy puzzle" not in card.labels
    await ann.types("connect4 start", bot="child", colour="first")
    await resign_game(world, game=2)
    assert "first game" not in world.board(2).text
    assert "An easy puzzle" not in world.board(2).labels


async def test_help_has_four_headings_with_a_button_for_every_feature(world: World, ann: Person) -> None:
    (card,) = (await ann.types("help")).messages
    assert card.private
    for heading in ("Play", "Get better", "Together", "Yours"):
        assert f"### {heading}\n" in card.text
    assert len(card.text) < 500
    assert len(card.labels) == 22
    await ann.types("play")
    assert (await ann.taps("More features")).messages[0].labels == card.labels
    assert "### 📊 Insights · " in (await ann.taps("Insights", card)).private
    (about,) = (await ann.taps("Puzzle race", card)).messages
    assert about.private
    assert "`/puzzle run:race`" in about.text
    assert world.posts() == []
    await ann.taps("Start it here", about)
    (race,) = world.posts()
    assert not missing(race.text, "### 🏁 Puzzle race", f"1. {ann.mention}")
    await ann.types("help")
    assert (await ann.opens("Import a game")).values
    # A race is offered in servers only.
    (card,) = (await ann.types_privately("help")).messages
    assert "Insights" in card.labels
    assert "Puzzle race" not in card.labels
    assert "server" in (await ann.taps_gone("f4:race_open", card)).private
    # Every style is described, and played by a tap.
    await ann.types("help")
    (card,) = (await ann.taps("Styles of play")).messages
    assert card.labels == [style for kind in GAMES.values() for style in styles_of(kind)]
    assert "**greedy**: as many discs as it can get" in card.text
    await ann.taps("quadruplets")
    assert "Flipfour (quadruplets)" in world.board().text


MANY_TAPS = {
    "reversi start": ("Reversi",),
    "connect4 start": ("Connect 4",),
    "help": ("More features",),
    "games": ("More features", "My games"),
    "next": ("Reversi", "More", "Next game"),
    "hint": ("Reversi", "Hint"),
    "game ask": ("Reversi", "More"),
    "game view": ("Reversi", "More", "My view"),
    "game resign": ("Reversi", "Resign"),
    "puzzle": ("More features", "Puzzle"),
    "review": ("More features", "Review my last game"),
    "position": ("More features", "Analyse my last game"),
    "opening explore": ("More features", "Openings"),
    "opening train": ("More features", "Train openings"),
    "tournament list": ("More features", "Tournaments"),
    "tournament create": ("More features", "Tournaments", "New tournament"),
    "simul": ("More features", "Play many at once", "Start it here"),
    "vote": ("More features", "Play by vote", "Start it here"),
    "match": ("More features", "Watch computers play", "Start it here"),
    "leaderboard": ("More features", "Leaderboard"),
    "profile": ("More features", "My profile"),
    "history": ("More features", "Finished games"),
    "opponent": ("More features", "Computer players"),
    "me": ("More features", "Settings and privacy"),
    "settings": ("More features", "Settings and privacy", "This server's settings"),
    "export": ("More features", "Finished games", "Export all of mine"),
}
"""From `/play`, the buttons that do what a command does."""


@pytest.mark.english
async def test_everything_is_three_taps_away_from_play(world: World) -> None:
    for command, labels in MANY_TAPS.items():
        person = world.manager("Mia")
        await person.types("play")
        for label in labels:
            answer = await person.taps(label)
        assert answer.acknowledged, command
        assert answer.messages, command
        assert "something went wrong" not in answer.private, command
        assert "another version" not in answer.private, command


async def test_a_tap_on_a_game_starts_it_at_the_level_that_suits_or_was_chosen(world: World) -> None:
    ann = world.ann
    await ann.types("play")
    await ann.taps("Connect 4")
    assert "connect4" in (world.board().picture or "")
    assert "Flipfour (child)" in world.board().text
    snapshot = await world.snapshot()
    assert (snapshot.game.rated, snapshot.side_of(ann.id)) != (False, None)
    await ann.chooses(LEVELS, "beginner")
    assert "reversi" in (world.board(2).picture or "")
    assert "Flipfour (beginner)" in world.board(2).text
    # A game called off is no first game.
    await ann.resigns(world.board(1))
    assert "**Called off**" in world.board(1).text
    assert "An easy puzzle" not in world.board(1).labels
    assert "New here?" in (await ann.types("play")).private


async def test_a_friend_or_anyone_is_challenged_from_the_card(world: World, ann: Person, ben: Person) -> None:
    await ann.types("play")
    (card,) = (await ann.taps("Against a friend")).messages
    assert card.private
    assert [menu["placeholder"] for menu in card.people_menus] == [
        "Reversi: choose a friend",
        "Connect 4: choose a friend",
    ]
    ann.send_choice_of_person(card, card.people_menus[1]["custom_id"], ben)
    await world.env.settle()
    offer = world.offer()
    assert not missing(offer.text, f"{ann.mention} challenges {ben.mention}", "Connect 4")
    await ben.taps("Accept")
    assert "to move.**" in world.board().text
    await ann.taps("Reversi with anyone here", card)
    assert "is looking for an opponent" in world.offer().text
    # A player is compared from a profile.
    (profile,) = (await ann.types("profile")).messages
    assert not missing((await ben.invites(ben, on=profile)).public, "Ann", "Ben")
    assert (await ann.invites(ann, on=profile)).private


def test_every_command_can_be_reached_and_there_are_few() -> None:
    # A dialog and menus with their own tests; where one begins; and what is where the board is.
    elsewhere = {"import", "replay", "compare", "play", "game board", "game if"}
    found = {
        command.qualified_name
        for command in unconnected_tree().walk_commands()
        if isinstance(command, app_commands.Command)
    }
    assert len(found) <= 33
    assert found == {*MANY_TAPS, *elsewhere}

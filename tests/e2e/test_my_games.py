"""`/games` and `/next`: a player's games everywhere, and the one that a command means."""

from __future__ import annotations

import re
from typing import Any

import pytest

from data.games.waiting import WaitingStore
from tests.cases import missing
from tests.e2e.seen import Answer, Seen
from tests.e2e.world import Person, World

AGED = 51 * 60.0


def link(world: World, board: Seen) -> str:
    return f"https://discord.com/channels/{world.server.id}/{world.channel.id}/{board.id}"


def links(answer: Answer) -> list[str]:
    return [str(part["url"]) for seen in answer.messages for part in seen._parts(2) if part.get("url")]


def numbers(seen: Seen) -> list[int]:
    """The games of a list, in its order."""
    return [int(number) for number in re.findall(r"#(\d+)", seen.text)]


async def started(world: World, first: Person, second: Person, **options: Any) -> int:
    game = await world.begin(first, second, **options)
    await world.pass_time(1.0)
    return game


async def test_an_empty_list_offers_a_start(world: World, ann: Person) -> None:
    """So does a list of one kind of game."""
    answer = await ann.types("games")
    assert not missing(answer.private, "You have no games in progress", "`/reversi start`")
    assert "You have no games in progress" in (await ann.types("next")).private
    await ann.taps("Connect 4")
    assert "connect4" in (world.board().picture or "")
    await ann.types("games")
    answer = await ann.chooses("Which games", "reversi")
    assert "You have no Reversi game in progress. Start one: `/reversi start`." in answer.private
    assert answer.messages[0].chosen == ["Reversi"]
    for chosen in ("connect4", "all"):
        assert numbers((await ann.chooses("Which games", chosen)).messages[0]) == [1]


async def test_the_list_says_whose_turn_it_is_until_when_and_where(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    untimed = await started(world, ann, ben)
    theirs = await started(world, chloe, ann, time="3 days")
    slow = await started(world, ann, chloe, time="3 days")
    quick = await started(world, ann, ben, time="5+5", board="6x6")
    answer = await ann.types("games")
    (card,) = answer.messages
    assert card.private
    assert numbers(card) == [quick, slow, untimed, theirs]
    assert not missing(card.text, "**Your move** · 3", "**Waiting for others** · 1")
    assert f"**Reversi** against **Ben** · #{quick}\n-# 6x6 · ⏳ time runs out <t:" in card.text
    assert re.search(r"Chloé to move · ⏳ time runs out <t:\d+:R>", card.text)
    assert f"#{untimed}\n-# 8x8 · no time limit" in card.text
    assert links(answer) == [link(world, world.board(game)) for game in numbers(card)]


async def test_the_computers_turn_and_a_side_that_is_lent(world: World, ann: Person) -> None:
    await ann.types("connect4 start", bot="expert", colour="second")
    world.searches.hold()
    await ann.types("reversi start", bot="expert", colour="second")
    answer = await ann.types("games")
    assert numbers(answer.messages[0]) == [1, 2]
    assert "against **Flipfour (expert)** · #2\n-# 8x8 · Flipfour (expert) to move" in answer.private
    await world.let_go()
    await ann.taps("Refresh")
    (card,) = [seen for seen in world.seen(world.channel, ann) if "Your games" in seen.text]
    assert "**Your move** · 2" in card.text


async def test_an_adjourned_game_is_resumed_from_the_list(world: World, ann: Person, ben: Person) -> None:
    game = await world.begin(ann, ben)
    await world.play("d3", ann)
    await ann.types("game ask", what="adjourn")
    await ben.taps("Agree to put it aside")
    assert world.board().labels == ["Resume game"]
    card = (await ben.types("games")).messages[0]
    assert "**Put aside** · 1" in card.text
    answer = await ben.taps("Resume game", card)
    assert len(answer.messages) == 1
    assert "**Your move** · 1" in answer.private
    assert links(answer) == [link(world, world.board(game))]
    assert f"**{ben.mention} to move.**" in world.board().text
    assert "already in progress" in (await ben.taps("Resume game", card)).private


async def test_from_one_game_to_the_next(world: World, ann: Person, ben: Person) -> None:
    untimed = await started(world, ann, ben)
    slow = await started(world, ann, ben, time="3 days")
    quick = await started(world, ann, ben, time="5+5")
    answer = await ben.types("next")
    assert answer.private == "No game is waiting for your move. 3 games are waiting for others."
    answer = await ann.types("next")
    assert links(answer) == [link(world, world.board(quick))]
    order = [quick]
    for _ in range(4):
        answer = await ann.taps("Next game", answer.messages[0])
        order += numbers(answer.messages[0])
        assert links(answer) == [link(world, world.board(order[-1]))]
    assert order == [quick, slow, untimed, quick, slow]
    await world.play("d3", ann, game=quick)
    # Under one's own board, after a start, and in the list, which is the same in direct messages.
    await ann.taps("More", world.board(slow))
    assert links(await ann.taps("Next game")) == [link(world, world.board(untimed))]
    await world.kill()
    assert numbers((await ann.types("next")).messages[0]) == [slow]
    card = (await ann.types("games")).messages[0]
    answer = await ann.taps("Next game", card)
    assert numbers(answer.messages[0]) == [untimed]
    assert numbers((await ann.taps("My games", answer.messages[0])).messages[0]) == [slow, untimed, quick]
    private = await ann.types_privately("games")
    assert "in A server" in private.messages[0].text
    assert links(private) == [link(world, world.board(game)) for game in (slow, untimed, quick)]
    # The only game that waits is the next one every time.
    await world.play("d3", ann, game=slow)
    for _ in range(2):
        assert numbers((await ann.types("next")).messages[0]) == [untimed]


async def test_the_next_games_old_or_missing_board_is_reposted(world: World) -> None:
    await world.begin(world.ann, world.ben)
    old = world.board()
    await world.leap(AGED)
    answer = await world.ann.types("next")
    board = world.board()
    assert board.id != old.id
    assert links(answer) == [link(world, board)]
    (left,) = [seen for seen in world.posts() if seen.id == old.id]
    assert link(world, board) in left.text
    assert links(await world.ann.types("next")) == [link(world, board)]
    game = (await world.snapshot()).game
    world.delete(board)
    await world.bot.kit[WaitingStore].mark_shown(game, game.channel_id, None)
    assert world.boards() == []
    assert links(await world.ann.types("next")) == [link(world, world.board())]


COMPUTERS, BENS, ANNS_TURN = 3, 1, 2


@pytest.fixture
async def games(world: World) -> None:
    """Games of Ann: with days and Ben to move, with herself to move, with the computer."""
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, time="1 day")
    await world.play("d3", ann, game=BENS)
    await world.begin(ann, ben)
    await world.play("d3 c3 c4 e3", ann, ben, game=ANNS_TURN)
    await ann.types("reversi start", bot="easy", colour="first")


async def listed(world: World, command: str, **filled: str) -> list[int]:
    """The numbers of the games that are offered for a command."""
    offered = await world.ann.suggestions(command, "game", **filled)
    return [int(name.split("#")[1].split()[0]) for name in offered]


@pytest.mark.usefixtures("slow_beats")
@pytest.mark.usefixtures("games")
async def test_games_that_a_command_can_serve_are_listed_and_meant(world: World, ann: Person) -> None:
    assert "- if **c3**, then **c4**" in (await ann.types("game if", moves="c3 c4")).private
    for command, filled, games in (
        ("game if", {}, [BENS]),
        ("game if", {"moves": "c3 c4"}, [BENS]),
        ("game ask", {"what": "draw"}, [ANNS_TURN]),
        ("game ask", {"what": "adjourn"}, [ANNS_TURN, BENS]),
    ):
        assert await listed(world, command, **filled) == games
    assert "days per move" in (await ann.types("game if", moves="c3 c4", game=str(COMPUTERS))).private
    await ann.types("game ask", what="draw")
    assert "offers a draw" in world.posts()[-1].text
    # Hints are for the player to move.
    await ann.types("game ask", bot="easy", game=str(COMPUTERS))
    assert await listed(world, "hint") == [ANNS_TURN]
    assert await listed(world, "game ask", what="thinking") == [ANNS_TURN]
    await ann.types("hint")
    assert "what I think" in world.posts()[-1].text

"""A vote on a game's page: votes and countdown as the card has them, and voting by those who take part.

Who votes on the page has joined in Discord, where the channel decides who may: a link alone gives no vote.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.core.people import Person
from bot.core.snapshot import GameSnapshot, is_vote_game
from bot.events.votes import words
from bot.events.votes.boards import VoteBoard
from bot.events.votes.games import VoteGames
from bot.events.votes.rules import tally, voting_side
from bot.events.votes.view import votes_here
from bot.services.services import Services
from bot.ui.rights import Voters
from bot.web import refusals
from data.games.votes import VoteChannel
from languages import count

BOARDS = (0, 1)
"""The boards in the game's channel and in that of the second server."""


async def vote_board(services: Services, snapshot: GameSnapshot) -> VoteBoard | None:
    """Return the card of a vote, None for any other game.

    It is that of the game's own channel.
    """
    return (
        await services[VoteGames].boards.content(snapshot.game.id, 0) if is_vote_game(snapshot.game) else None
    )


def votes_shown(card: VoteBoard) -> dict[str, Any]:
    """Return the number of votes for each move, as the board shows it."""
    counted = tally(card.ballot.votes) if votes_here(_for_both(card)) else {}
    return {move: count(number) for move, number in counted.items()}


def vote_status(card: VoteBoard) -> str:
    """Return the words of the card."""
    return f"{words.about(card)}\n{words.status(_for_both(card))}"


def _for_both(card: VoteBoard) -> VoteBoard:
    """Return the card of a vote between two servers as the one sees it that does not vote now.

    People of both have the page, and neither may see how the other is going to vote.
    """
    if card.vote.new.other is None:
        return card
    turn = card.snapshot.position.turn
    return replace(card, board=next(n for n in BOARDS if voting_side(card.vote, card.snapshot, n) != turn))


def own_vote(card: VoteBoard, who: Person) -> dict[str, Any]:
    """Return the side on which a person votes, None for a spectator, and their vote."""
    return {"side": card.ballot.members.get(who.id), "vote": card.ballot.votes.get(who.id)}


async def cast_vote(services: Services, game_id: int, who: Person, ply: int, move: str) -> None:
    """Vote for a move, on the board of the person's side."""
    card = await services[VoteGames].boards.content(game_id, 0)
    side = None if card is None else card.ballot.members.get(who.id)
    if card is None or side is None:
        raise refusals.VotesInDiscord
    boards = [board for board in BOARDS if voting_side(card.vote, card.snapshot, board) == side]
    board, game, channel = boards[0] if boards else 0, card.snapshot.game, card.vote.new.other
    if board == 0 or channel is None:
        channel = None if game.guild_id is None else VoteChannel(game.guild_id, game.channel_id)
    if channel is not None and not await services[Voters].may_vote(channel, who.id):
        raise refusals.VotesInDiscord
    await services[VoteGames].vote(game_id, who, ply, board, move)

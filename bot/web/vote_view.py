"""A vote on a game's page: votes and countdown as the card has them, and voting by those who take part.

Who votes on the page has joined in Discord, where the channel decides who may: a link alone gives no vote.
"""

from __future__ import annotations

from typing import Any

from bot.core.people import Person, Place
from bot.core.snapshot import GameSnapshot, is_vote_game
from bot.events.votes import words
from bot.events.votes.boards import VoteBoard
from bot.events.votes.games import VoteGames
from bot.events.votes.rules import tally
from bot.events.votes.view import votes_here
from bot.features import Kit
from bot.ui.slash import Voters
from bot.web import refusals
from languages import count


async def vote_board(kit: Kit, snapshot: GameSnapshot) -> VoteBoard | None:
    """Return the card of a vote, None for any other game."""
    return await kit[VoteGames].boards.content(snapshot.game.id) if is_vote_game(snapshot.game) else None


def votes_shown(card: VoteBoard) -> dict[str, Any]:
    """Return the number of votes for each move, as the board shows it."""
    counted = tally(card.ballot.votes) if votes_here(card) else {}
    return {move: count(number) for move, number in counted.items()}


def vote_status(card: VoteBoard) -> str:
    return f"{words.about(card)}\n{words.status(card)}"


def own_vote(card: VoteBoard, who: Person) -> dict[str, Any]:
    """Return the side on which a person votes, None for a spectator, and their vote."""
    return {"side": card.ballot.members.get(who.id), "vote": card.ballot.votes.get(who.id)}


async def cast_vote(kit: Kit, game_id: int, who: Person, ply: int, move: str) -> None:
    """Vote for a move, as a person who is on a side and sees the channel."""
    card = await kit[VoteGames].boards.content(game_id)
    if card is None or card.ballot.members.get(who.id) is None:
        raise refusals.VotesInDiscord
    if not await kit[Voters].may_vote(Place.of(card.snapshot.game), who.id):
        raise refusals.VotesInDiscord
    await kit[VoteGames].vote(game_id, who, ply, move)

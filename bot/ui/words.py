"""Phrases that several messages use."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from bot.opponents.specs import opponent_name
from data import Ending, Pool, RatingChange, Seat

BAR_CELLS = 12
POOLS = {Pool.PEOPLE: "between people", Pool.COMPUTER: "against the computer"}


def seat_name(seat: Seat) -> str:
    """A person by mention, so that his present name is shown; a computer player by its level."""
    if seat.player_id is not None:
        return f"<@{seat.player_id}>"
    return computer_name(seat.computer) if seat.computer else "anybody"


def computer_name(seat: str) -> str:
    """A computer player, by the text that stands in its seat."""
    return f"Flipfour ({opponent_name(seat)})"


def board_name(snapshot: GameSnapshot) -> str:
    """The board a game is played on."""
    options = snapshot.game.options
    return next((v.label for v in snapshot.kind.variants if v.options == options), options)


def side_name(snapshot: GameSnapshot, side: int) -> str:
    """A player with the disc he plays."""
    return f"{snapshot.kind.sides[side].disc} {seat_name(snapshot.game.seats[side])}"


def mover_name(snapshot: GameSnapshot) -> str:
    """Who is to move: the computer player where one plays for a person."""
    player = snapshot.player_to_move
    return computer_name(player) if player is not None else seat_name(snapshot.to_move)


def result_sentence(snapshot: GameSnapshot) -> str:
    """Who won a finished game, and how."""
    game = snapshot.game
    if snapshot.is_match and game.ending is Ending.CALLED_OFF:
        return "⏹️ **Stopped**: nobody has won."
    if game.ending is Ending.CALLED_OFF:
        return "**Called off** before both had moved: nobody has lost."
    if game.winner is None:
        return f"**A draw**, {snapshot.kind.result_line(snapshot.position)}."
    winner, loser = game.seats[game.winner], game.seats[1 - game.winner]
    if game.ending is Ending.RESIGNED:
        return f"🏆 **{seat_name(winner)} wins**: {seat_name(loser)} resigned."
    return f"🏆 **{seat_name(winner)} wins {snapshot.kind.result_line(snapshot.position)}**."


def rating_line(change: RatingChange) -> str:
    """A person's rating before and after."""
    before, after = round(change.before.value), round(change.after.value)
    return f"<@{change.player_id}> {before} → **{after}** ({after - before:+d})"


def progress_bar(fraction: float) -> str:
    """How much of something is done."""
    done = round(fraction * BAR_CELLS)
    return "▰" * done + "▱" * (BAR_CELLS - done)

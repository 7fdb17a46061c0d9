"""The buttons and menus of games and offers, and those on their cards that lead to other features.

The handlers are in the features that they lead to; an id belongs to the lowest room whose cards have it.
`game_id` is the stored game, `ply` the position.
"""

from __future__ import annotations

from typing import Literal
from zlib import crc32

from bot.catalog import GameKind
from bot.core.snapshot import CALLED_OFF_BEFORE, NO_SIDE, GameSnapshot, can_be_replayed
from bot.ui.component_ids import ASKS, EARLIER, FIXED, ONCE, SETS, SHOWS, ComponentId
from bot.ui.components import ComponentItem, button
from data.games.records import GameState
from languages import gettext, gettext_noop

ResigningCounts = Literal["loss", "nobody"]
"""Consequence of resigning as stated in the question: a loss, or none."""


class OfGame(ComponentId):
    """A component about a game."""

    game_id: int


class AtPly(OfGame):
    """A component about a game's position after `ply` moves."""

    ply: int


def ply_of(pressed: OfGame) -> int | None:
    """Return the ply that a button names; None for one of earlier versions, which names none."""
    return pressed.ply if isinstance(pressed, AtPly) else None


class PlayMove(AtPly, action="move", menu="choose", marks="game"):
    move: str


class Retry(OfGame, action="nudge", marks="game", timeless=EARLIER):
    """Search again after a failure, at any ply: on boards of earlier versions."""


class RetryMove(AtPly, action="retry_move", marks="game"):
    """Search again after a failure, in the position at `ply`."""


class Refresh(OfGame, action="refresh", timeless=SHOWS):
    """Show the current state, where only a click can."""


class TakeUp(OfGame, action="take_up", marks="game", timeless=EARLIER):
    """Resume a game whenever it was put aside: on boards of earlier versions."""


class TakeUpAt(AtPly, action="take_up_at", marks="game"):
    """Resume a game that was put aside at `ply`."""


class PlayNow(OfGame, action="play_now", marks="game", timeless=EARLIER):
    """Have the computer play its best move so far, whichever that is: on boards of earlier versions."""


class MoveNow(AtPly, action="move_now", marks="game"):
    """Have the computer play its best move so far in the position at `ply`."""


class TakeBack(OfGame, action="stop", timeless=EARLIER):
    """Ask whether the person wants to take their last move back, while the computer thinks."""


class Undo(OfGame, action="undo", timeless=EARLIER):
    """Take the person's last move back, whichever that is: on boards of earlier versions."""


class UndoMove(AtPly, action="undo_move"):
    """Take back the person's move at `ply` against the computer, after a question where that costs
    something."""


class ConfirmTakeBack(AtPly, action="take_back"):
    """Stop the computer's search and take the player's move back, after the question."""


class Join(OfGame, action="join", marks="game"):
    """Join an open game in the `version` that was shown."""

    version: int


class PlayLevel(OfGame, action="offer_play", timeless=ONCE):
    """Play the computer at the level on the button, from the player's own start card."""

    level: str


class ChooseLevel(OfGame, action="offer_level", timeless=ONCE):
    """Play the computer at a chosen level, from the player's own start card."""


class ChooseOther(OfGame, action="offer_other", timeless=ONCE):
    """Play a style or a custom opponent, from the player's own start card."""

    group: Literal["style", "own"]
    page: int


class Invite(OfGame, action="offer_invite", timeless=ONCE):
    """Turn the player's own start card into a challenge to one person."""


class ChooseBoard(OfGame, action="offer_board", timeless=SETS):
    """Choose the board of the player's own start card."""


class ChooseRated(OfGame, action="offer_rated", timeless=SETS):
    """Choose whether the player's own start card, on an unusual board, is for a rated game."""

    choice: Literal["yes", "no"]


class ChooseTime(OfGame, action="offer_time", timeless=SETS):
    """Choose the time control of the player's own start card."""


class ChooseSide(OfGame, action="offer_side", timeless=SETS):
    """Choose the colours of the player's own start card."""


class Accept(OfGame, action="accept", marks="game", timeless=ONCE):
    """Accept a challenge."""


class Decline(OfGame, action="decline", timeless=ONCE):
    """Decline a challenge."""


class Withdraw(OfGame, action="withdraw", marks="game", timeless=ONCE):
    """Withdraw the player's own challenge."""


class Resign(OfGame, action="resign", marks="game", timeless=ASKS):
    """Ask whether the person wants to resign."""


class ShowOwnView(OfGame, action="view", timeless=SHOWS):
    """Show the person the game as they want to see it."""


class ConfirmResign(OfGame, action="resign_sure"):
    """Resign, after that question."""

    counts: ResigningCounts


class KeepPlaying(OfGame, action="keep_playing", timeless=SHOWS):
    """Do not resign after all."""


class Rematch(OfGame, action="rematch", marks="game", timeless=ONCE):
    """Play the same opponent again with the colours swapped."""


class OtherLevel(OfGame, action="level", timeless=ONCE):
    """Play the computer again at another level, with the colours swapped."""

    level: str


class FindBoard(OfGame, action="find_board", timeless=SHOWS):
    """Link to the board of a game that has left this message."""


class Pause(OfGame, action="match_pause", marks="game", timeless=SETS):
    """Pause a match after the current move."""


class StepMatch(AtPly, action="match_step"):
    """Make one move of a paused match, the one at `ply`."""


class Resume(OfGame, action="match_resume", marks="game", timeless=SETS):
    """Resume a paused match."""


class Stop(OfGame, action="match_stop", timeless=ASKS):
    """Ask before a match ends without a winner."""


class PlayAgain(OfGame, action="match_again", marks="game", timeless=FIXED):
    """Start a match of the same two players with the sides swapped."""


class AskReview(OfGame, action="review", timeless=SHOWS):
    """Show the review of a finished game, or start it."""


class OpenReplay(OfGame, action="replay", timeless=SHOWS):
    """Open a finished game at its start."""


class ChooseReplay(ComponentId, action="replay_choose"):
    """Open a game chosen from a list at its start."""


class GiveEasyPuzzle(ComponentId, action="puzzle_easy"):
    """Give one of the easiest puzzles of a game, or of the game of the person's last puzzle if it is ""."""

    game: str


AN_EASY_PUZZLE = gettext_noop("An easy puzzle")


class TakeOverFrom(OfGame, action="take_over_from", marks="game"):
    """Take the side back while these computer players stand in (`stand_ins`)."""

    players: str


def stand_ins(snapshot: GameSnapshot) -> str:
    """Name the computer players that stand in for both people of a game."""
    return f"{crc32(repr(snapshot.game.delegates).encode()):x}"


class HintAt(AtPly, action="hint_at"):
    """Request a hint for the position at `ply`."""


class KeepRated(ComponentId, action="think_no"):
    """Decline help, or a move back, so that the game stays rated."""


class More(OfGame, action="more", timeless=ASKS):
    """Open the menu of all a player can ask in a game."""


class NextGame(ComponentId, action="next_game", timeless=SHOWS):
    """Link to the next game after `here` that waits for the person, in a new message."""

    here: int


class StartGame(ComponentId, action="start"):
    """Play the computer at the level that suits the player."""

    game: str


class ShowGamesList(ComponentId, action="games_list"):
    """Offer to post the list of this channel's games, or to remove it."""


class WatchOnWeb(OfGame, action="watch", timeless=SHOWS):
    """Tell where a game can be watched in a browser."""


class OpenBoard(OfGame, action="open_board", timeless=SHOWS):
    """Open a game's board inside of Discord."""


# Translators: a button; it opens a game's board, to be tapped, inside of Discord.
OPEN_BOARD = gettext_noop("Open board")


def open_button(game_id: int) -> ComponentItem:
    return button(gettext(OPEN_BOARD), OpenBoard(game_id), emoji="🕹️")


def review_button(snapshot: GameSnapshot) -> list[ComponentItem]:
    moves = sum(by != NO_SIDE for by in snapshot.movers)
    if snapshot.game.state is not GameState.FINISHED or moves < CALLED_OFF_BEFORE:
        return []
    return [button(gettext("Review"), AskReview(snapshot.game.id), emoji="🔍")]


def looking_back(snapshot: GameSnapshot) -> list[ComponentItem]:
    buttons = review_button(snapshot)
    if can_be_replayed(snapshot):
        # Translators: a button.
        buttons.append(button(gettext("Replay"), OpenReplay(snapshot.game.id), emoji="🎬"))
    return buttons


def next_button(here: int) -> ComponentItem:
    return button(gettext("Next game"), NextGame(here), emoji="⏭️")


def play_button(kind: GameKind) -> ComponentItem:
    """Return the button that starts a game against the computer at the level that suits the person."""
    return button(kind.title, StartGame(kind.key), emoji=kind.sides[0].disc)


def watch_button(component_id: ComponentId) -> ComponentItem:
    # Translators: a button; it leads to the game's board in the browser.
    return button(gettext("Watch in the browser"), component_id, emoji="🌐")


class OpenFeature(ComponentId, action="open"):
    """Do what a command does without options."""

    command: str


class ShowRules(ComponentId, action="rules"):
    game: str


def rules_button(kind: GameKind) -> ComponentItem:
    # Translators: a button, such as “Rules of Reversi”.
    return button(gettext("Rules of {game}", game=kind.title), ShowRules(kind.key), emoji="📖")


class OpenInsights(ComponentId, action="insights", timeless=SHOWS):
    """Show what a person's reviewed games say, to them alone."""

    player_id: int
    game: str


class OpenPuzzleRace(ComponentId, action="race_open"):
    """Open a puzzle race in the channel."""

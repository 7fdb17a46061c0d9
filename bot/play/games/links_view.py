"""Buttons on cards of games that lead to other features, which have the handlers.

The id of such a button belongs to the lowest room whose cards have it.
"""

from __future__ import annotations

from zlib import crc32

from bot.catalog import GameKind
from bot.core.snapshot import CALLED_OFF_BEFORE, NO_SIDE, GameSnapshot, can_be_replayed
from bot.play.games.ids import AtPly, OfGame
from bot.ui.component_ids import ASKS, SHOWS, ComponentId
from bot.ui.components import ComponentItem, button
from data.games.records import GameState
from languages import gettext, gettext_noop


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
"""Label of the button that gives a beginner a puzzle."""


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
    """Return the button for the board inside of Discord."""
    return button(gettext(OPEN_BOARD), OpenBoard(game_id), emoji="🕹️")


def review_button(snapshot: GameSnapshot) -> list[ComponentItem]:
    moves = sum(by != NO_SIDE for by in snapshot.movers)
    if snapshot.game.state is not GameState.FINISHED or moves < CALLED_OFF_BEFORE:
        return []
    return [button(gettext("Review"), AskReview(snapshot.game.id), emoji="🔍")]


def looking_back(snapshot: GameSnapshot) -> list[ComponentItem]:
    return [*review_button(snapshot), *replay_button(snapshot)]


def replay_button(snapshot: GameSnapshot) -> list[ComponentItem]:
    if not can_be_replayed(snapshot):
        return []
    # Translators: a button.
    return [button(gettext("Replay"), OpenReplay(snapshot.game.id), emoji="🎬")]


def next_button(here: int) -> ComponentItem:
    """Return the button for the next game after `here`."""
    return button(gettext("Next game"), NextGame(here), emoji="⏭️")


def play_button(kind: GameKind) -> ComponentItem:
    """Return the button that starts a game against the computer at the level that suits the person."""
    return button(kind.title, StartGame(kind.key), emoji=kind.sides[0].disc)


def watch_button(component_id: ComponentId) -> ComponentItem:
    """Return the button that tells where something can be watched in a browser."""
    # Translators: a button; it leads to the game's board in the browser.
    return button(gettext("Watch in the browser"), component_id, emoji="🌐")

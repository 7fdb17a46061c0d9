"""Buttons by which a room's cards lead into other rooms, each of which has the handler."""

from __future__ import annotations

from typing import Literal
from zlib import crc32

from bot.catalog import GAMES, GameKind
from bot.core.snapshot import CALLED_OFF_BEFORE, NO_SIDE, GameSnapshot, can_be_replayed
from bot.ui.component_ids import ASKS, EARLIER, SETS, SHOWS, ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.layout import Row, row
from data.games.records import GameState
from data.people.preferences import OwnerKind
from data.ratings.ratings import Pool
from languages import gettext, gettext_noop


class OpenInsights(ComponentId, action="insights", timeless=SHOWS):
    """Show what a person's reviewed games say, to them alone."""

    player_id: int
    game: str


class AskReview(ComponentId, action="review", timeless=SHOWS):
    """Show the review of a finished game, or start it."""

    game_id: int


class OpenReplay(ComponentId, action="replay", timeless=SHOWS):
    """Open a finished game at its start."""

    game_id: int


class ChooseReplay(ComponentId, action="replay_choose"):
    """Open a game chosen from a list at its start."""


class GiveEasyPuzzle(ComponentId, action="puzzle_easy"):
    """Give one of the easiest puzzles of a game, or of the game of the person's last puzzle if it is ""."""

    game: str


AN_EASY_PUZZLE = gettext_noop("An easy puzzle")
"""Label of the button that gives a beginner a puzzle."""


class ShowSettings(ComponentId, action="settings_page"):
    """Show a page of the settings."""

    owner: OwnerKind
    page: int


class TakeOver(ComponentId, action="take_over", marks="game", timeless=EARLIER):
    """Take the side back from any computer player: on boards of earlier versions."""

    game_id: int


class AskHint(ComponentId, action="hint_ask", timeless=EARLIER):
    """Request a hint for the game's position: on boards of earlier versions."""

    game_id: int


class TakeOverFrom(ComponentId, action="take_over_from", marks="game"):
    """Take the side back while these computer players stand in (`stand_ins`)."""

    game_id: int
    players: str


def stand_ins(snapshot: GameSnapshot) -> str:
    """Name the computer players that stand in for both people of a game."""
    return f"{crc32(repr(snapshot.game.delegates).encode()):x}"


class HintAt(ComponentId, action="hint_at"):
    """Request a hint for the position at `ply`."""

    game_id: int
    ply: int


class KeepRated(ComponentId, action="think_no"):
    """Decline help, or a move back, so that the game stays rated."""


class More(ComponentId, action="more", timeless=ASKS):
    """Open the menu of all a player can ask in a game."""

    game_id: int


class WatchOnWeb(ComponentId, action="watch", timeless=SHOWS):
    """Tell where a game can be watched in a browser."""

    game_id: int


class WithdrawWebLink(ComponentId, action="watch_no", timeless=SETS):
    """Withdraw the link to a game's page."""

    game_id: int


class OpenBoard(ComponentId, action="open_board", timeless=SHOWS):
    """Open a game's board inside of Discord."""

    game_id: int


class OpenReviewPage(ComponentId, action="review_web", timeless=SHOWS):
    """Tell where a review can be seen in a browser."""

    game_id: int


class WatchEvent(ComponentId, action="watch_event", timeless=SHOWS):
    """Tell where a tournament or an exhibition can be watched in a browser."""

    tournament_id: int


class WithdrawEventLink(ComponentId, action="watch_event_no", timeless=SETS):
    """Withdraw the link to the page of a tournament or an exhibition."""

    tournament_id: int


class SignOutEverywhere(ComponentId, action="sign_out"):
    """Sign a person out of the pages in all browsers."""


class ShowLeaderboard(ComponentId, action="standings"):
    """Show a page of a leaderboard, of this server (`s`) or of everywhere (`e`); `board` is "" for the usual
    one.

    `purpose` keeps the ids of a message distinct: two of its buttons may lead to the same page.
    """

    game: str
    board: str
    pool: Pool
    scope: Literal["s", "e"]
    page: int
    asker_id: int
    purpose: Literal["b", "n", "p", "s", "g"]


class StartGame(ComponentId, action="start"):
    """Play the computer at the level that suits the player."""

    game: str


class ShowRules(ComponentId, action="rules"):
    """Show the rules of a game."""

    game: str


class OpenPuzzleRace(ComponentId, action="race_open"):
    """Open a puzzle race in the channel."""


class OpenFeature(ComponentId, action="open"):
    """Do what a command does without options."""

    command: str


# Translators: a button; it opens a game's board, to be tapped, inside of Discord.
OPEN_BOARD = gettext_noop("Open board")


def open_button(game_id: int) -> ComponentItem:
    """Return the button for the board inside of Discord."""
    return button(gettext(OPEN_BOARD), OpenBoard(game_id), emoji="🕹️")


def review_button(snapshot: GameSnapshot) -> list[ComponentItem]:
    """Return the review button, if there is enough to review."""
    moves = sum(by != NO_SIDE for by in snapshot.movers)
    if snapshot.game.state is not GameState.FINISHED or moves < CALLED_OFF_BEFORE:
        return []
    return [button(gettext("Review"), AskReview(snapshot.game.id), emoji="🔍")]


def looking_back(snapshot: GameSnapshot) -> list[ComponentItem]:
    """Return the buttons for the review and the replay, if there is something to show."""
    return [*review_button(snapshot), *replay_button(snapshot)]


def replay_button(snapshot: GameSnapshot) -> list[ComponentItem]:
    """Return the button for the replay, if there is something to show."""
    if not can_be_replayed(snapshot):
        return []
    # Translators: a button.
    return [button(gettext("Replay"), OpenReplay(snapshot.game.id), emoji="🎬")]


class NextGame(ComponentId, action="next_game", timeless=SHOWS):
    """Link to the next game after `here` that waits for the person, in a new message."""

    here: int


def next_button(here: int) -> ComponentItem:
    """Return the button for the next game after `here`."""
    return button(gettext("Next game"), NextGame(here), emoji="⏭️")


def play_buttons() -> Row:
    """Return the buttons that start a game against the computer."""
    return row(*map(play_button, GAMES.values()))


def play_button(kind: GameKind) -> ComponentItem:
    """Return the button that starts a game against the computer at the level that suits the person."""
    return button(kind.title, StartGame(kind.key), emoji=kind.sides[0].disc)


class ShowGamesList(ComponentId, action="games_list"):
    """Offer to post the list of this channel's games, or to remove it."""


class SetGamesList(ComponentId, action="games_list_set"):
    """Post the list in this channel, or remove it."""

    to: Literal["post", "remove"]


def watch_button(component_id: WatchOnWeb | WatchEvent) -> ComponentItem:
    """Return the button that tells where something can be watched in a browser."""
    # Translators: a button; it leads to the game's board in the browser.
    return button(gettext("Watch in the browser"), component_id, emoji="🌐")

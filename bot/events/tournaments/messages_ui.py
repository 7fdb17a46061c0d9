"""Drawing the messages of tournaments."""

from __future__ import annotations

from bot.events.tournaments import call_words, words
from bot.events.tournaments.ids import ConfirmPresence
from bot.events.tournaments.messages import (
    AreYouThere,
    GamesBegun,
    LostByAbsence,
    TournamentMessage,
    TournamentResults,
)
from bot.events.tournaments.view import draw_tournament
from bot.ui.components import ComponentItem, button
from bot.ui.messenger import Note, Showing, shows
from bot.ui.publisher import Drawing, Subject
from bot.ui.request import mentioning
from data.tournaments.records import TournamentRecord
from languages import pgettext


@shows(
    TournamentMessage,
    lambda shown: {"tournament": shown.record.tournament.id, "version": shown.record.tournament.version},
    subject=lambda shown: Subject("tournament", shown.record.tournament.id),
)
async def draw_card(content: TournamentMessage, scene: Showing) -> Drawing:
    """Draw a tournament's card."""
    return await draw_tournament(content, await scene.look(), on_web=scene.on_web)


@shows(GamesBegun, lambda news: {"tournament games": [pairing.id for pairing in news.pairings]})
async def draw_begun(news: GamesBegun, scene: Showing) -> Note:
    """Call the players of games that have begun."""
    here = [_here(news.record)] if call_words.can_confirm(news) else []
    return Note(call_words.games_begun(news), mentioning(call_words.players_of(news)), here)


@shows(LostByAbsence, lambda news: {"tournament absences": [pairing.id for pairing in news.pairings]})
async def draw_absences(news: LostByAbsence, scene: Showing) -> Note:
    """Tell people that they lost games by absence."""
    return Note(call_words.lost_by_absence(news), mentioning(call_words.absentees_of(news)))


@shows(
    AreYouThere,
    lambda news: {"tournament game": news.game.id, "due": int(news.deadline.timestamp())},
)
async def draw_are_you_there(news: AreYouThere, scene: Showing) -> Note:
    """Ask a player whether they are there."""
    return Note(call_words.are_you_there(news), mentioning([news.player_id]), [_here(news.record)])


@shows(
    TournamentResults,
    lambda news: {
        "tournament over": news.record.tournament.id,
        "elsewhere": news.elsewhere,
        "version": news.record.tournament.version,
    },
)
async def draw_results(news: TournamentResults, scene: Showing) -> Note:
    """Announce a tournament's results."""
    return Note(words.results(news.record))


def _here(record: TournamentRecord) -> ComponentItem:
    return button(pgettext("button", "I'm here"), ConfirmPresence(record.tournament.id), emoji="👋")

"""Words of short messages: announcements in a server's channel, and alerts to hosts."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.snapshot import GameSnapshot
from bot.events.matches.strength import StrengthReport
from bot.events.matches.words import strength_summary
from bot.hosting.alerts import Alert, AlertKind
from bot.play.games.words import players_line, result_sentence
from bot.ranks.stats.words import list_title, rating_text
from bot.ui.words import mention
from data.ratings.leaderboard import Standing
from data.ratings.ratings import Pool, RatingList
from languages import gettext, gettext_noop

ALERTS: Mapping[AlertKind, str] = {
    AlertKind.BACKUP_FAILED: gettext_noop("A backup failed. It is retried every 15 minutes."),
    AlertKind.DISK_NEARLY_FULL: gettext_noop("The disk is nearly full. Once it is full, no one can play."),
    AlertKind.MANY_ERRORS: gettext_noop("There are many errors in the log."),
    AlertKind.GATEWAY_FLAPPING: gettext_noop("The connection to Discord keeps breaking."),
    AlertKind.GAMES_STUCK: gettext_noop("Some games are stuck."),
}

ALERT_FOOT = gettext_noop(
    "-# You get this because `FLIPFOUR_ALERTS_TO` names you. It won't be repeated for six hours."
)

NEW_LEADERS: Mapping[Pool, str] = {
    # Translators: a message in a server's channel; {game} is a game, perhaps with its board: “Reversi, 6x6”.
    Pool.PEOPLE: gettext_noop(
        "🏆 {person} now leads this server's leaderboard of {game}, games between "
        "people, with a rating of **{rating}**."
    ),
    # Translators: a message in a server's channel; {game} is a game, perhaps with its board: “Reversi, 6x6”.
    Pool.COMPUTER: gettext_noop(
        "🏆 {person} now leads this server's leaderboard of {game}, games against the "
        "computer, with a rating of **{rating}**."
    ),
}
"""News of a leader. Puzzles have lists, too, but no news: only games are announced."""

MAX_DETAIL = 500
"""Maximum characters of an alert's detail."""


def match_over(snapshot: GameSnapshot, link: str | None) -> str:
    """Announce the result of a game between two computer players."""
    return _with_link(f"{players_line(snapshot)}\n{result_sentence(snapshot)}", link)


def strength_measured(report: StrengthReport, link: str | None) -> str:
    """Announce the result of a strength test."""
    return _with_link(strength_summary(report), link)


def new_leader(rated_in: RatingList, leader: Standing, link: str | None) -> str:
    """Announce a new leader of a list of the server."""
    text = gettext(
        NEW_LEADERS[rated_in.pool],
        person=mention(leader.player_id),
        game=list_title(rated_in),
        rating=rating_text(leader),
    )
    return _with_link(text, link)


def alert_text(alert: Alert) -> str:
    """Tell a host what is wrong."""
    detail = alert.detail.replace("`", "'")[:MAX_DETAIL]
    return f"⚠️ **{gettext(ALERTS[alert.kind])}**\n```\n{detail}\n```{gettext(ALERT_FOOT)}"


def _with_link(text: str, link: str | None) -> str:
    return text if link is None else f"{text}\n{link}"

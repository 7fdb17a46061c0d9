"""What announcements say."""

from __future__ import annotations

from bot.games.snapshot import GameSnapshot
from bot.matches.strength import StrengthReport
from bot.ui.games.words import players_line, result_sentence
from bot.ui.language import gettext
from bot.ui.matches.words import strength_summary
from bot.ui.stats.words import list_title, rating_text
from bot.ui.words import POOLS, mention
from data import RatingList, Standing


def match_over(snapshot: GameSnapshot, link: str | None) -> str:
    """Two computer players have played a game to its end."""
    return _with_link(f"{players_line(snapshot)}\n{result_sentence(snapshot)}", link)


def strength_measured(report: StrengthReport, link: str | None) -> str:
    """All games between two computer players are played."""
    return _with_link(strength_summary(report), link)


def new_leader(rated_in: RatingList, leader: Standing, link: str | None) -> str:
    """Somebody is the first on a list of the server."""
    text = gettext(
        "🏆 {person} now leads this server's list of {game}, games {pool}, with a rating of **{rating}**.",
        person=mention(leader.player_id),
        game=list_title(rated_in),
        pool=gettext(POOLS[rated_in.pool]),
        rating=rating_text(leader),
    )
    return _with_link(text, link)


def _with_link(text: str, link: str | None) -> str:
    return text if link is None else f"{text}\n{link}"

"""The texts of matches and strength tests (`/match`)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from bot.catalog import GAMES, board_label
from bot.core.snapshot import GameSnapshot
from bot.events.matches.strength import MOVE_SECONDS, StrengthReport
from bot.messages.jobs import Status
from bot.play.games.words import players_line, result_sentence
from bot.ranks.stats.words import list_title, rating_text
from bot.ui.untrusted import escaped
from bot.ui.words import mention, player_label, progress_bar
from data.ratings.leaderboard import Standing
from data.ratings.ratings import Pool, RatingList
from engine.players.matches import MatchScore, elo_difference, superiority
from languages import count, gettext, gettext_noop, ngettext
from languages.numbers import facts_line, figure, percent, signed
from renderers.strength_chart import strength_of

MARKS = ("🟦", "🟧")
"""The players' colours in the chart."""


STOP_QUESTION = gettext_noop("**Stop the match?** No one wins, and it can't be resumed.")
STOPPED = gettext_noop("The match has been stopped.")
CANCEL_QUESTION = gettext_noop(
    "**Cancel the strength test?** The games played so far still count, but it can't be resumed."
)
CANCELLED = gettext_noop("The strength test has been cancelled.")


def player_names(report: StrengthReport) -> tuple[str, str]:
    """Return the names of both players for places without markup."""
    asked = report.test.asked
    return player_label(asked.first), player_label(asked.second)


def strength_text(report: StrengthReport) -> str:
    return "\n".join([_heading(report), _progress(report), *_standing(report)])


def _heading(report: StrengthReport) -> str:
    asked = report.test.asked
    first, second = _escaped_names(report)
    kind = GAMES.get(asked.game)
    facts = [kind.title if kind else asked.game]
    if kind and asked.options:
        facts.append(board_label(kind, asked.options))
    facts += [
        gettext("at most {seconds} s per move", seconds=figure(MOVE_SECONDS)),
        # Translators: who asked for a measurement, in a list of facts.
        gettext("requested by {person}", person=mention(asked.asker_id)),
    ]
    title = gettext("### 📊 Which is stronger: {first} or {second}?", first=first, second=second)
    return f"{title}\n{facts_line(facts)}"


def _progress(report: StrengthReport) -> str:
    played, games = len(report.test.results), report.test.asked.games
    values = {"played": played, "games": games, "bar": progress_bar(played / games)}
    if report.status is Status.DONE:
        return gettext("**{games} games** played, each opening twice with the sides swapped.", **values)
    if report.status is Status.CANCELLED:
        return gettext("✖️ **Cancelled** after {played} of {games} games.", **values)
    if report.status is Status.FAILED:
        return gettext(
            "⚠️ **Ended by an error on my side** after {played} of {games} games. Sorry! It has been logged.",
            **values,
        )
    if report.seconds_left is None:
        return gettext("{bar} **{played} of {games}** games", **values)
    left = duration_words(report.seconds_left)
    # Translators: {left} is a duration, such as “about 5 minutes”.
    return gettext("{bar} **{played} of {games}** games · {left} left", left=left, **values)


def _standing(report: StrengthReport) -> list[str]:
    """Return the games won by each, and what follows from them."""
    running = report.status.in_progress
    first, second = _escaped_names(report)
    total = strength_of(report.test.results)
    if not total.games:
        waiting = gettext(
            "-# The games are played in the background, when no one else's game needs the time."
        )
        return [waiting] if running else []
    won = [
        _won(MARKS[0], first, total.wins),
        _won(MARKS[1], second, total.losses),
    ]
    if total.draws:
        # Translators: a number of games without a winner, after those that each player won.
        won.append(ngettext("{number} drawn", "{number} drawn", total.draws))
    searched = _searched(report)
    if running:
        return [" · ".join(won), *searched]
    return [" · ".join(won), verdict(total, first, second), *_likelihood(total, first, second), *searched]


def _likelihood(total: MatchScore, first: str, second: str) -> list[str]:
    """Return how likely the leader is the stronger player, in whole percent, rounded down."""
    if total.score == 0.5 or not sum(total.pairs):
        return []
    likelihood = superiority(total.pairs)
    better = first if total.score > 0.5 else second
    likely = math.floor(100 * (likelihood if better == first else 1 - likelihood))
    # Translators: {better} is a computer player, {percent} such as “92%”.
    shown = percent(min(99, likely))
    return [gettext("-# Likelihood that {better} is stronger: {percent}", better=better, percent=shown)]


def _won(mark: str, player: str, games: int) -> str:
    # Translators: {mark} is a coloured square, {number} a number of games.
    return ngettext(
        "{mark} **{player}** won {number}",
        "{mark} **{player}** won {number}",
        games,
        mark=mark,
        player=player,
    )


def _searched(report: StrengthReport) -> list[str]:
    """Return both players' nodes per move."""
    test = report.test
    if not all(test.moves):
        return []
    first, second = (round(nodes / moves) for nodes, moves in zip(test.nodes, test.moves, strict=True))
    return [
        gettext(
            "-# Nodes searched per move: {first_mark} {first} · {second_mark} {second}",
            first_mark=MARKS[0],
            first=count(first),
            second_mark=MARKS[1],
            second=count(second),
        )
    ]


def verdict(total: MatchScore, first: str, second: str) -> str:
    """Say which player is stronger, as far as the games can tell."""
    low, high = (round(elo_difference(end)) for end in total.interval)
    better, elo, won, lost = first, round(total.elo), total.wins, total.losses
    if total.score < 0.5:
        better, elo, won, lost = second, -elo, lost, won
        low, high = -high, -low
    values = {
        "better": better,
        "result": f"{won}–{lost}",
        "elo": signed(elo),
        "low": signed(low),
        "high": signed(high),
    }
    if low > 0 and not lost and not total.draws:
        # Translators: a finding about two computer players; “95%” is how certain it is.
        return gettext("**{better} won every game**: at least {low} Elo stronger (95%).", **values)
    if low > 0:
        # Translators: {result} is such as “12–4”; the last two numbers are the ends of the 95% interval.
        return gettext("**{better} is stronger**: {result}, {elo} Elo (95%: {low} to {high} Elo).", **values)
    if total.score == 0.5:
        return gettext("**Level at {result}**, not yet conclusive (95%: {low} to {high} Elo).", **values)
    return gettext("**{better} leads {result}**, not yet conclusive (95%: {low} to {high} Elo).", **values)


def duration_words(seconds: float) -> str:
    if seconds < 50:
        # Translators: the time that is left.
        return gettext("less than a minute")
    minutes, hours = max(1, round(seconds / 60)), max(1, round(seconds / 3600))
    if minutes < 60:
        return ngettext("about a minute", "about {number} minutes", minutes)
    return ngettext("about an hour", "about {number} hours", hours)


def _escaped_names(report: StrengthReport) -> tuple[str, str]:
    first, second = map(escaped, player_names(report))
    return first, second


NEW_LEADERS: Mapping[Pool, str] = {
    # Translators: a message in a server's channel; {game} is a game, perhaps with its board: “Reversi, 6x6”.
    Pool.PEOPLE: gettext_noop(
        "🏆 {person} now leads this server's leaderboard of {game}, games between people, with a "
        "rating of **{rating}**."
    ),
    # Translators: a message in a server's channel; {game} is a game, perhaps with its board: “Reversi, 6x6”.
    Pool.COMPUTER: gettext_noop(
        "🏆 {person} now leads this server's leaderboard of {game}, games against the computer, "
        "with a rating of **{rating}**."
    ),
}
"""News of a leader. Puzzles have lists, too, but no news: only games are announced."""


def match_over(snapshot: GameSnapshot, link: str | None) -> str:
    """Announce the result of a game between two computer players."""
    return _with_link(f"{players_line(snapshot)}\n{result_sentence(snapshot)}", link)


def strength_measured(report: StrengthReport, link: str | None) -> str:
    """Announce the result of a strength test."""
    first, second = _escaped_names(report)
    title = gettext("📊 {first} against {second}:", first=first, second=second)
    return _with_link("\n".join([title, *_standing(report)]), link)


def new_leader(rated_in: RatingList, leader: Standing, link: str | None) -> str:
    """Announce a new leader of a list of the server."""
    text = gettext(
        NEW_LEADERS[rated_in.pool],
        person=mention(leader.player_id),
        game=list_title(rated_in),
        rating=rating_text(leader),
    )
    return _with_link(text, link)


def _with_link(text: str, link: str | None) -> str:
    return text if link is None else f"{text}\n{link}"

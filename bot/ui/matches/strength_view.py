"""The message of a comparison of two computer players: its progress, and what came of it."""

from __future__ import annotations

import discord

from bot.catalog import GAMES
from bot.matches.strength import MOVE_SECONDS, Report, Status
from bot.opponents.specs import opponent_name
from bot.ui import components
from bot.ui.words import progress_bar
from engine.players.matches import MatchScore, elo_difference
from renderers.charts import strength_of

RUNNING = discord.Colour(0x4C7BD9)
OVER = discord.Colour(0xE0A93B)
MARKS = ("🟦", "🟧")
"""The players' colours in the chart."""


def strength_view(report: Report, picture: discord.File | None, words: str) -> discord.ui.LayoutView:
    """The message; `picture` is the chart once there is one, `words` its description."""
    view = discord.ui.LayoutView(timeout=None)
    running = report.status is Status.RUNNING
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        accent_colour=RUNNING if running else OVER
    )
    container.add_item(
        discord.ui.TextDisplay(f"{_heading(report)}\n{_progress(report)}\n{_standing(report)}")
    )
    if picture is not None:
        gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
        gallery.add_item(media=picture, description=words)
        container.add_item(gallery)
    if running:
        row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        row.add_item(components.button("Cancel", "strength_cancel", report.test.id, emoji="✖️"))
        container.add_item(row)
    view.add_item(container)
    return view


def player_names(report: Report) -> tuple[str, str]:
    """The two players as people call them."""
    asked = report.test.asked
    return opponent_name(asked.first), opponent_name(asked.second)


def _heading(report: Report) -> str:
    asked = report.test.asked
    first, second = (discord.utils.escape_markdown(name) for name in player_names(report))
    kind = GAMES.get(asked.game)
    facts = [kind.title if kind else asked.game]
    if kind and asked.options:
        facts.append(next((v.label for v in kind.variants if v.options == asked.options), asked.options))
    facts += [f"at most {MOVE_SECONDS:g} s a move", f"asked for by <@{asked.asker_id}>"]
    return f"### 📊 Which is stronger: {first} or {second}?\n-# {' · '.join(facts)}"


def _progress(report: Report) -> str:
    played, games = len(report.test.results), report.test.asked.games
    if report.status is Status.DONE:
        return f"**{games} games** played, each opening twice with the sides exchanged."
    if report.status is Status.CANCELLED:
        return f"✖️ **Cancelled** after {played} of {games} games."
    if report.status is Status.FAILED:
        return f"⚠️ **Ended by a fault of mine** after {played} of {games} games. I have noted it; I'm sorry."
    left = f" · {_duration(report.seconds_left)} left" if report.seconds_left is not None else ""
    return f"{progress_bar(played / games)} **{played} of {games}** games{left}"


def _standing(report: Report) -> str:
    """The games won by each, and what follows from them."""
    first, second = (discord.utils.escape_markdown(name) for name in player_names(report))
    total = strength_of(report.test.results)
    if not total.games:
        return "-# It goes on whenever no game of yours needs the time." if _runs(report) else ""
    drawn = f" · {total.draws} drawn" if total.draws else ""
    lines = [f"{MARKS[0]} **{first}** won {total.wins} · {MARKS[1]} **{second}** won {total.losses}{drawn}"]
    if not _runs(report):
        lines.append(_verdict(total, first, second))
    return "\n".join(lines)


def _runs(report: Report) -> bool:
    return report.status is Status.RUNNING


def _verdict(total: MatchScore, first: str, second: str) -> str:
    """Who is stronger, as far as so many games can tell."""
    low, high = (round(elo_difference(end)) for end in total.interval)
    if low <= 0 <= high:
        return (
            f"Too close to tell: with 95 % certainty between {-low} Elo points for {second} and {high} "
            f"for {first}."
        )
    better, points, (least, most) = first, total.elo, (low, high)
    if high < 0:
        better, points, (least, most) = second, -total.elo, (-high, -low)
    if total.score in (0.0, 1.0):
        return f"**{better} won every game**: more than {least} Elo points stronger, with 95 % certainty."
    return (
        f"**{better} is stronger** by about {points:.0f} Elo points, with 95 % certainty between {least} "
        f"and {most}."
    )


def _duration(seconds: float) -> str:
    """About how long, as people say it."""
    if seconds < 50:
        return "less than a minute"
    minutes = round(seconds / 60)
    if minutes < 60:
        return "about a minute" if minutes <= 1 else f"about {minutes} minutes"
    hours = round(seconds / 3600)
    return "about an hour" if hours <= 1 else f"about {hours} hours"

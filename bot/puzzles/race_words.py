"""The texts of puzzle races."""

from __future__ import annotations

from collections.abc import Mapping

from discord.utils import format_dt

from bot.catalog import GAMES
from bot.puzzles.race_rules import BAR_LENGTH, MAX_RACERS, Placed, bar_length, ranked
from bot.ui.words import MEDALS, mention
from data.puzzles.races import RaceReason, RaceRecord, RaceState
from data.puzzles.runs import RunEnding
from languages import count, gettext, gettext_noop, ngettext

CANCELLED: Mapping[RaceReason, str] = {
    "few": gettext_noop("Too few people joined, so this race was called off."),
    "absence": gettext_noop("I was offline, so this race was called off. It has no result."),
    "gone": gettext_noop("This race was called off."),
    "puzzles": gettext_noop(
        "There are too few puzzles that none of you has seen in the last 30 days, so this race was called "
        "off."
    ),
}
YOU_ARE_IN = gettext_noop(
    "🏁 You're in! Your board appears here when the race begins. You have three minutes, and your third miss "
    "ends your run."
)


def race_text(record: RaceRecord) -> str:
    """Return the text of a race's message."""
    race = record.race
    lines = [gettext("### 🏁 Puzzle race · {game}", game=GAMES[race.game].title)]
    match race.state:
        case RaceState.OPEN:
            lines += _lobby(record)
        case RaceState.RUNNING:
            assert race.begins_at is not None
            assert race.deadline is not None
            # Translators: both times are written by Discord: “10 seconds ago”, “in 3 minutes”.
            times = gettext(
                "🚦 Start: {start} · ⏱️ End: {end}",
                start=format_dt(race.begins_at, "R"),
                end=format_dt(race.deadline, "R"),
            )
            lines += [times, *map(_course_line, _with_best(record))]
        case RaceState.FINISHED:
            lines += [*map(_result_line, ranked(record.racers)), _no_one(record), _how_ranked()]
        case RaceState.CANCELLED:
            lines.append(gettext(CANCELLED.get(race.reason or "gone", CANCELLED["gone"])))
    return "\n".join(filter(None, lines))


def _lobby(record: RaceRecord) -> list[str]:
    race = record.race
    rules = gettext(
        "The same puzzles for everyone, each a little harder. Three minutes; your third miss ends your run. "
        "Who solves most?"
    )
    named = [f"{number}. {mention(one.player_id)}" for number, one in enumerate(record.racers, 1)]
    # Translators: {number} of {most} people have joined a race.
    places = gettext(
        "**{number} of {most}** have joined", number=count(len(record.racers)), most=count(MAX_RACERS)
    )
    # Translators: {when} is written by Discord: “in 10 minutes”.
    begins = gettext(
        "-# It starts automatically {when} if at least two people have joined.",
        when=format_dt(race.expires_at, "R"),
    )
    return [rules, places, *named, begins]


def _with_best(record: RaceRecord) -> list[tuple[Placed, int]]:
    best = max((racer.score for racer in record.racers), default=0)
    return [(placed, best) for placed in ranked(record.racers)]


def _course_line(shown: tuple[Placed, int]) -> str:
    """Return a racer's line while the race is in progress."""
    (_, racer), best = shown
    filled = bar_length(racer.score, best)
    bar = "▰" * filled + "▱" * (BAR_LENGTH - filled)
    parts = [f"{bar} **{count(racer.score)}** {mention(racer.player_id)}", *_misses(racer.misses)]
    if racer.ending is RunEnding.STOPPED:
        # Translators: after the name of a person who has given up in a race.
        parts.append(gettext("gave up"))
    elif racer.ending is not None:
        # Translators: after the name of a person whose race is over, by misses or without puzzles left.
        parts.append(gettext("done"))
    return " · ".join(parts)


def _result_line(placed: Placed) -> str:
    place, racer = placed
    medal = MEDALS.get(place, f"{count(place)}\\.") if racer.score else "–"
    solved = ngettext("**{number}** puzzle", "**{number}** puzzles", racer.score)
    return " · ".join([f"{medal} {mention(racer.player_id)}", solved, *_misses(racer.misses)])


def _misses(misses: int) -> list[str]:
    return [f"❌ {count(misses)}"] if misses else []


def _no_one(record: RaceRecord) -> str:
    return "" if any(racer.score for racer in record.racers) else gettext("No one solved a puzzle this time.")


def _how_ranked() -> str:
    return gettext("-# With equal scores, fewer misses decide, then who solved their last puzzle earlier.")


def waiting_text(record: RaceRecord) -> str:
    """Tell a person privately that they are in a race."""
    begins_at = record.race.begins_at
    if begins_at is None:
        return gettext(YOU_ARE_IN)
    # Translators: {when} is written by Discord: “in 8 seconds”.
    begins = gettext("🚦 Start: {when}", when=format_dt(begins_at, "R"))
    return f"{gettext(YOU_ARE_IN)}\n{begins}"

"""The texts of boards."""

from __future__ import annotations

from collections.abc import Sequence

from bot.preferences.periods import MONTHS, Period, Span
from bot.ranks.periods.rankings import PeriodRanking, RankingKind, ShownRanking
from bot.ui.untrusted import safe, shortened
from bot.ui.words import MEDALS, channel_mention, mention
from data.periods.points import DAILY, DAILY_FIRST, DRAW, GAMES_A_DAY, PUZZLES_A_DAY, WIN, RankingRow
from data.periods.rankings import SeasonBadge
from languages import count, gettext, gettext_noop, ngettext, pgettext
from languages.moments import date_written
from languages.numbers import enumerated
from renderers import table

KIND_BUTTONS = {
    # Translators, all below: buttons that show another leaderboard.
    RankingKind.POINTS: gettext_noop("Points"),
    RankingKind.CUPS: gettext_noop("Cups"),
    RankingKind.STREAKS: gettext_noop("Streaks"),
}
EMOJI = {RankingKind.POINTS: "⭐", RankingKind.CUPS: "🏆", RankingKind.STREAKS: "🔥"}
# Translators: a button that shows the leaderboard by rating.
RATINGS = gettext_noop("Ratings")

NO_PERIOD_OF_RATINGS = gettext_noop(
    "Ratings have no weeks or seasons. With `period`, choose `show: points` or `show: cups`."
)
NO_POINTS_OF_ALL_TIME = gettext_noop(
    "Points are counted by week and by season: choose another `period`. For all "
    "time, show ratings, cups or streaks."
)
ALL_GAMES_TOGETHER = gettext_noop(
    "This leaderboard counts all games together: leave out `game`, `board` and "
    "`against`, which belong to ratings."
)
BOARD_GONE = gettext_noop("That leaderboard is no longer available; `/leaderboard` shows the current ones.")


def _season(period: Period) -> dict[str, object]:
    return {"number": (period.first.month - 1) // MONTHS + 1, "year": period.first.year}


def _days(period: Period) -> dict[str, object]:
    return {"first": date_written(period.first), "last": date_written(period.last)}


def season_name(period: Period) -> str:
    """Name a season, such as “season 4 of 2026”."""
    # Translators: a season of three months; {number} is 1 to 4.
    return gettext("season {number} of {year}", **_season(period))


def period_name(period: Period) -> str:
    if period.span is Span.WEEK:
        # Translators: a week from Monday to Sunday; {first} and {last} are dates.
        return gettext("week from {first} to {last}", **_days(period))
    # Translators: {season} is “season 4 of 2026”; {first} and {last} are dates.
    return gettext("{season}, {first} to {last}", season=season_name(period), **_days(period))


def title(board: ShownRanking, *, in_server: bool) -> str:
    # Translators: all servers, within a title such as “Cups, everywhere”.
    where = gettext("in this server") if in_server else gettext("everywhere")
    values = {"where": where}
    match board.kind:
        case RankingKind.STREAKS:
            # Translators: {where} is “in this server” or “everywhere”.
            return gettext("### 🔥 Streaks of daily puzzles, {where}", **values)
        case RankingKind.CUPS if board.period is None:
            # Translators: cups are tournaments won; {where} is “in this server” or “everywhere”.
            return gettext("### 🏆 Cups, {where}", **values)
        case RankingKind.CUPS:
            assert board.period is not None
            # Translators: {period} is a week or season; {where} is “in this server” or “everywhere”.
            return gettext("### 🏆 Cups, {where}: {period}", period=period_name(board.period), **values)
        case _:
            assert board.period is not None
            # Translators: {period} is a week or season; {where} is “in this server” or “everywhere”.
            return gettext("### ⭐ Points, {where}: {period}", period=period_name(board.period), **values)


def how_it_counts(kind: RankingKind) -> str:
    """Explain in small print what a board counts."""
    match kind:
        case RankingKind.POINTS:
            return gettext(
                "-# Win a rated game: {win} points, draw: {draw} (best {games} games a day, one "
                "per opponent; a win must raise your rating by 1 or more). Solve a puzzle on "
                "the first attempt: 1 point, up to {puzzles} a day. Daily puzzle: {first}, or "
                "{daily} on a later attempt.",
                win=WIN,
                draw=DRAW,
                games=GAMES_A_DAY,
                puzzles=PUZZLES_A_DAY,
                first=DAILY_FIRST,
                daily=DAILY,
            )
        case RankingKind.CUPS:
            return gettext("-# Tournaments won, all games together.")
        case RankingKind.STREAKS:
            return gettext(
                "-# Daily puzzles in a row solved before their answers came: the current "
                "streak, then the best."
            )


def empty(board: ShownRanking) -> str:
    """Return the text of a board without people."""
    match board.kind:
        case RankingKind.POINTS if board.current:
            return gettext("Nobody has points yet: play a rated game, or solve a puzzle with `/puzzle`.")
        case RankingKind.CUPS if board.period is None or board.current:
            return gettext("No cups yet: create a tournament with `/tournament create`.")
        case RankingKind.STREAKS:
            return gettext("No streaks yet. `/settings` can post a puzzle each day.")
        case _:
            return gettext("Nobody is on this leaderboard.")


def points(number: int) -> str:
    """Return “1 point”, “12 points” and so on."""
    return ngettext("{number} point", "{number} points", number)


def figures(kind: RankingKind, row: RankingRow) -> str:
    """Return what a row says: points and what they come from, cups, or streaks."""
    match kind:
        case RankingKind.POINTS:
            return points(row.value)
        case RankingKind.CUPS:
            return ngettext("{number} cup", "{number} cups", row.value)
        case RankingKind.STREAKS:
            # Translators: {number} is a person's streak of daily puzzles in days.
            return ngettext(
                "{number} day, at best {best}", "{number} days, at best {best}", row.value, best=row.parts[0]
            )


def headings(kind: RankingKind) -> tuple[str, ...]:
    """Return the headings of a picture's columns."""
    match kind:
        case RankingKind.POINTS:
            return (
                pgettext("heading", "games"),
                # Translators: above a column of points from puzzles; room for about eight letters.
                pgettext("heading", "puzzles"),
                # Translators: above a column of points from daily puzzles; room for about eight letters.
                pgettext("heading", "daily"),
                pgettext("standings", "points"),
            )
        case RankingKind.CUPS:
            # Translators: above a column with numbers of cups; room for about eight letters.
            return (pgettext("heading", "cups"),)
        case RankingKind.STREAKS:
            # Translators: above a column with the longest streaks; room for about eight letters.
            return pgettext("heading", "best"), pgettext("heading", "now")


def describe(kind: RankingKind, rows: Sequence[RankingRow], asker_id: int) -> str:
    """Describe the rows, in English in at most 1000 characters, the last ones left out if need be."""
    lines = []
    for row in rows:
        name = shortened(row.name, 40)
        # Translators: the reader's own name in a list.
        named = gettext("{name} (you)", name=name) if row.player_id == asker_id else name
        # Translators: a row of a board; {figures} is such as “31 points”.
        lines.append(
            gettext("{rank}. {name}: {figures}.", rank=row.place, name=named, figures=figures(kind, row))
        )
    # Translators: begins the description of a picture.
    return table.describe(gettext("Leaderboard."), lines)


def row_line(kind: RankingKind, row: RankingRow) -> str:
    """Return a row such as “3. Ames, 31 points”."""
    return f"{row.place}. {enumerated([safe(row.name), figures(kind, row)])}"


def asker_line(board: ShownRanking) -> str:
    asker, total = board.content.asker, board.content.total
    if asker is None:
        return ngettext(
            "-# {number} player. You are not on this leaderboard.",
            "-# {number} players. You are not on this leaderboard.",
            total,
        )
    # Translators: {figures} is such as “31 points” or “2 cups”.
    return gettext(
        "-# You are number **{rank}** of {total}: {figures}.",
        rank=count(asker.place),
        total=count(total),
        figures=figures(board.kind, asker),
    )


def posted_text(content: PeriodRanking) -> tuple[str, str]:
    """Return the head of the message about a period that is over, and the first three."""
    period = content.board.period
    assert period is not None
    if period.span is Span.WEEK:
        # Translators: {first} and {last} are dates.
        head = gettext("### ⭐ Leaderboard of the week from {first} to {last}", **_days(period))
    else:
        # Translators: a season of three months; {number} is 1 to 4, {year} such as 2026.
        head = gettext("### 🏅 Final leaderboard of season {number} of {year}", **_season(period))
    lines = [
        f"{MEDALS[row.place]} {mention(row.player_id)} · {points(row.value)}"
        for row in content.board.content.rows
        if row.place in MEDALS
    ]
    if period.span is Span.SEASON:
        lines.append(gettext("The top three keep a badge, shown in `/profile`. A new season has begun."))
    return head, "\n".join(lines)


def my_points(period: Period, row: RankingRow | None) -> str:
    """Tell a person their own points."""
    if row is None:
        if period.span is Span.WEEK:
            # Translators: {first} and {last} are dates.
            return gettext("You have no points in the week from {first} to {last}.", **_days(period))
        # Translators: a season of three months; {number} is 1 to 4, {year} such as 2026.
        return gettext("You have no points in season {number} of {year}.", **_season(period))
    games, puzzles, dailies = (count(part) for part in row.parts)
    place = count(row.place)
    parts = {"games": games, "puzzles": puzzles, "dailies": dailies, "place": place}
    if period.span is Span.WEEK:
        # Translators: {first} and {last} are dates; {points} is such as “31 points”; the others are numbers.
        return gettext(
            "In the week from {first} to {last} you have {points} (place {place}): {games} from games, "
            "{puzzles} from puzzles, {dailies} from daily puzzles.",
            points=points(row.value),
            **_days(period),
            **parts,
        )
    # Translators: {points} is such as “31 points”; {number} is 1 to 4, {year} such as 2026.
    return gettext(
        "In season {number} of {year} you have {points} (place {place}): {games} from games, {puzzles} "
        "from puzzles, {dailies} from daily puzzles.",
        points=points(row.value),
        **_season(period),
        **parts,
    )


def switched_off(channel_id: int | None) -> str:
    """Tell a server that its weekly board is off."""
    if channel_id is None:
        return gettext(
            "The channel of the weekly leaderboard was deleted, so I've switched the "
            "leaderboard off. Choose another channel with `/settings`."
        )
    return gettext(
        "I can't post the weekly leaderboard in {channel}, so I've switched it off. "
        "Give me **View Channel**, **Send Messages** and **Attach Files** there, and "
        "choose the channel again with `/settings`.",
        channel=channel_mention(channel_id),
    )


def badge_lines(badges: Sequence[SeasonBadge], number: int) -> str:
    """List a person's latest badges of seasons, of `number` in all; "" without any."""
    if not badges:
        return ""
    # Translators: a heading in a profile, above badges for seasons.
    lines = [gettext("**Seasons**")]
    for badge in badges:
        period = Period.parse(Span.SEASON, badge.first_day)
        if period is not None:
            # Translators: a badge in a profile; {season} is “season 4 of 2026”, {points} “310 points”.
            lines.append(
                gettext(
                    "{medal} {season}: {points}",
                    medal=MEDALS[badge.place],
                    season=season_name(period),
                    points=points(badge.points),
                )
            )
    more = number - len(badges)
    if more > 0:
        lines.append(ngettext("-# … and {number} more", "-# … and {number} more", more))
    return "\n".join(lines)

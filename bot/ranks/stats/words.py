"""The texts of leaderboards, profiles and comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import discord

from bot.catalog import GAMES
from bot.computer.opponents.level_advice import suiting_level
from bot.ranks.stats.profiles import Comparison, games_to_go, is_provisional
from bot.ui.opponent_words import level_line, level_place
from bot.ui.untrusted import escaped, safe
from bot.ui.words import POOLS, command_name, form_name, opponent_label
from data.ratings.glicko2 import LISTED_BELOW
from data.ratings.leaderboard import Profile, RecentGame, Standing, StandingPage
from data.ratings.ratings import Listing, Pool, RatingList
from data.tournaments.records import Cup
from languages import count, gettext, gettext_noop, ngettext, npgettext
from languages.numbers import enumerated, signed
from renderers import figures as pictured


def rating_text(standing: Standing) -> str:
    """Format a rating: "1623", or "1500?" while it is provisional."""
    return pictured.rating_text(round(standing.rating.value), is_provisional(standing))


def list_title(rated_in: RatingList) -> str:
    """Name the game of a list, with its board as people type it unless that is the usual one."""
    return _game_on_board(rated_in.game, rated_in.board)


def _game_on_board(game: str, board: str) -> str:
    if not board:
        return GAMES[game].title
    # Translators: a game on an unusual board: “Reversi 10x10 anti”.
    return gettext("{game} {board}", game=GAMES[game].title, board=board)


MAX_LISTS = 6
"""Maximum number of ratings in the text of a profile."""

OUTCOMES = {
    # Translators: the subject is the person whose profile it is.
    "win": gettext_noop("✅ won against {opponent}"),
    "draw": gettext_noop("🤝 drew against {opponent}"),
    "loss": gettext_noop("❌ lost against {opponent}"),
    "called off": gettext_noop("🚫 called off against {opponent}"),
}
OUTCOMES_BY_MARGIN = {
    # Translators: the subject is the person whose profile it is; {margin} is a number of discs.
    "win": gettext_noop("✅ won by {margin} against {opponent}"),
    # Translators: the subject is the person whose profile it is; {margin} is a number of discs.
    "loss": gettext_noop("❌ lost by {margin} against {opponent}"),
}
POOL_BUTTONS = {
    # Translators, all below: buttons that show another list of ratings.
    Pool.PEOPLE: gettext_noop("Games between people"),
    Pool.COMPUTER: gettext_noop("Games against the computer"),
    # Translators: a button that shows the leaderboard of puzzles.
    Pool.PUZZLES: gettext_noop("Puzzles"),
}

NO_SERVER_LIST = gettext_noop(
    "Only servers that have added me have their own leaderboard. For everyone's, choose `where: everywhere`."
)
NO_COMPUTER_LIST = gettext_noop(
    "Other boards only have leaderboards for games between people. Leave out `board` or `against`."
)
NO_BOT_PROFILES = gettext_noop(
    "Bots have no profile. My own strength is shown beside each level when you start a game."
)
# Translators: a heading in a profile.
RECENT_GAMES = gettext_noop("**Recent games**")
# Translators: in place of a person's name.
DELETED_PLAYER = gettext_noop("deleted player")
PEOPLE_ONLY = gettext_noop(
    "I can only compare people. How you do against each of my levels is in your `/profile`."
)
TWO_PEOPLE = gettext_noop("That's the same player twice: choose someone else to compare them with.")


def leaderboard_title(rated_in: RatingList, *, in_server: bool) -> str:
    values = {"game": list_title(rated_in), "pool": gettext(POOLS[rated_in.pool])}
    if in_server:
        # Translators: {pool} is “between people”, “against the computer” or “puzzles”.
        return gettext("### 🏆 {game}: {pool}, in this server", **values)
    # Translators: {pool} is “between people”, “against the computer” or “puzzles”.
    return gettext("### 🏆 {game}: {pool}, everywhere", **values)


def standing_line(standing: Standing) -> str:
    """Return a standing such as “3. Ames, 1623”, without a rank while the rating is provisional."""
    rated = enumerated([safe(standing.name), rating_text(standing)])
    return rated if standing.rank is None else f"{standing.rank}. {rated}"


def asker_line(page: StandingPage, pool: Pool) -> str:
    """Return the asker's place on the list."""
    asker = page.asker
    if asker is None and pool is Pool.PUZZLES:
        return ngettext(
            "-# {number} player. You are not on the leaderboard yet: solve puzzles with `/puzzle`.",
            "-# {number} players. You are not on the leaderboard yet: solve puzzles with `/puzzle`.",
            page.total,
        )
    if asker is None:
        return ngettext(
            "-# {number} player. You are not on the leaderboard yet: finish a rated game.",
            "-# {number} players. You are not on the leaderboard yet: finish a rated game.",
            page.total,
        )
    if asker.rank is None:
        return f"-# {unranked_line(asker, pool)}"
    return gettext(
        "-# You are number **{rank}** of {total}, rating {rating}.",
        rank=count(asker.rank),
        total=count(page.ranked),
        rating=rating_text(asker),
    )


def unranked_line(asker: Standing, pool: Pool) -> str:
    """Explain why the asker has no rank, like `why_unranked`."""
    values = _unranked_values(asker)
    if asker.listing is Listing.INACTIVE:
        if pool is Pool.PUZZLES:
            return gettext(
                "Your rating, {rating}, is inactive: your next puzzle puts it back on the leaderboard.",
                **values,
            )
        return gettext(
            "Your rating, {rating}, is inactive: your next rated game puts it back on the leaderboard.",
            **values,
        )
    if pool is Pool.COMPUTER:
        return ngettext(
            "Your rating of {rating} is provisional. You get a rank after about {number} "
            "more game at a level that suits you, when its ± is below {most}.",
            "Your rating of {rating} is provisional. You get a rank after about {number} "
            "more games at a level that suits you, when its ± is below {most}.",
            games_to_go(asker.rating),
            **values,
        )
    if pool is Pool.PUZZLES:
        return gettext(
            "Your rating of {rating} is provisional. You get a rank when its ±, now "
            "{deviation}, is below {most}.",
            **values,
        )
    return gettext(
        "Your rating of {rating} is provisional. You get a rank when its ±, now "
        "{deviation}, is below {most}. Evenly matched games against ranked players get "
        "you there fastest.",
        **values,
    )


def why_unranked(standing: Standing, pool: Pool) -> str:
    """Explain why the rating above has no rank, and what to do about it.

    The number of games it takes is told only where that holds (`tests/data/ratings/test_leaderboard.py`):
    between people it depends on how sure the opponents' ratings are, and on how even the games.
    """
    values = _unranked_values(standing)
    if standing.listing is Listing.INACTIVE:
        if pool is Pool.PUZZLES:
            return gettext("This rating is inactive: the next puzzle puts it back on the leaderboard.")
        return gettext("This rating is inactive: the next rated game puts it back on the leaderboard.")
    if pool is Pool.COMPUTER:
        return ngettext(
            "This rating is provisional. It gets a rank after about {number} more game at a "
            "suitable level, when its ± is below {most}.",
            "This rating is provisional. It gets a rank after about {number} more games at "
            "a suitable level, when its ± is below {most}.",
            games_to_go(standing.rating),
            **values,
        )
    if pool is Pool.PUZZLES:
        return gettext(
            "This rating is provisional. It gets a rank when its ±, now {deviation}, is below {most}.",
            **values,
        )
    return gettext(
        "This rating is provisional. It gets a rank when its ±, now {deviation}, is "
        "below {most}. Evenly matched games against ranked players get it there "
        "fastest.",
        **values,
    )


def _unranked_values(standing: Standing) -> dict[str, object]:
    return {
        "rating": rating_text(standing),
        "most": round(LISTED_BELOW),
        "deviation": round(standing.rating.deviation),
    }


def no_players_yet(rated_in: RatingList, asker: Standing | None) -> str:
    game = command_name(rated_in.game)
    if rated_in.pool is Pool.PUZZLES:
        text = gettext("This leaderboard is still empty. Solve a puzzle: `/puzzle`.")
    elif rated_in.pool is Pool.COMPUTER:
        text = gettext(
            "This leaderboard is still empty. Play a rated game against the computer: `/{game} start`.",
            game=game,
        )
    else:
        text = gettext(
            "This leaderboard is still empty. Play a rated game against a person: `/{game} start`.", game=game
        )
    return text if asker is None else f"{text}\n-# {unranked_line(asker, rated_in.pool)}"


def figures(profile: Profile | None) -> str:
    """Describe a player's ratings and results."""
    if profile is None or not profile.standings:
        return gettext(
            "No rated games yet. Start one with `/{game} start`.", game=command_name(next(iter(GAMES)))
        )
    lines, shown = [], [*islice(profile.standings.items(), MAX_LISTS)]
    several = sum(standing.listing is Listing.PROVISIONAL for _, standing in shown) > 1
    for rated_in, standing in shown:
        values = {
            "game": list_title(rated_in),
            "pool": gettext(POOLS[rated_in.pool]),
            "rating": rating_text(standing),
            "deviation": round(standing.rating.deviation),
            "rank": standing.rank,
            "record": _record(standing, rated_in.pool),
        }
        if standing.rank is not None:
            lines.append(
                # Translators: {pool} is “between people”, “against the computer” or “puzzles”; {record} such
                # as “12 won, 1 drawn, 4 lost”; {rank} is the rank on the leaderboard.
                gettext("**{game}** {pool}: **{rating}** (± {deviation}), number {rank} · {record}", **values)
            )
        else:
            # Translators: {pool} is “between people”, “against the computer” or “puzzles”; {record} such as
            # “12 won, 1 drawn, 4 lost”.
            lines.append(gettext("**{game}** {pool}: **{rating}** (± {deviation}) · {record}", **values))
            if not (several and standing.listing is Listing.PROVISIONAL):
                lines.append(f"-# {why_unranked(standing, rated_in.pool)}")
        kind = GAMES[rated_in.game]
        level = suiting_level(kind, standing.rated) if rated_in.pool is Pool.COMPUTER else None
        if level is not None:
            # Translators: {level} is the name of a level and its rating.
            lines.append(gettext("-# the level that suits: {level}", level=level_line(kind, level)))
    if several:
        sentence = gettext(
            "Ratings with a question mark are provisional: they get a rank when their ± is below {most}.",
            most=round(LISTED_BELOW),
        )
        lines.append(f"-# {sentence}")
    more = len(profile.standings) - MAX_LISTS
    if more > 0:
        lines.append(
            ngettext(
                "-# … and a rating on {number} other board", "-# … and ratings on {number} other boards", more
            )
        )
    return "\n".join(lines)


def recent_game(game: RecentGame) -> str:
    """Describe a finished game in a player's profile, with its effect on the rating."""
    facts = [_outcome(game), _game_on_board(game.game, game.board)]
    if game.rating_before is not None and game.rating_after is not None:
        change = signed(round(game.rating_after.value) - round(game.rating_before.value))
        # Translators: {change} is such as “+12” or “−8”.
        facts.append(gettext("rating {change}", change=change))
    return " · ".join([*facts, discord.utils.format_dt(game.finished_at, "R")])


def _outcome(game: RecentGame) -> str:
    opponent = _opponent(game)
    if game.outcome in OUTCOMES_BY_MARGIN and game.score and GAMES[game.game].margin(game.score):
        margin = count(abs(game.score))
        return gettext(OUTCOMES_BY_MARGIN[game.outcome], opponent=opponent, margin=margin)
    return gettext(OUTCOMES[game.outcome], opponent=opponent)


def head_to_head(compared: Comparison, names: tuple[str, str]) -> str:
    """Describe two people and their games with each other; the discs have the colours of the picture."""
    kind, record = GAMES[compared.game], compared.record
    title = f"### 🔵 {names[0]} – 🟠 {names[1]}"
    if not record.games:
        nothing = gettext("They have not finished a game of {game} with each other yet.", game=kind.title)
        return f"{title}\n{nothing}"
    # Translators: {wins}, {losses} and {draws} are numbers; {first} and {second} are people.
    score = ngettext(
        "**{game}**: {number} game, **{wins}** won by {first}, **{losses}** by {second}, {draws} drawn",
        "**{game}**: {number} games, **{wins}** won by {first}, **{losses}** by {second}, {draws} drawn",
        record.games,
        game=kind.title,
        wins=count(record.wins),
        losses=count(record.losses),
        draws=count(record.draws),
        first=names[0],
        second=names[1],
    )
    return f"{title}\n{score}"


def _opponent(game: RecentGame) -> str:
    """Return the opponent's name; for a level, with its place."""
    name, kind = escaped(opponent_label(game.computer, game.opponent_name)), GAMES[game.game]
    if game.computer is None or game.computer not in kind.levels:
        return name
    return enumerated([name, level_place(kind, game.computer)])


def _record(standing: Standing, pool: Pool) -> str:
    if pool is Pool.PUZZLES:
        return enumerated(
            [
                npgettext("puzzles", "{number} solved", "{number} solved", standing.wins),
                npgettext("puzzles", "{number} failed", "{number} failed", standing.losses),
            ]
        )
    return enumerated(
        [
            npgettext("games", "{number} won", "{number} won", standing.wins),
            npgettext("games", "{number} drawn", "{number} drawn", standing.draws),
            npgettext("games", "{number} lost", "{number} lost", standing.losses),
        ]
    )


def cups_line(won: Sequence[Cup], total: int) -> str:
    """Tell which tournaments a person has won; "" for none."""
    if not total:
        return ""
    latest = [
        # Translators: a tournament that was won: game, form and date.
        gettext(
            "{game}, {form}, {date}",
            game=GAMES[cup.game].title,
            form=form_name(cup.form),
            date=f"<t:{int(cup.won_at.timestamp())}:d>",
        )
        for cup in won
        if cup.game in GAMES
    ]
    head = ngettext("🏆 **{number} tournament won**", "🏆 **{number} tournaments won**", total)
    return "\n".join([head, *(f"- {cup}" for cup in latest)])

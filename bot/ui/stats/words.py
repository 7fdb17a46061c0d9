"""The texts of leaderboards, profiles and comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import discord

from bot.catalog import GAMES
from bot.opponents.level_advice import suiting_level
from bot.stats.comparisons import Comparison
from bot.stats.standings import games_to_go, is_provisional
from bot.ui.level_words import level_line, level_place
from bot.ui.untrusted import escaped, safe
from bot.ui.words import POOLS, opponent_label
from data import LISTED_BELOW, Listing, Pool, Profile, RatingList, RecentGame, Standing, StandingPage
from languages import gettext, gettext_noop, ngettext
from renderers import figures as pictured
from renderers.figures import OF_GAMES, OF_PUZZLES, ResultWords
from renderers.strength_chart import signed


def rating_text(standing: Standing) -> str:
    """Format a rating: "1623", or "1500?" while it is provisional."""
    return pictured.rating_text(round(standing.rating.value), is_provisional(standing))


def list_title(rated_in: RatingList) -> str:
    """Name the game of a list, with its board as people type it unless that is the usual one."""
    return f"{GAMES[rated_in.game].title} {rated_in.board}".rstrip()


def result_words(pool: Pool) -> ResultWords:
    """Return how pictures call the results that a list counts."""
    return OF_PUZZLES if pool is Pool.PUZZLES else OF_GAMES


MAX_LISTS = 6
"""Maximum number of ratings in the text of a profile."""

OUTCOMES = {
    "win": gettext_noop("✅ won"),
    "draw": gettext_noop("🤝 drew"),
    "loss": gettext_noop("❌ lost"),
    "called off": gettext_noop("🚫 called off"),
}

NO_SERVER_LIST = gettext_noop(
    "Only servers that have added me have their own list. For everyone's list, choose `where: everywhere`."
)
NO_COMPUTER_LIST = gettext_noop(
    "Other boards have lists of games between people only. Leave out `board`, or `against`."
)
NO_BOT_PROFILES = gettext_noop(
    "Bots have no profile. My own strength is shown beside each level when you start a game."
)
RECENT_GAMES = gettext_noop("**Recent games**")
LAST_GAMES = gettext_noop("**Last games**")
DELETED_PLAYER = gettext_noop("deleted player")
NO_GAMES_OF_KIND = gettext_noop("No games of {game} yet.")
PEOPLE_ONLY = gettext_noop(
    "I can only compare people. How you do against each of my levels is in your `/profile`."
)
TWO_PEOPLE = gettext_noop("That's the same player twice: choose someone else to compare them with.")


def leaderboard_title(rated_in: RatingList, *, in_server: bool) -> str:
    """Return the title of a leaderboard."""
    values = {"game": list_title(rated_in), "pool": gettext(POOLS[rated_in.pool])}
    if in_server:
        return gettext("### 🏆 {game}: {pool}, in this server", **values)
    return gettext("### 🏆 {game}: {pool}, everywhere", **values)


def unwritten_names(standings: Sequence[Standing]) -> str:
    """Return the people whose names have letters that the picture's font lacks."""
    names = []
    for standing in standings:
        values = {"name": safe(standing.name), "rating": rating_text(standing), "rank": standing.rank}
        ranked = standing.rank is not None
        names.append(
            gettext("{rank}. {name}, {rating}", **values) if ranked else gettext("{name}, {rating}", **values)
        )
    return gettext("-# In letters that the picture lacks: {names}", names=" · ".join(names))


def asker_line(page: StandingPage, pool: Pool) -> str:
    """Return the asker's place on the list."""
    asker = page.asker
    if asker is None and pool is Pool.PUZZLES:
        return ngettext(
            "-# {number} player. You are not on the list yet: solve puzzles with `/puzzle`.",
            "-# {number} players. You are not among them yet: solve puzzles with `/puzzle`.",
            page.total,
        )
    if asker is None:
        return ngettext(
            "-# {number} player. You are not on the list yet: finish a rated game.",
            "-# {number} players. You are not among them yet: finish a rated game.",
            page.total,
        )
    if asker.rank is None:
        return f"-# {unranked_line(asker, pool)}"
    return gettext(
        "-# You are number **{rank}** of {total}, rating {rating}.",
        rank=asker.rank,
        total=page.ranked,
        rating=rating_text(asker),
    )


def unranked_line(asker: Standing, pool: Pool) -> str:
    """Explain why the asker has no rank."""
    return gettext("Your rating, {rating}, {why}.", rating=rating_text(asker), why=why_unranked(asker, pool))


def why_unranked(standing: Standing, pool: Pool) -> str:
    """Explain why a rating has no rank, and what to do about it, as the rest of a sentence that names it.

    The number of games it takes is told only where that holds (`tests/data/games/test_lists.py`): between
    people it depends on how sure the opponents' ratings are, and on how even the games.
    """
    if standing.listing is Listing.INACTIVE:
        if pool is Pool.PUZZLES:
            return gettext("is resting: it is back on the list with the next puzzle")
        return gettext("is resting: it is back on the list with the next rated game")
    values = {"most": round(LISTED_BELOW), "deviation": round(standing.rating.deviation)}
    if pool is Pool.COMPUTER:
        return ngettext(
            "is provisional: it gets a rank once its ± is below {most}, after about {number} more game at "
            "the level that suits",
            "is provisional: it gets a rank once its ± is below {most}, after about {number} more games at "
            "the level that suits",
            games_to_go(standing.rating),
            **values,
        )
    if pool is Pool.PUZZLES:
        return gettext(
            "is provisional: it gets a rank once its ±, {deviation} now, is below {most}", **values
        )
    return gettext(
        "is provisional: it gets a rank once its ±, {deviation} now, is below {most}. Even games against "
        "players with a rank bring it there soonest",
        **values,
    )


def no_players_yet(rated_in: RatingList, asker: Standing | None) -> str:
    """Return the text of an empty leaderboard."""
    if rated_in.pool is Pool.PUZZLES:
        text = gettext("This list is empty so far. Solve a puzzle: `/puzzle`.")
    else:
        text = gettext("This list is empty so far. Play a rated game: `/{game} start`.", game=rated_in.game)
    return text if asker is None else f"{text}\n-# {unranked_line(asker, rated_in.pool)}"


def pool_button(pool: Pool) -> str:
    """Label the button for another list."""
    if pool is Pool.PUZZLES:
        return gettext("Puzzles")
    return gettext("Games {pool}", pool=gettext(POOLS[pool]))


def figures(profile: Profile | None) -> str:
    """Describe a player's ratings and results."""
    if profile is None or not profile.standings:
        return gettext("No rated games yet. Start one with `/{game} start`.", game=next(iter(GAMES)))
    lines = []
    for rated_in, standing in islice(profile.standings.items(), MAX_LISTS):
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
                gettext("**{game}** {pool}: **{rating}** (± {deviation}), number {rank} · {record}", **values)
            )
        else:
            lines.append(gettext("**{game}** {pool}: **{rating}** (± {deviation}) · {record}", **values))
            lines.append(gettext("-# This rating {why}.", why=why_unranked(standing, rated_in.pool)))
        kind = GAMES[rated_in.game]
        level = suiting_level(kind, standing.rated) if rated_in.pool is Pool.COMPUTER else None
        if level is not None:
            lines.append(gettext("-# the level that suits: {level}", level=level_line(kind, level)))
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
    margin = GAMES[game.game].margin(game.score) if game.score else ""
    values = {
        "outcome": f"{gettext(OUTCOMES[game.outcome])} {margin}".rstrip(),
        "opponent": _opponent(game),
        "game": f"{GAMES[game.game].title} {game.board}".rstrip(),
        "when": discord.utils.format_dt(game.finished_at, "R"),
    }
    if game.rating_before is None or game.rating_after is None:
        return gettext("{outcome} against {opponent} · {game} · {when}", **values)
    return gettext(
        "{outcome} against {opponent} · {game} · rating {change} · {when}",
        change=signed(round(game.rating_after.value) - round(game.rating_before.value)),
        **values,
    )


def head_to_head(compared: Comparison, names: tuple[str, str]) -> str:
    """Describe two people and their games with each other; the discs have the colours of the picture."""
    kind, record = GAMES[compared.game], compared.record
    title = gettext("### 🔵 {first} – 🟠 {second}", first=names[0], second=names[1])
    if not record.games:
        nothing = gettext("They have not finished a game of {game} with each other yet.", game=kind.title)
        return f"{title}\n{nothing}"
    score = gettext(
        "**{game}**: {games}, **{wins}** won by {first}, **{losses}** by {second}, {draws} drawn",
        game=kind.title,
        games=ngettext("{number} game", "{number} games", record.games),
        wins=record.wins,
        losses=record.losses,
        draws=record.draws,
        first=names[0],
        second=names[1],
    )
    return f"{title}\n{score}"


def _opponent(game: RecentGame) -> str:
    """Return the opponent's name; for a level, with its place."""
    name, kind = escaped(opponent_label(game.computer, game.opponent_name)), GAMES[game.game]
    if game.computer is None or game.computer not in kind.levels:
        return name
    return gettext("{name}, {place}", name=name, place=level_place(kind, game.computer))


def _record(standing: Standing, pool: Pool) -> str:
    if pool is Pool.PUZZLES:
        return gettext("{solved} solved, {failed} failed", solved=standing.wins, failed=standing.losses)
    return gettext(
        "{wins} won, {draws} drawn, {losses} lost",
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
    )

"""What leaderboards and profiles say."""

from __future__ import annotations

from itertools import islice

import discord

from bot.catalog import GAMES
from bot.opponents.level_advice import suiting_level
from bot.stats.comparisons import Comparison
from bot.ui.language import gettext, gettext_noop, ngettext
from bot.ui.level_words import level_line, level_place
from bot.ui.stats.standings import games_to_go, is_provisional, list_title, rating_text
from bot.ui.words import POOLS, computer_name
from data import LISTED_BELOW, Listing, Page, Pool, Profile, RatingList, RecentGame, Standing
from renderers.charts import signed

MOST_LISTS = 6
"""So many ratings are told in a profile."""

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

OUTCOMES = {
    "win": gettext_noop("✅ won"),
    "draw": gettext_noop("🤝 drew"),
    "loss": gettext_noop("❌ lost"),
    "called off": gettext_noop("🚫 called off"),
}

NO_SERVER_LIST = gettext_noop(
    "Only a server that has added me has a list of its own. For the list of everyone, choose `where: "
    "everywhere`."
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
TWO_PEOPLE = gettext_noop("That is the same player twice: choose somebody else to compare them with.")


def leaderboard_title(rated_in: RatingList, *, in_server: bool) -> str:
    """Which leaderboard it is."""
    values = {"game": list_title(rated_in), "pool": gettext(POOLS[rated_in.pool])}
    if in_server:
        return gettext("### 🏆 {game}: {pool}, in this server", **values)
    return gettext("### 🏆 {game}: {pool}, everywhere", **values)


def leaderboard_names(page: Page, rated_in: RatingList, asker_id: int) -> str:
    """The players of a page, one a line."""
    lines = []
    for standing in page.rows:
        name = discord.utils.escape_markdown(standing.name)
        if standing.player_id == asker_id:
            name = gettext("**{name}** (you)", name=name)
        place = MEDALS[standing.rank] if standing.rank in MEDALS and standing.wins else f"{standing.rank}."
        lines.append(f"{place} {name} · {rating_text(standing)} · {_record(standing, rated_in.pool)}")
    return "\n".join(lines)


def asker_line(page: Page, pool: Pool) -> str:
    """Where the person who asked stands."""
    asker = page.asker
    if asker is None and pool is Pool.PUZZLES:
        return gettext(
            "-# {total} players. You are not among them yet: solve puzzles with `/puzzle`.", total=page.total
        )
    if asker is None:
        return gettext(
            "-# {total} players. You are not among them yet: finish a rated game.", total=page.total
        )
    if asker.rank is None:
        return gettext("-# {total} players. {yours}", total=page.total, yours=unlisted_line(asker, pool))
    return gettext(
        "-# You are number **{rank}** of {total}, rating {rating}.",
        rank=asker.rank,
        total=page.total,
        rating=rating_text(asker),
    )


def unlisted_line(asker: Standing, pool: Pool) -> str:
    """Why the person who asked is not on the list."""
    return gettext("Your rating, {rating}, {why}.", rating=rating_text(asker), why=why_unlisted(asker, pool))


def why_unlisted(standing: Standing, pool: Pool) -> str:
    """Why a rating stands on no list, and what to do about it: the rest of a sentence that names it."""
    if pool is Pool.PUZZLES:
        return _why_puzzles_unlisted(standing)
    if standing.listing is Listing.INACTIVE:
        return gettext("is resting: it is back on the list with the next rated game")
    games = games_to_go(standing.rating)
    return ngettext(
        "is provisional: on the list once its ± is below {most}, after about {number} more game",
        "is provisional: on the list once its ± is below {most}, after about {number} more games",
        games,
        most=round(LISTED_BELOW),
    )


def _why_puzzles_unlisted(standing: Standing) -> str:
    if standing.listing is Listing.INACTIVE:
        return gettext("is resting: it is back on the list with the next puzzle")
    puzzles = games_to_go(standing.rating)
    return ngettext(
        "is provisional: on the list once its ± is below {most}, after about {number} more puzzle",
        "is provisional: on the list once its ± is below {most}, after about {number} more puzzles",
        puzzles,
        most=round(LISTED_BELOW),
    )


def nobody_yet(rated_in: RatingList, asker: Standing | None) -> str:
    """Stands in an empty leaderboard."""
    if rated_in.pool is Pool.PUZZLES:
        nobody = gettext(
            "Nobody is on this list yet: it takes some puzzles to be sure of a rating. Solve one: `/puzzle`."
        )
    else:
        nobody = gettext(
            "Nobody is on this list yet: it takes some rated games to be sure of a rating. Play one: "
            "`/{game} start`.",
            game=rated_in.game,
        )
    return nobody if asker is None else f"{nobody}\n-# {unlisted_line(asker, rated_in.pool)}"


def pool_button(pool: Pool) -> str:
    """The label of the button that leads to another list."""
    if pool is Pool.PUZZLES:
        return gettext("Puzzles")
    return gettext("Games {pool}", pool=gettext(POOLS[pool]))


def figures(profile: Profile | None) -> str:
    """A player's ratings and results."""
    if profile is None or not profile.standings:
        return gettext("No rated games yet. Start one with `/{game} start`.", game=next(iter(GAMES)))
    lines = []
    for rated_in, standing in islice(profile.standings.items(), MOST_LISTS):
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
            lines.append(gettext("-# This rating {why}.", why=why_unlisted(standing, rated_in.pool)))
        kind = GAMES[rated_in.game]
        level = suiting_level(kind, standing.rated) if rated_in.pool is Pool.COMPUTER else None
        if level is not None:
            lines.append(gettext("-# the level that suits: {level}", level=level_line(kind, level)))
    more = len(profile.standings) - MOST_LISTS
    if more > 0:
        lines.append(
            ngettext(
                "-# … and a rating on {number} other board", "-# … and ratings on {number} other boards", more
            )
        )
    return "\n".join(lines)


def recent_game(game: RecentGame, profile: Profile) -> str:
    """A finished game in a player's profile; what it did to a provisional rating is left out."""
    margin = GAMES[game.game].margin(game.score) if game.score else ""
    values = {
        "outcome": f"{gettext(OUTCOMES[game.outcome])} {margin}".rstrip(),
        "opponent": _opponent(game),
        "game": f"{GAMES[game.game].title} {game.board}".rstrip(),
        "when": discord.utils.format_dt(game.finished_at, "R"),
    }
    pool = Pool.PEOPLE if game.computer is None else Pool.COMPUTER
    standing = profile.standings.get(RatingList(game.game, pool, game.board))
    guess = standing is None or is_provisional(standing)
    if guess or game.rating_before is None or game.rating_after is None:
        return gettext("{outcome} against {opponent} · {game} · {when}", **values)
    return gettext(
        "{outcome} against {opponent} · {game} · rating {change} · {when}",
        change=signed(round(game.rating_after.value) - round(game.rating_before.value)),
        **values,
    )


def head_to_head(compared: Comparison, names: tuple[str, str]) -> str:
    """Two people and their games with each other; the discs have the colours of the picture."""
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
    """Who played against the person; a level with its place."""
    if game.computer is None:
        return discord.utils.escape_markdown(game.opponent_name or "")
    name, kind = discord.utils.escape_markdown(computer_name(game.computer)), GAMES[game.game]
    if game.computer not in kind.levels:
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

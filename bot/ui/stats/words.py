"""What leaderboards and profiles say."""

from __future__ import annotations

import discord

from bot.catalog import GAMES
from bot.games.snapshot import GameSnapshot
from bot.opponents.level_advice import nearest_level
from bot.ui.language import gettext, gettext_noop, ngettext
from bot.ui.level_words import level_line, level_place
from bot.ui.stats.standings import is_provisional, rating_text
from bot.ui.words import POOLS, computer_name, player_name
from data import Page, Pool, Profile, RecentGame, Standing
from renderers import lettering
from renderers.charts import signed

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}

OUTCOMES = {
    "win": gettext_noop("🟢 won"),
    "draw": gettext_noop("⚪ drew"),
    "loss": gettext_noop("🔴 lost"),
    "called off": gettext_noop("⚫ called off"),
}

VERDICTS = {"win": gettext_noop("Won"), "draw": gettext_noop("Drawn"), "loss": gettext_noop("Lost")}
"""The outcomes in the picture of a profile."""

LAST_GAME = gettext_noop("Last game")
NO_SERVER_LIST = gettext_noop(
    "Only a server that has added me has a list of its own. For the list of everyone, choose `where: "
    "everywhere`."
)
NO_BOT_PROFILES = gettext_noop(
    "Bots have no profile. My own strength is shown beside each level when you start a game."
)
RECENT_GAMES = gettext_noop("**Recent games**")


def leaderboard_title(game: str, pool: Pool, *, in_server: bool) -> str:
    """Which leaderboard it is."""
    values = {"game": GAMES[game].title, "pool": gettext(POOLS[pool])}
    if in_server:
        return gettext("### 🏆 {game}: {pool}, in this server", **values)
    return gettext("### 🏆 {game}: {pool}, everywhere", **values)


def leaderboard_names(page: Page, asker_id: int) -> str:
    """The players of a page, one a line."""
    lines = []
    for standing in page.rows:
        name = discord.utils.escape_markdown(standing.name)
        if standing.player_id == asker_id:
            name = gettext("**{name}** (you)", name=name)
        place = MEDALS[standing.rank] if standing.rank in MEDALS and standing.wins else f"{standing.rank}."
        lines.append(f"{place} {name} · {rating_text(standing)} · {_record(standing)}")
    return "\n".join(lines)


def asker_line(page: Page) -> str:
    """Where the person who asked stands."""
    if page.asker is None:
        return gettext(
            "-# {total} players. You are not among them yet: finish a rated game.", total=page.total
        )
    return gettext(
        "-# You are number **{rank}** of {total}, rating {rating}.",
        rank=page.asker.rank,
        total=page.total,
        rating=rating_text(page.asker),
    )


def nobody_yet(game: str) -> str:
    """Stands in an empty leaderboard."""
    return gettext("Nobody has finished a rated game here yet. Be the first: `/{game} start`.", game=game)


def pool_button(pool: Pool) -> str:
    """The label of the button that leads to the other list."""
    return gettext("Games {pool}", pool=gettext(POOLS[pool]))


def figures(profile: Profile | None) -> str:
    """A player's ratings and results."""
    if profile is None or not profile.standings:
        return gettext("No rated games yet. Start one with `/{game} start`.", game=next(iter(GAMES)))
    lines = []
    for (game, pool), standing in profile.standings.items():
        kind = GAMES[game]
        lines.append(
            gettext(
                "**{game}** {pool}: **{rating}** (± {deviation}), number {rank} · {record}",
                game=kind.title,
                pool=gettext(POOLS[pool]),
                rating=rating_text(standing),
                deviation=round(standing.rating.deviation),
                rank=standing.rank,
                record=_record(standing),
            )
        )
        if pool is Pool.COMPUTER and not is_provisional(standing):
            level = level_line(kind, nearest_level(kind, standing.rating.value))
            lines.append(gettext("-# plays about as well as {level}", level=level))
    return "\n".join(lines)


def recent_game(game: RecentGame, profile: Profile) -> str:
    """A finished game in a player's profile; what it did to a provisional rating is left out."""
    margin = GAMES[game.game].margin(game.score) if game.score else ""
    values = {
        "outcome": f"{gettext(OUTCOMES[game.outcome])} {margin}".rstrip(),
        "opponent": _opponent(game),
        "game": GAMES[game.game].title,
        "when": discord.utils.format_dt(game.finished_at, "R"),
    }
    standing = profile.standings.get((game.game, Pool.PEOPLE if game.computer is None else Pool.COMPUTER))
    guess = standing is None or is_provisional(standing)
    if guess or game.rating_before is None or game.rating_after is None:
        return gettext("{outcome} against {opponent} · {game} · {when}", **values)
    return gettext(
        "{outcome} against {opponent} · {game} · rating {change} · {when}",
        change=signed(round(game.rating_after.value) - round(game.rating_before.value)),
        **values,
    )


def last_game(played: RecentGame, snapshot: GameSnapshot) -> tuple[str, ...]:
    """A person's last game, for their picture: how it ended, against whom, and which game it was.

    A name that the picture's font cannot write is left to the text.
    """
    opponent = (
        player_name(played.computer) if played.computer else lettering.writable(played.opponent_name or "")
    )
    against = [gettext("against {opponent}", opponent=opponent)] if opponent else []
    score = snapshot.kind.score(snapshot.position)
    facts = [snapshot.kind.title, *(["–".join(score)] if score else [])]
    moves = ngettext("{number} move", "{number} moves", snapshot.game.ply)
    return gettext(VERDICTS[played.outcome]), *against, " ".join(facts), moves


def _opponent(game: RecentGame) -> str:
    """Who played against the person; a level with its place."""
    if game.computer is None:
        return discord.utils.escape_markdown(game.opponent_name or "")
    name, kind = discord.utils.escape_markdown(computer_name(game.computer)), GAMES[game.game]
    if game.computer not in kind.levels:
        return name
    return gettext("{name}, {place}", name=name, place=level_place(kind, game.computer))


def _record(standing: Standing) -> str:
    return gettext(
        "{wins} won, {draws} drawn, {losses} lost",
        wins=standing.wins,
        draws=standing.draws,
        losses=standing.losses,
    )

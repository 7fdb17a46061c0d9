"""The texts of achievements and of the roles given for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.catalog import GAMES
from bot.computer.opponents.names import level_name
from bot.ranks.achievements import achievements
from bot.ranks.achievements.achievements import AchievementKey, AchievementsEarned
from bot.ranks.achievements.roles import RoleFault
from bot.ui.opponent_words import level_place
from bot.ui.words import mention, role_mention
from languages import gettext, gettext_noop, ngettext


def achievement_name(key: str) -> str:
    """Return the name of an achievement with its sign; "" for one of another version."""
    parsed = AchievementKey.parse(key)
    if parsed is None:
        return ""
    match parsed.kind:
        case achievements.WIN:
            kind = GAMES[parsed.game]
            # Translators: an achievement; {place} is such as “level 4 of 10”.
            return gettext(
                "🎯 First win against {level} ({game}, {place})",
                level=level_name(parsed.level),
                game=kind.title,
                place=level_place(kind, parsed.level),
            )
        case achievements.PERFECT:
            # Translators: an achievement: a game in which the player made no error.
            return gettext("💎 Perfect game of {game}", game=GAMES[parsed.game].title)
        case achievements.COMEBACK:
            # Translators: an achievement, in Reversi.
            return gettext("🎢 Comeback from {discs} discs behind", discs=round(achievements.BEHIND))
        case achievements.STREAK:
            # Translators: an achievement: a puzzle solved on each of several days.
            return ngettext(
                "🧩 Daily puzzle solved on {number} day in a row",
                "🧩 Daily puzzle solved on {number} days in a row",
                parsed.days,
            )
        case achievements.SEASON:
            # Translators: an achievement; a season is three months.
            return gettext("🏅 Top three of a season")
        case _:
            # Translators: an achievement.
            return gettext("🏆 Won a tournament")


def profile_lines(keys: Collection[str]) -> str:
    """List a person's achievements in a few lines; "" without any."""
    known = set(keys)
    lines = [_levels_line(game, known) for game in GAMES]
    longest = [
        achievements.streak(days) for days in achievements.STREAKS if achievements.streak(days) in known
    ][-1:]
    for key in achievements.others():
        parsed = AchievementKey.parse(key)
        if key in known and (parsed is None or parsed.kind != achievements.STREAK or key in longest):
            lines.append(achievement_name(key))
    nonempty = [line for line in lines if line]
    # Translators: a heading in a profile.
    return "\n".join([gettext("**Achievements**"), *nonempty]) if nonempty else ""


def _levels_line(game: str, known: Collection[str]) -> str:
    """Return how many levels of a game were beaten, and the strongest one."""
    kind, order = GAMES[game], achievements.levels(game)
    beaten = [key for key in order if key in known]
    if not beaten:
        return ""
    strongest = AchievementKey.parse(beaten[-1])
    assert strongest is not None
    # Translators: {number} and {total} are numbers of levels; {level} is the name of the strongest.
    return gettext(
        "🎯 {game}: levels beaten: **{number}** of {total}; the strongest: {level}",
        game=kind.title,
        number=len(beaten),
        total=len(order),
        level=level_name(strongest.level),
    )


def earned(news: AchievementsEarned) -> str:
    """Announce achievements in a channel, or tell them to the person."""
    names = [name for key in news.keys if (name := achievement_name(key))]
    if news.direct:
        text = ngettext("🏅 You have a new achievement:", "🏅 You have new achievements:", len(names))
        return "\n".join([text, *_items(names), gettext("-# Choose in `/me` where I announce these.")])
    text = ngettext(
        "🏅 {person} has a new achievement:",
        "🏅 {person} has new achievements:",
        len(names),
        person=mention(news.player_id),
    )
    return "\n".join([text, *_items(names)])


def _items(names: Sequence[str]) -> list[str]:
    return [f"- {name}" for name in names]


TITLE = gettext_noop(
    "## Roles for achievements\n"
    "Everyone who has played here and has earned an achievement gets the role you choose for it. I need the "
    "permission **Manage Roles**, and my own role has to be above it in the server's list of roles."
)
# Translators: a button that leads back to the card before.
BACK = gettext_noop("Back")
BUTTON = gettext_noop("Roles for achievements")

FAULTS: Mapping[RoleFault, str] = {
    RoleFault.GONE: gettext_noop("That role no longer exists. Please choose another one."),
    RoleFault.MANAGED: gettext_noop(
        "{role} belongs to an app or to everyone, so nobody can be given it. Please choose another role."
    ),
    RoleFault.POWERFUL: gettext_noop(
        "{role} has permissions to moderate this server, which no one should earn by playing. Please choose "
        "a role without them."
    ),
    RoleFault.NO_PERMISSION: gettext_noop(
        "I can't give roles here yet: give me the permission **Manage Roles**, then choose {role} again."
    ),
    RoleFault.TOO_HIGH: gettext_noop(
        "{role} is above my own role, so I can't give it: drag my role above it in the server's settings, "
        "under Roles, then choose it again."
    ),
    RoleFault.NOT_YOURS: gettext_noop(
        "You can only choose a role you could give yourself: you need the permission "
        "**Manage Roles** and a role above {role}."
    ),
}
"""The problem with a role, and its remedy."""


def fault_text(fault: RoleFault, role_id: int) -> str:
    """Say why a role can't be given, and what to do."""
    return gettext(FAULTS[fault], role=role_mention(role_id))


def listing(chosen: Sequence[tuple[str, int]], faults: Mapping[int, RoleFault]) -> str:
    """List the roles of a server, and below them what is wrong with some."""
    lines = [f"- {achievement_name(key)}: {role_mention(role)}" for key, role in chosen]
    unfit = dict.fromkeys(role for _, role in chosen if role in faults)
    lines += [f"⚠️ {fault_text(faults[role], role)}" for role in unfit]
    return "\n".join(lines)


def chosen(key: str, *, saved: bool) -> str:
    """Name the achievement whose role is being chosen; `saved` if it was chosen just now."""
    name = f"**{achievement_name(key)}**"
    return f"✅ {name}" if saved else name

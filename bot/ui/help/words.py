"""What the card of `/play` and `/help` says."""

from __future__ import annotations

from collections.abc import Mapping

from bot.catalog import GAMES, GameKind
from bot.ui.language import gettext
from bot.ui.level_words import level_description


def welcome(suited: Mapping[str, str]) -> str:
    """What to do here, and the level of each game that suits the person."""
    titles = [f"**{kind.title}**" for kind in GAMES.values()]
    lines = [
        gettext("## Play {games}", games=gettext(" or ").join(titles)),
        gettext("Tap a game to play against me. Every move is one tap, too."),
    ]
    for kind in GAMES.values():
        level = suited[kind.key]
        lines.append(
            gettext(
                "{discs} **{game}**: **{level}** suits you · {description}",
                discs="".join(side.disc for side in kind.sides),
                game=kind.title,
                level=level,
                description=level_description(kind, level),
            )
        )
    return "\n".join(lines)


def more() -> str:
    """Where everything else is."""
    game = next(iter(GAMES))
    return "\n".join(
        (
            gettext(
                "**With people**: `/{game} start` is open to anyone; add `opponent:` for a friend.", game=game
            ),
            gettext(
                "**Your games**: `/games` lists them, `/next` leads to the next one that is waiting for you."
            ),
            gettext("**Who is best**: `/leaderboard`, `/profile`, and two players head to head: `/compare`."),
            gettext(
                "**Opponents of your own**: `/opponent create`; computers play each other with `/match`."
            ),
            gettext(
                "**Anywhere**: add me to your account to play in any direct message, group chat or server."
            ),
            gettext("**When it is your turn**: turn notices, in `/me`."),
            gettext(
                "**Who is playing**: moderators put up a list of a channel's games with `/channel games`."
            ),
            gettext("**If your opponent plays c4, you play d3**: `/game if` in games with days for a move."),
            gettext(
                "**What I think of your moves**: `/hint`, `/game thinking`; of a game afterwards, `/review`; "
                "of any position, `/position`."
            ),
            gettext(
                "**How things look**: `/me` has themes, and boards in words; `/settings` is for those who "
                "manage a server."
            ),
            gettext("**Puzzles**: `/puzzle`, for you alone or for the channel; a daily one, in `/settings`."),
            gettext(
                "**Games that are over**: `/history`; move by move or as an animation, `/replay`; as files "
                "for other programs, `/export`; from elsewhere, `/import`."
            ),
            gettext("**What is stored about you**: `/privacy`; to take it away or delete it, `/mydata`."),
        )
    )


def other_level(kind: GameKind) -> str:
    """What stands on the menu of a game's levels."""
    return gettext("{game} at another level", game=kind.title)


def what_else() -> str:
    """The button that shows `more`."""
    return gettext("What else there is")


def rules_of(kind: GameKind) -> str:
    """The button that shows a game's rules."""
    return gettext("Rules of {game}", game=kind.title)

"""Texts of the card of `/play` and `/help`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.catalog import GAMES, GameKind
from bot.opponents.names import level_name, style_name
from bot.ui.level_words import level_description
from bot.ui.opponents.words import style_words
from bot.ui.words import command_name
from executors.address import flipfour_version
from languages import gettext
from languages.numbers import alternatives


def welcome(suited: Mapping[str, str]) -> str:
    """Invite to play, with the level of each game that suits the player."""
    titles = [f"**{kind.title}**" for kind in GAMES.values()]
    lines = [
        # Translators: a heading; {games} is “Connect 4 or Reversi”.
        gettext("## Play {games}", games=alternatives(titles)),
        gettext("Tap a game to play against me. Every move is one tap, too."),
    ]
    for kind in GAMES.values():
        level = suited[kind.key]
        lines.append(
            # Translators: {level} is a level of the computer, {description} says how it plays.
            gettext(
                "{discs} **{game}**: **{level}** suits you · {description}",
                discs="".join(side.disc for side in kind.sides),
                game=kind.title,
                level=level_name(level),
                description=level_description(kind, level),
            )
        )
    return "\n".join(lines)


def version() -> str:
    """Return the version, in small print."""
    return f"-# Flipfour {flipfour_version()}"


def more(*, linkable: bool = False) -> str:
    """List the other features, with Linked Roles if the host has switched them on."""
    game = command_name(next(iter(GAMES)))
    links = [
        gettext(
            "**Roles for ratings and puzzles**: link your account in `/me`, and servers can give you some."
        )
    ]
    return "\n".join(
        (
            gettext(
                "**With people**: `/{game} start` is open to anyone; add `opponent:` for a friend.", game=game
            ),
            gettext(
                "**Your games**: `/games` lists them, `/next` leads to the next one that is waiting for you."
            ),
            gettext(
                "**Who is best**: `/leaderboard`, also of the week, the season, cups and streaks; `/profile` "
                "with achievements, and two players head to head: `/compare`."
            ),
            gettext(
                "**Your own opponents**: `/opponent create`; computers play each other with `/match`, "
                "and `/strength` measures which one is stronger."
            ),
            gettext("**Tournaments**: `/tournament create`; the games begin by themselves."),
            gettext("**Play many at once**: `/simul start`, each opponent on their own board."),
            gettext(
                "**Together**: with `/vote start` a channel votes for its moves: against me, as two teams, "
                "or against another server."
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
                "**Openings**: their names, values and results, with `/opening explore`; learn your own by "
                "heart with `/opening train`."
            ),
            gettext(
                "**How things look**: `/me` has themes, and boards in words; `/settings` is for those who "
                "manage a server."
            ),
            gettext(
                "**Puzzles**: `/puzzle`, for you alone or for the channel; a daily one, in `/settings`, "
                "which ends in a card to paste anywhere."
            ),
            gettext(
                "**Every week**: `/settings` has a channel for the weekly board, and for seasons with badges."
            ),
            gettext(
                "**Drills**: `/puzzle` with `run:streak`, `run:rush` for three minutes, or `mine:True` for "
                "your own mistakes."
            ),
            gettext(
                "**Games that are over**: `/history`; move by move or as an animation, `/replay`; as files "
                "for other programs, `/export`; from elsewhere, `/import`."
            ),
            *(links if linkable else ()),
            gettext("**What is stored about you**: `/privacy`; to export or delete it, `/mydata`."),
        )
    )


def styles_explained(games: Sequence[tuple[GameKind, Sequence[str]]]) -> str:
    """Explain each game's styles, how to type them, custom players, and how to compare two."""
    lines = [
        gettext("### Styles of play"),
        gettext(
            "A level plays like a person; a style plays by one idea, as deep as you say. Choose one from the "
            "menus of `/play`, or type it: `/reversi start bot:greedy` looks 4 moves ahead, "
            "`bot:positional:6` looks 6, `bot:mobility:time` as deep as time allows."
        ),
    ]
    for kind, styles in games:
        names = [
            # Translators: {style} is to be typed, {goal} says how it plays.
            gettext("`{style}`: {goal}", style=name, goal=goal) if goal else f"`{name}`"
            for name, goal in ((style_name(style), style_words(style)) for style in styles)
        ]
        lines.append(" · ".join([f"**{kind.title}**", *names]))
    lines += [
        gettext(
            "Connect 4 takes your own weights of open lines with 0 to 4 discs, "
            "`bot:alignments-0,0.5,4,16,inf:4`, and your own parameters of runs of discs, "
            "`bot:vectors-20,30,1,3,2,1:4`."
        ),
        gettext("### Your own computer player"),
        gettext(
            "`/opponent create` has menus, and takes a line such as "
            "`recipe:positional:4 opening=random:1@6 end=win-or-lose:12@10`: random while at most 6 moves "
            "have been made, `win-or-lose` from 10 empty squares on. Add to it:"
        ),
        gettext("- `random-ties`: chooses at random among equally good moves, as `alignments` always does"),
        gettext("- `cap=2.5`: thinks for at most 2.5 seconds a move"),
        gettext(
            "- `blunders=0.1@3`: in a tenth of its moves it plays the second-best one, if that gives away at "
            "most 3 points"
        ),
        gettext(
            "- `misjudges=2.5@10`: is wrong by about 2.5 points about each move, and gives away at most 10"
        ),
        gettext("### Which one is stronger?"),
        gettext(
            "`/strength first:greedy second:positional` has two players play forty games in the background, "
            "and shows who won how many and the difference in Elo points. `/match` lets you watch them. Both "
            "take the same values as `bot:`."
        ),
    ]
    return "\n".join(lines)


def other_player(kind: GameKind) -> str:
    """Return the placeholder of the menu of a game's levels and styles."""
    # Translators: in an empty menu, max. 150 characters.
    return gettext("{game}: another level, or a style", game=kind.title)


def against_friend() -> str:
    """Label the button for games against people."""
    # Translators: a button, max. 80 characters; short is better.
    return gettext("Against a friend")


def how_with_friends() -> str:
    """Explain how to play against people."""
    return gettext(
        "**Against a friend**: choose whom you challenge, or post a card that anyone here can join. Board, "
        "colours and time can be changed on that card."
    )


def invite_to(kind: GameKind) -> str:
    """Return the placeholder of the menu of members for a game."""
    # Translators: in an empty menu of people.
    return gettext("{game}: choose a friend", game=kind.title)


def anyone(kind: GameKind) -> str:
    """Label the button that posts a start card anyone can join."""
    # Translators: a button that posts an invitation for everyone in the channel.
    return gettext("{game} with anyone here", game=kind.title)


def styles_of_play() -> str:
    """Label the button that shows `styles_explained`."""
    # Translators: a button; short is better.
    return gettext("Styles of play")


def what_else() -> str:
    """Label the button that shows `more`."""
    # Translators: a button; it shows what else the bot can do.
    return gettext("What else there is")


def rules_of(kind: GameKind) -> str:
    """Label the button that shows a game's rules."""
    # Translators: a button, such as “Rules of Reversi”.
    return gettext("Rules of {game}", game=kind.title)

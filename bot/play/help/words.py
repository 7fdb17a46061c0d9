"""Texts of the cards of `/play` and `/help`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.names import level_name, style_name
from bot.ui.opponent_words import level_description, style_words
from bot.ui.words import command_line
from executors.address import flipfour_version
from languages import gettext, gettext_noop, pgettext
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


def new_here() -> str:
    """Show a person without games how to begin."""
    return gettext("🌱 **New here?** First the rules, then a game, then a puzzle.")


def version() -> str:
    """Return the version, in small print."""
    return f"-# Flipfour {flipfour_version()}"


HEADINGS: Mapping[str, str] = {
    "play": gettext_noop("### Play\nAgainst me, a friend, or anyone here."),
    "better": gettext_noop(
        "### Get better\nPuzzles, reviews, what your games say about you, and openings to learn."
    ),
    "together": gettext_noop("### Together\nTournaments, puzzle races, games by vote, and who is best."),
    "yours": gettext_noop("### Yours\nYour games, your computer players, your settings and your data."),
}

OPENS: Mapping[str, str] = {
    # Translators, all below: short labels of buttons; each opens a feature.
    "play": gettext_noop("Play"),
    # Translators: a button.
    "games": gettext_noop("My games"),
    # Translators: a button; it shows a puzzle.
    "puzzle": gettext_noop("Puzzle"),
    "review": gettext_noop("Review my last game"),
    "position": gettext_noop("Analyse my last game"),
    # Translators: a button; it opens the explorer of openings.
    "opening explore": gettext_noop("Openings"),
    # Translators: a button.
    "opening train": gettext_noop("Train openings"),
    # Translators: a button; it shows what a player's reviewed games say about how they play.
    "insights": gettext_noop("Insights"),
    # Translators: a button; it opens a race in which several people solve the same puzzles.
    "race": gettext_noop("Puzzle race"),
    # Translators: a button; it lists tournaments.
    "tournament list": gettext_noop("Tournaments"),
    "simul": gettext_noop("Play many at once"),
    "vote": gettext_noop("Play by vote"),
    "match": gettext_noop("Watch computers play"),
    # Translators: a button.
    "leaderboard": gettext_noop("Leaderboard"),
    # Translators: a button.
    "profile": gettext_noop("My profile"),
    # Translators: a button.
    "history": gettext_noop("Finished games"),
    # Translators: a button.
    "import": gettext_noop("Import a game"),
    # Translators: a button; it lists computer players of the server.
    "opponent": gettext_noop("Computer players"),
    "me": gettext_noop("Settings and privacy"),
}

ABOUT: Mapping[str, str] = {
    "race": gettext_noop(
        "### Puzzle race\nUp to 20 people solve the same puzzles in the same order for three minutes, each "
        "on their own board. I post a card that anyone here can join; it shows the race as it goes.\n"
        "-# `{command}` has an option for the game."
    ),
    "simul": gettext_noop(
        "### Play many at once\nYou play up to 20 people, each on their own board in one thread. I post a "
        "card "
        "that anyone here can join; it begins when it is full, or when you start it.\n-# `{command}` has "
        "options: the game, the time, a computer player in your place, and more."
    ),
    "vote": gettext_noop(
        "### Play by vote\nThis channel plays against me: everyone votes for the next move, and after a "
        "minute the move with the most votes is played.\n-# `{command}` has options: two teams, more "
        "time, and more."
    ),
    "match": gettext_noop(
        "### Watch computers play\nTwo computer players play each other here, move by move: the level that "
        "suits you, and the one above it.\n-# `{command}` has options: which players, and with `games:` a "
        "measurement of which is stronger."
    ),
}
"""Descriptions of commands that post something for everyone."""


def heading(part: str) -> str:
    return gettext(HEADINGS[part])


def opens(command: str) -> str:
    """Label the button that opens a feature."""
    return gettext(OPENS[command])


def about(command: str) -> str:
    """Explain a command that posts something for everyone."""
    options = {"run": pgettext("choice", "race")} if command == "race" else {}
    return gettext(ABOUT[command], command=command_line("puzzle" if options else command, **options))


def styles_heading() -> str:
    return gettext(
        "### Styles of play\n"
        "A level plays like a person; a style plays by one idea, 4 moves deep. Tap one "
        "to play against it."
    )


def styles_of_game(kind: GameKind, styles: Sequence[str]) -> str:
    lines = [f"**{kind.title}**"]
    for style in styles:
        goal = style_words(style)
        if goal:
            # Translators: {style} is a style of play, {goal} says how it plays.
            lines.append(gettext("**{style}**: {goal}", style=style_name(style), goal=goal))
    return "\n".join(lines)


def own_styles() -> str:
    """Say how to play a style at another depth, and how to combine several."""
    return gettext(
        "-# `/reversi start bot:positional:6` looks 6 moves ahead. `/opponent` combines "
        "styles into a custom opponent, and `/match` with `games:` measures which of "
        "two is stronger."
    )


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
        "**Against a friend**: choose who to challenge, or post a card that anyone here "
        "can join. You can change the board, colours and time on that card."
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


def rules_of(kind: GameKind) -> str:
    """Label the button that shows a game's rules."""
    # Translators: a button, such as “Rules of Reversi”.
    return gettext("Rules of {game}", game=kind.title)

"""The texts of the list of a player's own games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bot.catalog import GAMES, GameKind, board_label
from bot.ui.times import countdown
from bot.ui.untrusted import escaped, safe
from bot.ui.words import command_name, computer_name, opponent_label
from data.games.my_games import Awaits, MyGame
from languages import count, gettext, gettext_noop, ngettext
from languages.numbers import facts_line

TITLE = gettext_noop("### Your games")
# Translators: whose turn it is, beside a game.
YOUR_MOVE = gettext_noop("**Your move**")
NOTHING = gettext_noop(
    "You have no games in progress. Play me with a tap, or use `/{game} start` for "
    "a game that anyone can join."
)
NOTHING_OF = gettext_noop("You have no {title} game in progress. Start one: `/{game} start`.")
NOTHING_WAITS = gettext_noop(
    "You have no games in progress, so none is waiting for your move. Play me with "
    "a tap, or use `/{game} start` for a game that anyone can join."
)
# Translators: where a game is played.
ELSEWHERE = gettext_noop("in another server")
# Translators: where a game is played.
IN_PRIVATE = gettext_noop("in a private chat")

GROUPS: Mapping[Awaits, str] = {
    # Translators, all below: headings in a list; {number} of games.
    Awaits.ME: gettext_noop("**Your move** · {number}"),
    # Translators, all below: headings in a list; {number} of games.
    Awaits.OTHERS: gettext_noop("**Waiting for others** · {number}"),
    # Translators, all below: headings in a list; {number} of games.
    Awaits.NOBODY: gettext_noop("**Put aside** · {number}"),
}


def group_heading(awaits: Awaits, number: int) -> str:
    """Return the heading of games waiting for the same side."""
    return gettext(GROUPS[awaits], number=count(number))


def nothing_listed(only: GameKind | None) -> str:
    """Tell a player that they have no game, of one kind or at all."""
    if only is None:
        return gettext(NOTHING, game=command_name(next(iter(GAMES))))
    return gettext(NOTHING_OF, title=only.title, game=command_name(only.key))


def none_waiting(others: int) -> str:
    """Tell a player that no game waits for their move, and how many wait for others."""
    if not others:
        return gettext(NOTHING_WAITS, game=command_name(next(iter(GAMES))))
    return ngettext(
        "No game is waiting for your move. {number} game is waiting for others.",
        "No game is waiting for your move. {number} games are waiting for others.",
        others,
    )


def game_lines(game: MyGame, where: str | None, *, gone: bool) -> str:
    """Describe a game in two lines below the heading of its group: opponent, board, the side to move if not
    the person, the end of its time, and the place if not here; `gone` if its channel is deleted."""
    details = [board_label(GAMES[game.game], game.options)]
    if game.awaits is Awaits.OTHERS:
        details.append(whose_turn(game))
    if game.awaits is not Awaits.NOBODY:
        details.append(time_left(game.flag_at))
    if where is not None:
        details.append(where)
    if gone:
        # Translators: a game's channel, in a list of facts about the game.
        details.append(gettext("its channel was deleted"))
    return f"{against(game)}\n{facts_line(details)}"


def against(game: MyGame) -> str:
    """Name the game and the opponent."""
    # Translators: {game} such as Reversi, {number} is the number of this game.
    return gettext(
        "**{game}** against **{opponent}** · #{number}",
        game=GAMES[game.game].title,
        opponent=opponent(game),
        number=game.id,
    )


def opponent(game: MyGame) -> str:
    """Return the opponent's name, since people in other servers can't be mentioned here."""
    return escaped(opponent_label(game.computer, game.opponent_name))


def whose_turn(game: MyGame) -> str:
    """Return which other side is to move."""
    if game.mover is not None:
        return gettext("{player} to move", player=computer_name(game.mover))
    return gettext("{player} to move", player=opponent(game))


def time_left(flag_at: datetime | None) -> str:
    """Return when the time of the side to move runs out."""
    if flag_at is None:
        return gettext("no time limit")
    # Translators: {wait} is written by Discord: “in 3 hours”.
    return gettext("⏳ time runs out {wait}", wait=countdown(flag_at))


def in_server(name: str | None) -> str:
    """Return the server where a game is played, by name if known."""
    # Translators: where a game is played; {server} is a server's name.
    return gettext("in {server}", server=safe(name)) if name else gettext(ELSEWHERE)

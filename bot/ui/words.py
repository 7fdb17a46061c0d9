"""Words that several rooms use: names of players and boards, links, and answers after a fault."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from bot.catalog import GAMES, GameKind, board_label
from bot.computer.opponents.choices import opponent_name
from bot.core.snapshot import GameSnapshot
from bot.ui.untrusted import escaped, safe, shortened
from data.games.records import Game, Seat
from data.people.personal import DELETED_PLAYER, TEAM_PLAYERS
from data.ratings.ratings import Pool
from languages import count, gettext, gettext_noop, pgettext, pgettext_noop
from languages.numbers import enumerated, percent

BAR_CELLS = 12

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
"""By rank."""

SIZE = re.compile(r"\b(\d+)x(\d+)")

POOLS = {
    # Translators, all below: kinds of ratings, after the name of a game: “Reversi, between people”.
    Pool.PEOPLE: gettext_noop("between people"),
    Pool.COMPUTER: gettext_noop("against the computer"),
    Pool.PUZZLES: gettext_noop("puzzles"),
}

OTHER_VERSION = gettext_noop(
    "This button is from another version of Flipfour. To get new buttons, post the board again with "
    "`/game board`."
)
OTHER_COMMAND = gettext_noop(
    "Your Discord shows this command from another version of Flipfour. Restart "
    "Discord and type it again; `/help` lists everything."
)
JUST_CHANGED = gettext_noop("The buttons had just changed, so I ignored that tap. Please look and tap again.")
APOLOGY = gettext_noop(
    "Sorry, something went wrong on my side. It has been logged, and your game is "
    "safe: try again, or post the board again with `/game board`."
)
CUT_OFF = gettext_noop(
    "I was restarted before I could answer. If you don't see what you asked for, please try again."
)
CLOSED_THREAD = gettext_noop(
    "This thread is archived or locked, so I can't post here. Have it reopened, or use another channel."
)
STORAGE_APOLOGY = gettext_noop(
    "Sorry, I can't reach my storage right now. Whatever a board shows is safe; if "
    "your last action isn't shown, please try again in a minute."
)


def permission_missing(permissions: str) -> str:
    # Translators: {permissions} is a list in bold type, such as “**Attach Files**”.
    return gettext(
        "Discord doesn't let me show that here without the permission {permissions}. A "
        "server manager can grant it in this channel; your games are saved either way.",
        permissions=permissions,
    )


def mention(player_id: int | None) -> str:
    """Mention a person, so that Discord shows their current name."""
    if player_id == DELETED_PLAYER:
        # Translators: in place of a person's name.
        return gettext("deleted player")
    if player_id in TEAM_PLAYERS:
        return team_name(TEAM_PLAYERS.index(player_id))
    return f"<@{player_id}>"


def addressed(person_id: int, line: str) -> str:
    """Name the person whom a small line of a public message calls “you”."""
    return line.replace("-# ", f"-# {mention(person_id)} · ", 1)


def team_name(side: int, *, alone: bool = False) -> str:
    """Name a team that votes for its moves; `alone` if the other side is a computer player."""
    if alone:
        # Translators: the only team, in place of a player's name, where people vote against the computer.
        return gettext("The team")
    # Translators: in place of a player's name, in games in which teams vote for their moves.
    return gettext("Team {number}", number=count(side + 1))


def seat_name(seat: Seat) -> str:
    """Return who plays: a person by mention, a computer player by name."""
    if seat.player_id is not None:
        return mention(seat.player_id)
    if seat.name:
        return escaped(imported_name(seat.name))
    # Translators: in place of the name of a player who is still to be found.
    return computer_name(seat.computer) if seat.computer else gettext("anyone")


def name_at(seats: Sequence[Seat], side: int) -> str:
    """Return who plays a side; the team of a game against the computer has no number."""
    alone = seats[1 - side].computer is not None
    return team_name(side, alone=True) if alone and is_team(seats[side].player_id) else seat_name(seats[side])


def is_team(player_id: int | None) -> bool:
    """Return whether a team that votes plays, instead of a person."""
    return player_id in TEAM_PLAYERS


def imported_name(name: str) -> str:
    """Name a player of an imported game in a place without markup; unnamed ones are stored as “Black” etc."""
    side = next((side for kind in GAMES.values() for side in kind.sides if side.english == name), None)
    return shortened(name) if side is None else side.name


def computer_name(player: str) -> str:
    """Name a computer player in a message, by its spec."""
    return escaped(computer_label(player))


def computer_label(player: str) -> str:
    """Name a computer player in a place without markup, by its spec."""
    # Translators: the computer as a player; {player} is its level or style.
    return gettext("Flipfour ({player})", player=player_label(player))


def player_name(player: str) -> str:
    """Return the name of a computer player for a message."""
    return escaped(player_label(player))


def player_label(player: str) -> str:
    """Return the name of a computer player for a place without markup, shortened."""
    return shortened(opponent_name(player))


def opponent_label(computer: str | None, name: str | None) -> str:
    """Name a computer player, by its spec, or a person, in a place without markup."""
    return computer_label(computer) if computer is not None else shortened(name or "")


def board_name(snapshot: GameSnapshot) -> str:
    return board_label(snapshot.kind, snapshot.game.options)


def board_words(snapshot: GameSnapshot) -> str:
    """Name the board of a game in words: “12 by 6” where menus have “12x6”."""
    return SIZE.sub(_size_words, board_name(snapshot))


def _size_words(size: re.Match[str]) -> str:
    # Translators: the size of a board, read aloud: “8 by 8”.
    return gettext("{columns} by {rows}", columns=size[1], rows=size[2])


def side_name(snapshot: GameSnapshot, side: int) -> str:
    return f"{snapshot.kind.sides[side].disc} {name_at(snapshot.game.seats, side)}"


def mover_name(snapshot: GameSnapshot) -> str:
    """Return who is to move: the delegated computer player if there is one."""
    player, seats = snapshot.player_to_move, snapshot.game.seats
    return computer_name(player) if player is not None else name_at(seats, snapshot.position.turn)


def progress_bar(fraction: float) -> str:
    done = round(fraction * BAR_CELLS)
    return "▰" * done + "▱" * (BAR_CELLS - done)


def percent_certain(certainty: float) -> str:
    """Format a percentage, rounded down: only what is proved is certain."""
    # In floating point 100 × 0.58 is less than 58.
    return percent(math.floor(100 * certainty + 1e-9))


def no_such_board(kind: GameKind, typed: str) -> str:
    boards = enumerated([variant.typed for variant in kind.variants])
    values = {"game": kind.title, "typed": safe(typed), "boards": boards, "others": kind.other_boards}
    if kind.other_boards:
        # Translators: {boards} is a list of names; {others} is a description such as “any grid from …”.
        return gettext("{game} has no board “{typed}”. Choose one of: {boards}, or {others}.", **values)
    return gettext("{game} has no board “{typed}”. Choose one of: {boards}.", **values)


def command_name(name: str) -> str:
    """Return the name of a command, or one word of it, as the reader sees it."""
    return pgettext("command", name)


def command_line(command: str, **options: str) -> str:
    """Return a command to type, in the reader's words: `/opponent name:…`."""
    path = " ".join(map(command_name, command.split()))
    return " ".join([f"/{path}", *(f"{pgettext('option', name)}:{value}" for name, value in options.items())])


def channel_mention(channel_id: int) -> str:
    return f"<#{channel_id}>"


def role_mention(role_id: int) -> str:
    return f"<@&{role_id}>"


def message_link(guild_id: int | None, channel_id: int, message_id: int | None) -> str | None:
    """Return the address of a message, in a server or not; None for one that was not sent."""
    if message_id is None:
        return None
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}/{message_id}"


def game_link(game: Game) -> str | None:
    return message_link(game.guild_id, game.channel_id, game.message_id)


FORMS = {
    # Translators, all below: forms of tournaments.
    "round_robin": pgettext_noop("tournament", "round robin"),
    "swiss": pgettext_noop("tournament", "Swiss"),
    "knockout": pgettext_noop("tournament", "knockout"),
    "arena": pgettext_noop("tournament", "arena"),
}


def form_name(form: str) -> str:
    return pgettext("tournament", FORMS[form])

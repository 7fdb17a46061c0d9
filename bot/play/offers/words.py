"""The texts of games that have not started: cards and challenges."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.computer.opponents.names import level_name
from bot.core.people import Place
from bot.core.snapshot import GameSnapshot
from bot.ui.times import NO_LIMIT, time_name
from bot.ui.words import board_name, command_name, mention
from data.games.records import GameState, SideChoice
from data.games.time_control import TimeControl
from languages import gettext
from languages.numbers import separated


def offer_text(snapshot: GameSnapshot) -> str:
    """Say who challenges whom to what and what to do, or how the offer ended."""
    kind = snapshot.kind
    lines = [f"### {kind.sides[0].disc}{kind.sides[1].disc} {kind.title}", _asked(snapshot)]
    if snapshot.game.state is GameState.OFFERED:
        lines += _to_do(snapshot)
    else:
        lines.append(_ended(snapshot))
    return "\n".join(lines)


def _asked(snapshot: GameSnapshot) -> str:
    game = snapshot.game
    values = {
        "challenger": mention(game.challenger_id),
        "opponent": mention(game.opponent_id),
        "terms": _terms(snapshot),
    }
    if game.opponent_id is None and Place.of(game).is_private_chat:
        return gettext("A game against me ({terms}).", **values)
    if game.opponent_id is None:
        # Translators: {terms} is a list such as “8x8, rated; random colours; 5 min”.
        return gettext("{challenger} is looking for an opponent ({terms}).", **values)
    if game.rematch_of is not None:
        return gettext("{challenger} challenges {opponent} to a rematch ({terms}).", **values)
    return gettext("{challenger} challenges {opponent} to a game ({terms}).", **values)


def _to_do(snapshot: GameSnapshot) -> list[str]:
    """Say what people can do with a start card; a challenge has its answers on buttons."""
    game = snapshot.game
    if game.opponent_id is not None:
        return []
    if Place.of(game).is_private_chat:
        return [gettext("Choose a level to begin.")]
    others = gettext(
        "-# {challenger} can play me instead, invite someone, or change the board, colours and time.",
        challenger=mention(game.challenger_id),
    )
    return [gettext("Anyone can join."), others]


def _ended(snapshot: GameSnapshot) -> str:
    """Explain why there is no game."""
    game = snapshot.game
    if game.closed_as == "declined":
        return gettext("{opponent} declined.", opponent=mention(game.opponent_id))
    if Place.of(game).is_private_chat:
        return gettext(
            "The game didn't start. Use `/{game} start` for another one.", game=command_name(game.game)
        )
    if game.closed_as == "withdrawn":
        return gettext("The challenge was withdrawn.")
    return gettext(
        "No one answered in time. Use `/{game} start` for a new one.", game=command_name(game.game)
    )


def play_level(level: str) -> str:
    """Label the button that starts a game at the suggested level."""
    # Translators: a button; {level} is the name of a level of the computer.
    return gettext("Play me: {level}", level=level_name(level))


def other_player() -> str:
    """Return the placeholder of the menu of levels, which leads to styles as well."""
    return gettext("Play me: another level, or a style")


def invite() -> str:
    """Return the placeholder of the menu of people."""
    return gettext("Invite someone")


def board_option(label: str) -> str:
    """Label a board in the menu of boards, which also shows the chosen one."""
    return gettext("Board: {board}", board=label)


def unrated_board() -> str:
    """Describe the rating on an unusual board."""
    return gettext("can be rated between people, with a separate rating")


def rated_button(*, rated: bool) -> str:
    """Label the button that toggles whether the game is rated."""
    # Translators: a button that switches between yes and no.
    return gettext("Rated: yes") if rated else gettext("Rated: no")


def side_option(kind: GameKind, side: SideChoice) -> str:
    """Label an option of the menu that chooses who moves first."""
    if side == "random":
        # Translators: the sides of a game are drawn at random, in a menu.
        return gettext("Colours: random")
    number = 0 if side == "first" else 1
    name = kind.sides[number].name
    if number == 0:
        return gettext("Challenger plays {side}, and moves first", side=name)
    # Translators: which side the challenger has, in a menu.
    return gettext("Challenger plays {side}", side=name)


def time_option(time: TimeControl | None) -> str:
    """Label a time in the menu of times, which also shows the chosen one."""
    # Translators: in a menu; {time} is a time limit such as “5 min”.
    return gettext(NO_LIMIT) if time is None else gettext("Time: {time}", time=time_name(time))


def _terms(snapshot: GameSnapshot) -> str:
    """Return the colours, the time if it is limited, and the board if it is not the usual one."""
    game, sides = snapshot.game, snapshot.kind.sides
    challenger = mention(game.challenger_id)
    if game.side_choice == "random":
        # Translators: a fact about a game in a list, for example “(8x8, rated; random colours; 5 min)”.
        colours = gettext("random colours")
    else:
        side = sides[0 if game.side_choice == "first" else 1].name
        # Translators: a fact about a game in a list.
        colours = gettext("{challenger} plays {side}", challenger=challenger, side=side)
    terms = [colours]
    if game.options:
        board = board_name(snapshot)
        # Translators: {board} is such as “6x6” or “9x6, five in a row”.
        rated, unrated = gettext("{board}, rated", board=board), gettext("{board}, unrated", board=board)
        terms.insert(0, rated if game.rated else unrated)
    if game.clock is not None:
        terms.append(time_name(game.clock.control))
    return separated(terms)

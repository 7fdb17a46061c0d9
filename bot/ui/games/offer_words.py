"""What the messages of a game say that has not begun: cards to start from, and challenges."""

from __future__ import annotations

from bot.catalog import GameKind
from bot.games.snapshot import GameSnapshot
from bot.ui.games.clock_words import time_name
from bot.ui.language import gettext
from bot.ui.words import board_name, mention
from data import GameState, SideChoice


def offer_text(snapshot: GameSnapshot) -> str:
    """A challenge: who asks whom for what, and how it ended when it is closed."""
    game, kind = snapshot.game, snapshot.kind
    values = {
        "challenger": mention(game.challenger_id),
        "opponent": mention(game.opponent_id),
        "terms": _terms(snapshot),
    }
    if game.opponent_id is None and game.guild_id is None:
        text = gettext("A game against me ({terms}). Choose a level, and we begin.", **values)
    elif game.opponent_id is None:
        text = gettext("{challenger} is looking for an opponent ({terms}). Anyone can join.", **values)
    elif game.rematch_of is not None:
        text = gettext("{challenger} challenges {opponent} to a rematch ({terms}).", **values)
    else:
        text = gettext("{challenger} challenges {opponent} to a game ({terms}).", **values)
    lines = [f"### {kind.sides[0].disc}{kind.sides[1].disc} {kind.title}", text]
    if game.state is GameState.OFFERED and game.opponent_id is None and game.guild_id is not None:
        lines.append(
            gettext(
                "-# {challenger} can also play me instead, invite somebody, or change board and colours.",
                **values,
            )
        )
    elif game.closed_as == "declined":
        lines.append(gettext("{opponent} declined.", **values))
    elif game.closed_as == "withdrawn":
        lines.append(gettext("The challenge was withdrawn."))
    elif game.closed_as == "expired":
        lines.append(
            gettext("Nobody answered in time. Use `/{game} start` to make a new one.", game=game.game)
        )
    return "\n".join(lines)


def play_level(level: str) -> str:
    """The button that begins against the computer at the level suggested."""
    return gettext("Play me: {level}", level=level)


def other_level() -> str:
    """What stands on the menu of levels."""
    return gettext("Play me at another level")


def invite() -> str:
    """What stands on the menu of people."""
    return gettext("Invite somebody")


def board_option(label: str) -> str:
    """A board in the menu of boards, where it also shows which one is chosen."""
    return gettext("Board: {board}", board=label)


def unrated_board() -> str:
    """What is said of a board other than the usual one."""
    return gettext("unrated")


def side_option(kind: GameKind, side: SideChoice) -> str:
    """Who moves first, in the menu that also shows what is chosen."""
    if side == "random":
        return gettext("Colours: random")
    number = 0 if side == "first" else 1
    name = kind.sides[number].name
    if number == 0:
        return gettext("Challenger plays {side}, and moves first", side=name)
    return gettext("Challenger plays {side}", side=name)


def _terms(snapshot: GameSnapshot) -> str:
    """The colours, the time if it is limited, and the board if it is not the usual one."""
    game, sides = snapshot.game, snapshot.kind.sides
    challenger = mention(game.challenger_id)
    if game.side_choice == "random":
        colours = gettext("random colours")
    else:
        side = sides[0 if game.side_choice == "first" else 1].name
        colours = gettext("{challenger} plays {side}", challenger=challenger, side=side)
    terms = [colours]
    if game.options:
        terms.insert(0, gettext("{board}, so unrated", board=board_name(snapshot)))
    if game.clock is not None:
        terms.append(time_name(game.clock.control))
    return "; ".join(terms)

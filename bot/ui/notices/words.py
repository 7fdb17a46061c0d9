"""What notices of turns say."""

from __future__ import annotations

from bot.notices.rules import Step, Where
from bot.ui.games.terms_words import countdown
from bot.ui.language import gettext, gettext_noop
from bot.ui.words import mention
from data import Game

NO_MORE = gettext_noop("No more of these")
SWITCHED_OFF = gettext_noop("I won't tell you of your turns any more. To be told again, choose so in `/me`.")


def not_yours(player_id: int) -> str:
    """Refuse to turn off the notices of another player."""
    return gettext("This notice is for {player}. Yours are a setting in `/me`.", player=mention(player_id))


def turn_notice(game: Game, player_id: int, opponent: str, step: Step, link: str) -> str:
    """To the person to move: whom they play against, and where."""
    values = {"player": mention(player_id), "opponent": opponent, "link": link}
    if step is Step.TURN:
        return gettext("{player}, your move against {opponent}: {link}", **values)
    if game.clock is None or game.clock.flag_at is None:
        return gettext("{player}, {opponent} is still waiting for your move: {link}", **values)
    return gettext(
        "{player}, your time against {opponent} runs out {wait}: {link}",
        wait=countdown(game.clock.flag_at),
        **values,
    )


def not_told(where: str) -> str:
    """To somebody who wanted to be told of their turns."""
    if where == Where.DIRECT:
        return gettext(
            "I couldn't tell you of your turn: Discord doesn't let me send you direct messages, so I have "
            "turned your turn notices off. To get them, allow direct messages from members of this server, "
            "then choose them again in `/me`; or choose to have them in the game's channel."
        )
    return gettext(
        "I couldn't tell you of your turn in this game: I may not post messages there. I won't try again in "
        "this game."
    )

"""Turn notices: their words, and the button below them that turns them off."""

from __future__ import annotations

import discord

from bot.features import Kit
from bot.play.games.ids import OPEN_BOARD
from bot.play.turn_notices import TurnNotice, TurnNotices
from bot.play.web_links import custom_id
from bot.preferences.notices import NoticeStep, Where
from bot.ui.component_ids import SETS, ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.messenger import Note, Showing, shows
from bot.ui.pictures import picture_names
from bot.ui.refusals import BadRequest
from bot.ui.request import Request, mentioning
from bot.ui.routes import Handled, on_press
from bot.ui.times import countdown
from bot.ui.untrusted import escaped
from bot.ui.words import game_link, mention
from data.games.records import Game
from languages import gettext

LAUNCH = "https://discord.com/activities"
"""Where an address begins that opens an application's Activity."""


class StopNotices(ComponentId, action="notices_off", timeless=SETS):
    player_id: int


@on_press(StopNotices)
async def stop_notices(request: Request, pressed: StopNotices) -> None:
    if request.user_id != pressed.player_id:
        whose = mention(pressed.player_id)
        raise BadRequest(gettext("This notice is for {player}. You can change yours in `/me`.", player=whose))
    await request.kit[TurnNotices].switch_off(pressed.player_id)
    await request.tell(
        gettext("I won't notify you of your turns any more. You can turn notices back on in `/me`.")
    )


class RefusedNotices:
    """Tells players, at their next tap, that Discord refused a notice of theirs."""

    def __init__(self, kit: Kit) -> None:
        self._notices = kit[TurnNotices]
        kit[Handled].listen(self._explain)

    async def _explain(self, request: Request) -> None:
        refused = await self._notices.take_refusal(request.user_id)
        if refused is not None and refused.refused is not None:
            await request.tell(not_told(refused.refused))


def turn_notice(game: Game, player_id: int, opponent: str, step: NoticeStep, link: str) -> str:
    values = {"player": mention(player_id), "opponent": opponent, "link": link}
    if step is NoticeStep.TURN:
        # Translators: a notice in a channel or a direct message; {link} is the address of the board.
        return gettext("{player}, your move against {opponent}: {link}", **values)
    if game.clock is None or game.clock.flag_at is None:
        return gettext("{player}, {opponent} is still waiting for your move: {link}", **values)
    # Translators: {wait} is Discord's text such as “in 20 minutes”.
    return gettext(
        "{player}, your time against {opponent} runs out {wait}: {link}",
        wait=countdown(game.clock.flag_at),
        **values,
    )


def not_told(where: str) -> str:
    """Tell a player who wants notices why one could not be sent."""
    if where == Where.DIRECT:
        return gettext(
            "I couldn't notify you of your turn: Discord doesn't let me send you direct "
            "messages, so I've turned your turn notices off. To get them, allow direct "
            "messages from members of this server and choose them again in `/me`, or choose "
            "the game's channel there."
        )
    return gettext(
        "I couldn't notify you of your turn in this game: I'm not allowed to post "
        "there. I won't try again in this game."
    )


@shows(
    TurnNotice,
    lambda due: {"game": due.game.id, "turn": due.notice.turn_at.isoformat(), "step": due.step.name},
)
async def draw_notice(due: TurnNotice, scene: Showing) -> Note:
    """Tell a player, and only them, that it is their turn."""
    game, player_id = due.game, due.notice.player_id
    link = game_link(game)
    assert link is not None
    shown_names = await picture_names(scene.names, game, scene.place.guild_id, whole=True)
    side = next(side for side, seat in enumerate(game.seats) if seat.player_id == player_id)
    buttons: list[ComponentItem] = []
    if due.activity is not None:
        address = f"{LAUNCH}/{due.activity}?custom_id={custom_id(game.id)}"
        buttons.append(discord.ui.Button(label=gettext(OPEN_BOARD), url=address, emoji="🕹️"))
    # Translators: a button under a notice of the player's turn, which turns such notices off.
    buttons.append(button(gettext("Turn off notices"), StopNotices(player_id), emoji="🔕"))
    text = turn_notice(game, player_id, escaped(shown_names[1 - side]), due.step, link)
    return Note(text, mentioning([player_id]), buttons)


FEATURES = (TurnNotices, RefusedNotices)

"""The list of a channel's games: posted and removed from `/settings` by those who may manage its messages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Literal

from discord import Permissions

from bot.catalog import GAMES, board_label
from bot.core.people import Place
from bot.core.publisher import Publisher
from bot.play.channel_lists import ChannelGames, ChannelLists
from bot.play.games.ids import ShowGamesList
from bot.ui.component_ids import ComponentId
from bot.ui.components import button
from bot.ui.layout import BLUE, card, row
from bot.ui.messenger import Showing, shows
from bot.ui.publisher import Drawing, Subject
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.ui.slash import is_moderator, require_permissions
from bot.ui.times import countdown
from bot.ui.words import computer_name, message_link, name_at
from data.messages.channels import ListedGame
from languages import gettext, gettext_noop, npgettext
from languages.numbers import facts_line

MAX_CHARACTERS = 3800
"""Maximum characters of the games, of the 4000 in a message; the rest is for the head and the foot."""

BUTTON = gettext_noop("List of games")


def list_text(games: Sequence[ListedGame], total: int, addresses: Mapping[int, str]) -> str:
    """List the games, with the addresses of those that can be watched in a browser."""
    lines = [gettext("### Games in this channel")]
    for game in games:
        line = _line(game, addresses.get(game.id))
        if sum(map(len, lines)) + len(lines) + len(line) > MAX_CHARACTERS:
            break
        lines.append(line)
    more = total - (len(lines) - 1)
    if not total:
        lines.append(gettext("No games here right now. Start one with `/play`."))
    elif more > 0:
        # Translators: games, at the end of a list.
        lines.append(npgettext("games", "… and {number} more", "… and {number} more", more))
    lines.append(gettext("-# This list updates itself."))
    return "\n".join(lines)


def _line(game: ListedGame, address: str | None) -> str:
    kind = GAMES[game.game]
    link = message_link(game.guild_id, game.channel_id, game.message_id)
    title = f"**[{kind.title}]({link})**" if link else f"**{kind.title}**"
    sides = [f"{side.disc} {name_at(game.seats, number)}" for number, side in enumerate(kind.sides)]
    player = game.players[game.turn]
    mover = computer_name(player) if player else name_at(game.seats, game.turn)
    values = {"disc": kind.sides[game.turn].disc, "player": mover}
    if game.paused:
        # Translators: a game, in a list.
        turn = gettext("paused")
    elif game.flag_at is not None:
        # Translators: {wait} is written by Discord: “in 3 hours”.
        turn = gettext(
            "{disc} {player} to move, time runs out {wait}", wait=countdown(game.flag_at), **values
        )
    else:
        turn = gettext("{disc} {player} to move", **values)
    board = [board_label(kind, game.options)] if game.options else []
    # Translators: a link; it leads to a game's board in the browser.
    label = gettext("Watch")
    watch = [f"[{label}]({address})"] if address else []
    return f"{title} · {' · '.join(sides)} · #{game.id}\n{facts_line([*board, turn, *watch])}"


class SetGamesList(ComponentId, action="games_list_set"):
    """Post the list in this channel, or remove it."""

    to: Literal["post", "remove"]


@on_press(ShowGamesList)
async def show(request: Request, pressed: ShowGamesList) -> None:
    _require_moderator(request)
    buttons = row(
        # Translators: a button that posts a list of a channel's games there.
        button(gettext("Post it here"), SetGamesList("post"), emoji="📋"),
        # Translators: a button that removes the list of a channel's games.
        button(gettext("Remove it"), SetGamesList("remove")),
    )
    about = gettext("A list of all games in this channel that updates itself.")
    await request.send(card(about, buttons, colour=BLUE), private=True)


@on_press(SetGamesList)
async def put(request: Request, pressed: SetGamesList) -> None:
    kit, place = request.kit, _require_moderator(request)
    if pressed.to == "remove":
        await kit[ChannelLists].remove(place)
        await request.tell(gettext("The list of this channel's games has been removed."))
        return
    require_permissions(request, Permissions(view_channel=True))
    content = await kit[ChannelLists].post(place, request)
    # If a board that the list links was deleted, the list follows when it is posted again.
    await asyncio.gather(*(kit[Publisher].restore(game.id) for game in content.games))


def _require_moderator(request: Request) -> Place:
    """Return the channel; refused to members who may manage neither its messages nor the server."""
    request.own_server()
    if not (is_moderator(request) or request.interaction.permissions.manage_guild):
        raise BadRequest(
            gettext("Only people who can manage this server, or messages in this channel, can do that.")
        )
    return request.place


@shows(
    ChannelGames,
    lambda games: {"list of channel": games.channel_id},
    subject=lambda games: Subject("list", games.channel_id),
)
async def draw_list(content: ChannelGames, scene: Showing) -> Drawing:
    return Drawing(card(list_text(content.games, content.total, content.addresses), colour=BLUE), [])


FEATURES = (ChannelLists,)

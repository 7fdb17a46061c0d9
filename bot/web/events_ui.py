"""The links to an event's page, on Discord."""

from __future__ import annotations

from bot.events.tournaments.web_links import TournamentLinks
from bot.ui.components import button
from bot.ui.layout import row, view
from bot.ui.links import WatchEvent, WithdrawEventLink
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.web import words
from languages import gettext


@on_press(WatchEvent)
async def watch(request: Request, pressed: WatchEvent) -> None:
    """Tell the person privately where they can watch the event; those who take part can withdraw the link."""
    links, who, event = request.kit[TournamentLinks], request.person, pressed.tournament_id
    told = words.about_event_link(await links.for_person(event, who))
    if not await links.may_withdraw(event, who):
        await request.send(told, private=True)
        return
    withdraw = button(gettext(words.WITHDRAW), WithdrawEventLink(event))
    await request.send(view(told, row(withdraw)), private=True)


@on_press(WithdrawEventLink)
async def withdraw_link(request: Request, pressed: WithdrawEventLink) -> None:
    """Withdraw the link of an event, and end the pages that show it."""
    await request.kit[TournamentLinks].withdraw(pressed.tournament_id, request.person)
    await request.replace(gettext(words.EVENT_WITHDRAWN))

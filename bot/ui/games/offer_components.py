"""What the buttons and menus of a start card and a challenge do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.games.terms import Terms
from bot.ui.access import Click, asked_at, chosen_user, person, services_of
from bot.ui.games import component_ids as ids
from bot.ui.games import words
from bot.ui.opponents.menu import page_of
from bot.ui.options import board_options, time_option
from bot.ui.refusals import BadRequest
from bot.ui.replies import tell
from bot.ui.router import on_choice, on_press
from bot.ui.words import mention
from data import SideChoice, is_set_up

SIDES: dict[str, SideChoice] = {"random": "random", "first": "first", "second": "second"}


async def join(click: Click, pressed: ids.Join) -> None:
    """Join a game that anybody may join."""
    services = services_of(click)
    snapshot = await services.games.challenges.accept(pressed.game_id, person(click), pressed.version)
    await services.games.flow.begin(snapshot, click, asked_at(click))


async def accept(click: Click, pressed: ids.Accept) -> None:
    """Accept a challenge."""
    services = services_of(click)
    snapshot = await services.games.challenges.accept(pressed.game_id, person(click))
    await services.games.flow.begin(snapshot, click, asked_at(click))


async def decline(click: Click, pressed: ids.Decline) -> None:
    """Decline a challenge."""
    services = services_of(click)
    await services.games.challenges.decline(pressed.game_id, person(click))
    await services.games.publisher.show(pressed.game_id, click)


async def withdraw(click: Click, pressed: ids.Withdraw) -> None:
    """Withdraw one's own challenge."""
    services = services_of(click)
    await services.games.challenges.withdraw(pressed.game_id, person(click))
    await services.games.publisher.show(pressed.game_id, click)


async def play_level(click: Click, pressed: ids.PlayLevel) -> None:
    """Play the computer instead, at the level on the button."""
    await _start_against_computer(click, pressed.game_id, pressed.level)


async def choose_player(click: Click, menu: ids.ChooseLevel | ids.ChooseOther, chosen: str) -> None:
    """Play the computer instead, as it was chosen; or show another part of the menu."""
    services = services_of(click)
    snapshot = await services.games.challenges.own_offer(menu.game_id, person(click))
    if page_of(chosen) is not None:
        await services.games.publisher.turn_menu(menu.game_id, chosen, click)
        return
    choice = await services.computer.choices.by_handle(snapshot.kind, chosen)
    await _start_against_computer(click, menu.game_id, choice.spec)


async def invite(click: Click, menu: ids.Invite, user_id: str) -> None:
    """Make the card a challenge to somebody: a new message, since an edit would not tell them."""
    services, chosen = services_of(click), chosen_user(click, user_id)
    if chosen.person.id == click.client.user.id:
        snapshot = await services.games.referee.snapshot(menu.game_id)
        level = await services.computer.level_advice.suggested(snapshot.kind, click.user.id, click.guild_id)
        await _start_against_computer(click, menu.game_id, level)
        await tell(click, words.level_chosen(snapshot.kind, level))
        return
    if chosen.is_bot:
        raise BadRequest(words.bot_opponent(mention(chosen.person.id)))
    await services.games.challenges.invite(menu.game_id, person(click), chosen.person)
    await services.games.publisher.post(menu.game_id, click)


async def choose_board(click: Click, menu: ids.ChooseBoard, board: str) -> None:
    """Play on another board."""
    services = services_of(click)
    snapshot = await services.games.referee.snapshot(menu.game_id)
    if is_set_up(board):
        # The one it has already.
        await services.games.publisher.show(menu.game_id, click)
        return
    options = board_options(snapshot.kind, board)
    await _change(click, menu.game_id, lambda terms: replace(terms, options=options))


async def choose_rated(click: Click, pressed: ids.ChooseRated) -> None:
    """Play for a rating on this board, or not."""
    await _change(click, pressed.game_id, lambda terms: replace(terms, rated=pressed.choice == "yes"))


async def choose_side(click: Click, menu: ids.ChooseSide, side: str) -> None:
    """Play another colour."""
    await _change(click, menu.game_id, lambda terms: replace(terms, side=SIDES[side]))


async def choose_time(click: Click, menu: ids.ChooseTime, time: str) -> None:
    """Play with another time, or without a limit."""
    control = time_option(time)
    await _change(click, menu.game_id, lambda terms: replace(terms, time=control))


async def _change(click: Click, game_id: int, changed: Callable[[Terms], Terms]) -> None:
    services = services_of(click)
    await services.games.challenges.change_offer(game_id, person(click), changed)
    await services.games.publisher.show(game_id, click)


async def _start_against_computer(click: Click, game_id: int, spec: str) -> None:
    services = services_of(click)
    snapshot = await services.games.challenges.start_against_computer(game_id, person(click), spec)
    await services.games.flow.begin(snapshot, click, asked_at(click))


OFFER_ROUTES = (
    on_press(ids.Join, join),
    on_press(ids.Accept, accept),
    on_press(ids.Decline, decline),
    on_press(ids.Withdraw, withdraw),
    on_press(ids.PlayLevel, play_level),
    on_choice(ids.ChooseLevel, choose_player),
    on_choice(ids.ChooseOther, choose_player),
    on_choice(ids.Invite, invite),
    on_choice(ids.ChooseBoard, choose_board),
    on_press(ids.ChooseRated, choose_rated),
    on_choice(ids.ChooseSide, choose_side),
    on_choice(ids.ChooseTime, choose_time),
)

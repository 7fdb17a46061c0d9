"""What the buttons do with which a computer helps people: plays for them, or shows what it thinks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import discord

from bot.assist.handover import consent_needed
from bot.assist.hints import needs_consent
from bot.games.snapshot import GameSnapshot
from bot.opponents.choices import Choice
from bot.refusals import NotAskedForConsent, Refusal
from bot.ui import components
from bot.ui.access import services_of
from bot.ui.assist.consent_view import Answered, lend_question, show_question
from bot.ui.assist.hint_view import question_view, thinking_text
from bot.ui.games.components import Click, person
from bot.ui.refusals import refusal_text
from bot.ui.replies import tell, text_view
from bot.ui.words import computer_name

# --- a computer plays for a person -----------------------------------------------------------------------


async def ask_lend(click: Click, game_id: int, choice: Choice) -> None:
    """Hand the person's side to a computer player, or ask the other person of the game for it."""
    services = services_of(click)
    asked_at = services.pool.now()
    snapshot, seat = await services.handovers.require_own_side(game_id, person(click.user))
    if consent_needed(snapshot, seat) is not None:
        await click.response.send_message(
            view=lend_question(snapshot, seat, choice.seat, choice.handle),
            allowed_mentions=_pinging(snapshot, 1 - seat),
        )
        return
    snapshot = await services.handovers.lend(game_id, person(click.user), choice.seat)
    await tell(
        click,
        f"{computer_name(choice.seat)} plays for you from now on, and the game is unrated. "
        "`/game takeover`, or the button under the board, gives your side back to you.",
    )
    await services.flow.go_on(snapshot, None, asked_at)


async def lend(click: Click, arguments: tuple[str, ...]) -> None:
    """The other person agrees that a computer plays: game, side, computer player."""
    services = services_of(click)
    asked_at = services.pool.now()
    game_id, seat, handle = int(arguments[0]), int(arguments[1]), arguments[2]
    snapshot = await services.referee.snapshot(game_id)
    try:
        await services.handovers.require_answerer(game_id, seat, person(click.user))
        choice = await services.opponent_choices.by_handle(snapshot.kind, handle)
        snapshot = await services.handovers.agree(game_id, seat, person(click.user), choice.seat)
    except NotAskedForConsent:
        raise
    except Refusal as refusal:
        await _void(click, refusal_text(refusal))
        return
    await click.response.edit_message(view=lend_question(snapshot, seat, choice.seat, handle, "agreed"))
    await services.flow.go_on(snapshot, None, asked_at)


async def lend_no(click: Click, arguments: tuple[str, ...]) -> None:
    """The other person does not agree, or the one who asked has thought better of it."""
    game_id, seat, handle = int(arguments[0]), int(arguments[1]), arguments[2]
    snapshot, answered = await _refused(click, game_id, seat)
    try:
        player = (await services_of(click).opponent_choices.by_handle(snapshot.kind, handle)).seat
    except Refusal:
        player = "a computer player"
    await click.response.edit_message(view=lend_question(snapshot, seat, player, handle, answered))


async def take_over(click: Click, arguments: tuple[str, ...]) -> None:
    """The person plays himself again."""
    await click.response.defer()
    await give_back(click, int(arguments[0]), board=click)


async def give_back(click: Click, game_id: int, board: Click | None = None) -> None:
    """Let the person play his side himself again; a search for it ends. `board` is a tap on the board."""
    services = services_of(click)
    snapshot, seat = await services.handovers.delegated(game_id, person(click.user))
    snapshot = await services.handovers.take_over(game_id, person(click.user))
    await tell(click, "You play your side yourself again.")
    if snapshot.position.turn == seat:
        await services.computer.leave(game_id)
    # What it has prepared is the computer's, not the person's.
    services.computer.forget(game_id)
    await services.flow.go_on(await services.referee.snapshot(game_id), board)


# --- the thinking on show --------------------------------------------------------------------------------


async def ask_thinking(click: Click, game_id: int) -> None:
    """Show the person what the computer thinks, after the question that belongs before it."""
    snapshot = await services_of(click).hints.require_hintable(game_id, person(click.user))
    seat = snapshot.position.turn
    if needs_consent(snapshot):
        await click.response.send_message(
            view=show_question(snapshot, seat), allowed_mentions=_pinging(snapshot, 1 - seat)
        )
    elif snapshot.game.rated:
        await click.response.send_message(view=question_view(snapshot), ephemeral=True)
    else:
        await click.response.defer(ephemeral=True, thinking=True)
        await _show_thinking(click, snapshot.game.id, snapshot.game.ply)


async def think(click: Click, arguments: tuple[str, ...]) -> None:
    """The person wants to see it although the game is unrated then: game, ply."""
    await click.response.edit_message(view=text_view("Thinking …"))
    await _show_thinking(click, int(arguments[0]), int(arguments[1]))


async def think_no(click: Click, arguments: tuple[str, ...]) -> None:
    """The game is to stay rated."""
    await click.response.edit_message(view=text_view("Good! The game stays rated."))


async def _show_thinking(click: Click, game_id: int, ply: int) -> None:
    services = services_of(click)
    try:
        snapshot = await services.hints.ask(game_id, ply, person(click.user))
    except Refusal as refusal:
        await click.edit_original_response(view=text_view(refusal_text(refusal)))
        return
    await services.publisher.show(game_id)
    found = await services.hints.think(snapshot)
    await click.edit_original_response(view=text_view(thinking_text(snapshot, found)))


async def show(click: Click, arguments: tuple[str, ...]) -> None:
    """The other person agrees that the thinking is shown: game, side."""
    game_id, seat = int(arguments[0]), int(arguments[1])
    try:
        snapshot = await services_of(click).hints.agree(game_id, seat, person(click.user))
    except NotAskedForConsent:
        raise
    except Refusal as refusal:
        await _void(click, refusal_text(refusal))
        return
    await click.response.edit_message(view=show_question(snapshot, seat, "agreed"))
    await services_of(click).publisher.show(game_id)


async def show_no(click: Click, arguments: tuple[str, ...]) -> None:
    """The other person does not agree, or the one who asked has thought better of it."""
    game_id, seat = int(arguments[0]), int(arguments[1])
    snapshot, answered = await _refused(click, game_id, seat)
    await click.response.edit_message(view=show_question(snapshot, seat, answered))


async def _refused(click: Click, game_id: int, seat: int) -> tuple[GameSnapshot, Answered]:
    """The game of a question, and whether it is refused, or withdrawn by the one who asked."""
    snapshot = await services_of(click).referee.snapshot(game_id)
    if snapshot.game.seats[seat].player_id == click.user.id:
        return snapshot, "withdrawn"
    if snapshot.game.seats[1 - seat].player_id == click.user.id:
        return snapshot, "refused"
    raise NotAskedForConsent(snapshot.game.seats[1 - seat].player_id)


def _pinging(snapshot: GameSnapshot, seat: int) -> discord.AllowedMentions:
    """The one who is asked hears of it, and nobody else."""
    asked = snapshot.game.seats[seat].player_id
    assert asked is not None
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(asked)]
    )


async def _void(click: Click, why: str) -> None:
    """Close a question that nobody can say yes to any more, and say why to the one who did."""
    await click.response.edit_message(view=text_view("This question is no longer open."))
    await tell(click, why)


HELP_ACTIONS: Mapping[str, components.Handler] = MappingProxyType(
    {
        "lend": lend,
        "lend_no": lend_no,
        "take_over": take_over,
        "think": think,
        "think_no": think_no,
        "show": show,
        "show_no": show_no,
    }
)

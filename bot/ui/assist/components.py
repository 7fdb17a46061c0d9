"""What the buttons do with which a computer helps people: plays for them, or shows what it thinks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import discord

from bot.assist.handover import consent_needed
from bot.assist.hints import needs_consent
from bot.games.snapshot import Table
from bot.opponents.choices import Choice
from bot.refusals import NotAskedForConsent, Refusal
from bot.ui import components
from bot.ui.assist.consent_view import Answered, lend_question, show_question
from bot.ui.assist.hint_view import question_view, thinking_text
from bot.ui.games.components import Click, person
from bot.ui.replies import tell, text_view
from bot.ui.words import computer_name

# --- a computer plays for a person -----------------------------------------------------------------------


async def ask_lend(click: Click, game_id: int, choice: Choice) -> None:
    """Hand the person's side to a computer player, or ask the other person of the game for it."""
    asked_at, client = click.client.pool.now(), click.client
    table, seat = await client.delegates.lendable(game_id, person(click.user))
    if consent_needed(table, seat) is not None:
        await click.response.send_message(
            view=lend_question(table, seat, choice.seat, choice.handle),
            allowed_mentions=_pinging(table, 1 - seat),
        )
        return
    table = await client.delegates.lend(game_id, person(click.user), choice.seat)
    await tell(
        click,
        f"{computer_name(choice.seat)} plays for you from now on, and the game is unrated. "
        "`/game takeover`, or the button under the board, gives your side back to you.",
    )
    await client.go_on(table, None, asked_at)


async def lend(click: Click, arguments: tuple[str, ...]) -> None:
    """The other person agrees that a computer plays: game, side, computer player."""
    asked_at, client = click.client.pool.now(), click.client
    game_id, seat, handle = int(arguments[0]), int(arguments[1]), arguments[2]
    table = await client.referee.table(game_id)
    try:
        await client.delegates.answerable(game_id, seat, person(click.user))
        choice = await client.roster.by_handle(table.kind, handle)
        table = await client.delegates.agree(game_id, seat, person(click.user), choice.seat)
    except NotAskedForConsent:
        raise
    except Refusal as refusal:
        await _void(click, f"{refusal}")
        return
    await click.response.edit_message(view=lend_question(table, seat, choice.seat, handle, "agreed"))
    await client.go_on(table, None, asked_at)


async def lend_no(click: Click, arguments: tuple[str, ...]) -> None:
    """The other person does not agree, or the one who asked has thought better of it."""
    game_id, seat, handle = int(arguments[0]), int(arguments[1]), arguments[2]
    table, answered = await _refused(click, game_id, seat)
    try:
        player = (await click.client.roster.by_handle(table.kind, handle)).seat
    except Refusal:
        player = "a computer player"
    await click.response.edit_message(view=lend_question(table, seat, player, handle, answered))


async def take_over(click: Click, arguments: tuple[str, ...]) -> None:
    """The person plays himself again."""
    await click.response.defer()
    await give_back(click, int(arguments[0]), board=click)


async def give_back(click: Click, game_id: int, board: Click | None = None) -> None:
    """Let the person play his side himself again; a search for it ends. `board` is a tap on the board."""
    client = click.client
    table, seat = await client.delegates.delegated(game_id, person(click.user))
    table = await client.delegates.take_over(game_id, person(click.user))
    await tell(click, "You play your side yourself again.")
    if table.position.turn == seat:
        await client.computer.leave(game_id)
    # What it has prepared is the computer's, not the person's.
    client.computer.forget(game_id)
    await client.go_on(await client.referee.table(game_id), board)


# --- the thinking on show --------------------------------------------------------------------------------


async def ask_thinking(click: Click, game_id: int) -> None:
    """Show the person what the computer thinks, after the question that belongs before it."""
    table = await click.client.advice.askable(game_id, person(click.user))
    seat = table.position.turn
    if needs_consent(table):
        await click.response.send_message(
            view=show_question(table, seat), allowed_mentions=_pinging(table, 1 - seat)
        )
    elif table.game.rated:
        await click.response.send_message(view=question_view(table), ephemeral=True)
    else:
        await click.response.defer(ephemeral=True, thinking=True)
        await _show_thinking(click, table.game.id, table.game.ply)


async def think(click: Click, arguments: tuple[str, ...]) -> None:
    """The person wants to see it although the game is unrated then: game, ply."""
    await click.response.edit_message(view=text_view("Thinking …"))
    await _show_thinking(click, int(arguments[0]), int(arguments[1]))


async def think_no(click: Click, arguments: tuple[str, ...]) -> None:
    """The game is to stay rated."""
    await click.response.edit_message(view=text_view("Good! The game stays rated."))


async def _show_thinking(click: Click, game_id: int, ply: int) -> None:
    client = click.client
    try:
        table = await client.advice.ask(game_id, ply, person(click.user))
    except Refusal as refusal:
        await click.edit_original_response(view=text_view(str(refusal)))
        return
    await client.boards.show(game_id)
    found = await client.advice.think(table)
    await click.edit_original_response(view=text_view(thinking_text(table, found)))


async def show(click: Click, arguments: tuple[str, ...]) -> None:
    """The other person agrees that the thinking is shown: game, side."""
    game_id, seat = int(arguments[0]), int(arguments[1])
    try:
        table = await click.client.advice.agree(game_id, seat, person(click.user))
    except NotAskedForConsent:
        raise
    except Refusal as refusal:
        await _void(click, f"{refusal}")
        return
    await click.response.edit_message(view=show_question(table, seat, "agreed"))
    await click.client.boards.show(game_id)


async def show_no(click: Click, arguments: tuple[str, ...]) -> None:
    """The other person does not agree, or the one who asked has thought better of it."""
    game_id, seat = int(arguments[0]), int(arguments[1])
    table, answered = await _refused(click, game_id, seat)
    await click.response.edit_message(view=show_question(table, seat, answered))


async def _refused(click: Click, game_id: int, seat: int) -> tuple[Table, Answered]:
    """The game of a question, and whether it is refused, or withdrawn by the one who asked."""
    table = await click.client.referee.table(game_id)
    if table.game.seats[seat].player_id == click.user.id:
        return table, "withdrawn"
    if table.game.seats[1 - seat].player_id == click.user.id:
        return table, "refused"
    raise NotAskedForConsent(f"<@{table.game.seats[1 - seat].player_id}>")


def _pinging(table: Table, seat: int) -> discord.AllowedMentions:
    """The one who is asked hears of it, and nobody else."""
    asked = table.game.seats[seat].player_id
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

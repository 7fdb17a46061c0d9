"""What the buttons do with which a computer helps people: plays for them, or gives hints."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.assist.consent import consent_needed, require_answerer
from bot.assist.hints import needs_consent
from bot.games.rating import unrating_loses
from bot.games.snapshot import GameSnapshot
from bot.opponents.choices import Choice
from bot.refusals import NotAskedForConsent, QuestionLapsed, Refusal
from bot.ui.access import Click, asked_at, person, services_of
from bot.ui.answers import send
from bot.ui.assist import component_ids as ids
from bot.ui.assist import words
from bot.ui.assist.hints_answer import hints_answer
from bot.ui.assist.views import confirm_handover, confirm_hints, handover_question, hints_question
from bot.ui.games.picture_names import picture_names
from bot.ui.language import gettext
from bot.ui.replies import OnRefusal, note_game, replace, tell
from bot.ui.router import on_press

# --- a computer plays for a person -----------------------------------------------------------------------


async def ask_handover(click: Click, game_id: int, choice: Choice) -> None:
    """Hand the person's side to a computer player, or ask the other person of the game first."""
    note_game(click, game_id)
    services = services_of(click)
    snapshot, side = await services.handovers.require_own_side(game_id, person(click))
    if consent_needed(snapshot, side) is not None:
        question = handover_question(snapshot, side, choice.spec, choice.handle)
        await send(click, question, private=False, mentions=_pinging(snapshot, 1 - side))
        return
    if unrating_loses(snapshot):
        await send(click, confirm_handover(snapshot, choice.spec, choice.handle), private=True)
        return
    snapshot = await services.handovers.hand_over(game_id, person(click), snapshot.game.ply, choice.spec)
    await tell(click, words.handed_over(snapshot, choice.spec))
    await services.flow.go_on(snapshot, None, asked_at(click))


async def hand_over(click: Click, pressed: ids.HandOver) -> None:
    """The person wants a computer to play for them although it counts as a loss."""
    services = services_of(click)
    snapshot, _ = await services.handovers.require_own_side(pressed.game_id, person(click))
    choice = await services.opponent_choices.by_handle(snapshot.kind, pressed.handle)
    snapshot = await services.handovers.hand_over(pressed.game_id, person(click), pressed.ply, choice.spec)
    await replace(click, words.handed_over(snapshot, choice.spec))
    await services.flow.go_on(snapshot, None, asked_at(click))


async def agree_to_handover(click: Click, pressed: ids.AgreeToHandover) -> None:
    """The other person agrees that a computer plays."""
    services = services_of(click)
    game_id, side, ply = pressed.game_id, pressed.side, pressed.ply
    snapshot = await services.handovers.require_answerer(game_id, side, ply, person(click))
    choice = await services.opponent_choices.by_handle(snapshot.kind, pressed.handle)
    snapshot = await services.handovers.agree(game_id, side, ply, person(click), choice.spec)
    answered = handover_question(snapshot, side, choice.spec, pressed.handle, "agreed")
    await click.edit_original_response(view=answered)
    await services.flow.go_on(snapshot, None, asked_at(click))


async def refuse_handover(click: Click, pressed: ids.RefuseHandover) -> None:
    """The other person does not agree, or the one who asked takes the question back."""
    snapshot, answer = await _refused(click, pressed.game_id, pressed.side)
    player = None
    # It may have been deleted; the answer counts all the same.
    with suppress(Refusal):
        player = (await services_of(click).opponent_choices.by_handle(snapshot.kind, pressed.handle)).spec
    answered = handover_question(snapshot, pressed.side, player, pressed.handle, answer)
    await click.edit_original_response(view=answered)


async def take_over(click: Click, pressed: ids.TakeOver) -> None:
    """The person plays their side themselves again."""
    await give_back(click, pressed.game_id, board=click)


async def give_back(click: Click, game_id: int, board: Click | None = None) -> None:
    """Let the person play their side again; a search for it ends. `board` is a click on the board."""
    note_game(click, game_id)
    services = services_of(click)
    snapshot = await services.flow.take_over(game_id, person(click))
    await tell(click, gettext(words.TAKEN_OVER))
    await services.flow.go_on(snapshot, board)


# --- hints -----------------------------------------------------------------------------------------------


async def ask_hints(click: Click, game_id: int) -> None:
    """Show the person what the computer thinks, after the question that has to come first."""
    note_game(click, game_id)
    snapshot = await services_of(click).hints.require_hintable(game_id, person(click))
    side = snapshot.position.turn
    if needs_consent(snapshot):
        question = hints_question(snapshot, side)
        await send(click, question, private=False, mentions=_pinging(snapshot, 1 - side))
    elif snapshot.game.rated:
        await send(click, confirm_hints(snapshot), private=True)
    else:
        await _show_hints(click, snapshot.game.id, snapshot.game.ply)


async def show_hints(click: Click, pressed: ids.ShowHints) -> None:
    """The person wants hints, whatever becomes of the game's rating."""
    await replace(click, gettext(words.THINKING))
    await _show_hints(click, pressed.game_id, pressed.ply)


async def keep_rated(click: Click, pressed: ids.KeepRated) -> None:
    """The game is to stay rated."""
    await replace(click, gettext(words.STAYS_RATED))


async def _show_hints(click: Click, game_id: int, ply: int) -> None:
    services = services_of(click)
    snapshot = await services.hints.ask(game_id, ply, person(click))
    await services.publisher.show(game_id)
    found = await services.hints.think(snapshot)
    names = await picture_names(services.storage, snapshot.game)
    shown, files = await hints_answer(snapshot, found, names)
    await click.edit_original_response(view=shown, attachments=files)


async def agree_to_hints(click: Click, pressed: ids.AgreeToHints) -> None:
    """The other person agrees to hints."""
    services = services_of(click)
    snapshot = await services.hints.agree(pressed.game_id, pressed.side, pressed.ply, person(click))
    await click.edit_original_response(view=hints_question(snapshot, pressed.side, "agreed"))
    await services.publisher.show(pressed.game_id)


async def refuse_hints(click: Click, pressed: ids.RefuseHints) -> None:
    """The other person does not agree, or the one who asked takes the question back."""
    snapshot, answer = await _refused(click, pressed.game_id, pressed.side)
    await click.edit_original_response(view=hints_question(snapshot, pressed.side, answer))


async def agree_to_old_question(click: Click, pressed: ids.AgreeToOldHandover | ids.AgreeToOldHints) -> None:
    """Nobody knows in which position it was asked, so nobody can agree to it any more."""
    snapshot = await services_of(click).referee.snapshot(pressed.game_id)
    require_answerer(snapshot, pressed.side, person(click))
    asker = snapshot.game.seats[pressed.side].player_id
    assert asker is not None
    raise QuestionLapsed(asker)


async def _refused(click: Click, game_id: int, side: int) -> tuple[GameSnapshot, words.Answer]:
    """The game of a question, and whether it is refused, or withdrawn by the person who asked."""
    snapshot = await services_of(click).referee.snapshot(game_id)
    asker, other = snapshot.game.seats[side].player_id, snapshot.game.seats[1 - side].player_id
    if click.user.id == asker:
        return snapshot, "withdrawn"
    if click.user.id == other:
        return snapshot, "refused"
    raise NotAskedForConsent(other)


def _pinging(snapshot: GameSnapshot, side: int) -> discord.AllowedMentions:
    """The person who is asked is notified, and nobody else."""
    asked = snapshot.game.seats[side].player_id
    assert asked is not None
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(asked)]
    )


ASSIST_ROUTES = (
    on_press(ids.HandOver, hand_over, OnRefusal.REPLACE),
    on_press(ids.AgreeToHandover, agree_to_handover, OnRefusal.CLOSE),
    on_press(ids.AgreeToOldHandover, agree_to_old_question, OnRefusal.CLOSE),
    on_press(ids.RefuseHandover, refuse_handover),
    on_press(ids.TakeOver, take_over),
    on_press(ids.ShowHints, show_hints, OnRefusal.REPLACE),
    on_press(ids.KeepRated, keep_rated),
    on_press(ids.AgreeToHints, agree_to_hints, OnRefusal.CLOSE),
    on_press(ids.AgreeToOldHints, agree_to_old_question, OnRefusal.CLOSE),
    on_press(ids.RefuseHints, refuse_hints),
)

"""Handing a side over to the computer, and hints: requests and buttons."""

from __future__ import annotations

from discord import app_commands

from bot.computer.opponents.choices import OpponentChoice, OpponentChoices
from bot.core.people import Names
from bot.core.publisher import Publisher
from bot.core.refusals import Outdated
from bot.core.snapshot import GameSnapshot, unrating_loses
from bot.play.assist import ids, words
from bot.play.assist.fair_play import FairPlay, VotingRights
from bot.play.assist.hints import Hints
from bot.play.assist.view import confirm_handover, confirm_hint, confirm_hints, hint_view, move_values_view
from bot.play.games.consent import needs_consent, require_hintable
from bot.play.games.flow import GameFlow
from bot.play.games.handover import HandOvers
from bot.play.games.referee import Referee
from bot.play.games.which_ui import WHICH_GAME, own_game, own_game_choices
from bot.play.questions.asking_ui import post_question
from bot.ui.links import AskHint, HintAt, KeepRated, TakeOver, TakeOverFrom, stand_ins
from bot.ui.options import Typed
from bot.ui.pictures import own_look, picture_names
from bot.ui.request import Request
from bot.ui.rights import Voters
from bot.ui.routes import OnRefusal, on_press
from bot.ui.slash import completion, slash_command
from data.games.records import QuestionKind
from languages import gettext


@slash_command(
    name="hint",
    description="A hint in private: where to look, then the move, then why; the game becomes unrated",
)
@app_commands.describe(game=WHICH_GAME)
async def hint(request: Request, game: Typed | None = None) -> None:
    """Show the first step of a hint."""
    await ask_hint(request, (await own_game(request, game, require=require_hintable)).id)


@completion(hint, "game")
async def hint_games(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the player's games in this channel."""
    return await own_game_choices(request, typed, require=require_hintable)


async def ask_handover(request: Request, game_id: int, choice: OpponentChoice) -> None:
    """Hand the player's side over to a computer player; ask a human opponent or confirm a loss first."""
    request.game_id = game_id
    kit = request.kit
    snapshot, side = await kit[HandOvers].require_own_side(game_id, request.person)
    await _require_not_voted_on(request, snapshot)
    if snapshot.game.seats[1 - side].player_id is not None:
        await post_question(request, game_id, QuestionKind.HAND_OVER, choice.spec)
        return
    if unrating_loses(snapshot):
        await request.send(confirm_handover(snapshot, choice.spec, choice.handle), private=True)
        return
    snapshot = await kit[HandOvers].hand_over(game_id, request.person, snapshot.game.ply, choice.spec)
    await request.tell(words.handed_over(snapshot, choice.spec))
    await kit[GameFlow].proceed(snapshot, None, request.arrived)


@on_press(ids.HandOver, on_refusal=OnRefusal.REPLACE)
async def hand_over(request: Request, pressed: ids.HandOver) -> None:
    """Hand the side over although it counts as a loss."""
    kit = request.kit
    snapshot, _ = await kit[HandOvers].require_own_side(pressed.game_id, request.person)
    await _require_not_voted_on(request, snapshot)
    choice = await kit[OpponentChoices].by_handle(snapshot.kind, pressed.handle)
    snapshot = await kit[HandOvers].hand_over(pressed.game_id, request.person, pressed.ply, choice.spec)
    await request.replace(words.handed_over(snapshot, choice.spec))
    await kit[GameFlow].proceed(snapshot, None, request.arrived)


@on_press(TakeOver)
async def take_over(request: Request, pressed: TakeOver) -> None:
    """Take the side back."""
    await give_back(request, pressed.game_id, board=request)


@on_press(TakeOverFrom)
async def take_over_from(request: Request, pressed: TakeOverFrom) -> None:
    """Take the side back, unless the computer players that stand in have changed."""
    snapshot = await request.kit[Referee].snapshot(pressed.game_id)
    if snapshot.delegated and stand_ins(snapshot) != pressed.players:
        raise Outdated
    await give_back(request, pressed.game_id, board=request)


async def give_back(request: Request, game_id: int, board: Request | None = None) -> None:
    """Return the side to the player and stop its search; `board` is a click on the board, if it was one."""
    request.game_id = game_id
    kit = request.kit
    snapshot = await kit[GameFlow].take_over(game_id, request.person)
    await request.tell(gettext(words.TAKEN_OVER))
    await kit[GameFlow].proceed(snapshot, board)


async def ask_hints(request: Request, game_id: int) -> None:
    """Show the values of all moves; ask the opponent or confirm the loss of the rating first."""
    request.game_id = game_id
    snapshot = await _hintable(request, game_id)
    if needs_consent(snapshot):
        await post_question(request, game_id, QuestionKind.THINKING)
    elif snapshot.game.rated:
        await request.send(confirm_hints(snapshot), private=True)
    else:
        await _show_hints(request, snapshot.game.id, snapshot.game.ply)


@on_press(ids.ShowHints, on_refusal=OnRefusal.REPLACE)
async def show_hints(request: Request, pressed: ids.ShowHints) -> None:
    """Show the values of all moves although the game becomes unrated."""
    await request.replace(gettext(words.THINKING))
    await _show_hints(request, pressed.game_id, pressed.ply)


async def ask_hint(request: Request, game_id: int, ply: int | None = None) -> None:
    """Show the first step of a hint, at `ply` if that is given; ask the opponent or confirm the loss of the
    rating first."""
    request.game_id = game_id
    snapshot = await _hintable(request, game_id)
    if ply not in (None, snapshot.game.ply):
        raise Outdated
    if needs_consent(snapshot):
        await post_question(request, game_id, QuestionKind.THINKING)
    elif snapshot.game.rated:
        await request.send(confirm_hint(snapshot), private=True)
    else:
        await _show_hint(request, snapshot.game.id, snapshot.game.ply, "where")


@on_press(AskHint)
async def press_hint(request: Request, pressed: AskHint) -> None:
    """Show a hint for the button below the board."""
    await ask_hint(request, pressed.game_id)


@on_press(HintAt)
async def press_hint_at(request: Request, pressed: HintAt) -> None:
    """Show a hint for the position on the board, unless there was a move since."""
    await ask_hint(request, pressed.game_id, pressed.ply)


@on_press(ids.ShowHint, on_refusal=OnRefusal.REPLACE)
async def show_hint(request: Request, pressed: ids.ShowHint) -> None:
    """Show a step of a hint."""
    await _show_hint(request, pressed.game_id, pressed.ply, pressed.step)


async def _show_hint(request: Request, game_id: int, ply: int, step: ids.HintStep) -> None:
    kit = request.kit
    snapshot = await _hintable(request, game_id)
    was_asked = snapshot.game.asked
    snapshot = await kit[Hints].ask(game_id, ply, request.person)
    if not was_asked:
        # The board now shows that the game is unrated.
        await kit[Publisher].show(game_id)
    found = await kit[Hints].think(snapshot, request.person)
    names = await picture_names(kit[Names], snapshot.game, request.guild_id)
    shown, files = await hint_view(snapshot, found, step, names, await own_look(request))
    if request.message is not None and not request.on_private_message:
        # A click on the board, which stays.
        await request.send(shown, private=True, files=files)
    else:
        await request.replace(shown, files)


@on_press(KeepRated)
async def keep_rated(request: Request, pressed: KeepRated) -> None:
    """Keep the game rated."""
    await request.replace(gettext(words.STAYS_RATED))


async def _show_hints(request: Request, game_id: int, ply: int) -> None:
    kit = request.kit
    await _hintable(request, game_id)
    snapshot = await kit[Hints].ask(game_id, ply, request.person)
    await kit[Publisher].show(game_id)
    found = await kit[Hints].think(snapshot, request.person)
    theirs = await kit[Hints].opponent_thinks(snapshot, request.person)
    names = await picture_names(kit[Names], snapshot.game, request.guild_id)
    shown, files = await move_values_view(snapshot, found, names, await own_look(request), theirs)
    await request.replace(shown, files)


async def _hintable(request: Request, game_id: int) -> GameSnapshot:
    """Return a game in which the person may have a hint: their own, and no copy of one they may vote in."""
    snapshot = await request.kit[Hints].require_hintable(game_id, request.person)
    await _require_not_voted_on(request, snapshot)
    return snapshot


async def _require_not_voted_on(request: Request, snapshot: GameSnapshot) -> None:
    """Refuse help in a copy of a game in which the person may vote."""
    fair_play = request.kit[FairPlay]
    await fair_play.require_not_voted_on(snapshot.kind, snapshot.position, request.person)


FEATURES = ((VotingRights, Voters), FairPlay, Hints)

COMMANDS = (hint,)

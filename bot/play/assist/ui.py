"""Hints, in three steps, and handing a side over to the computer: requests, messages and buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands

from bot.catalog import NO_MOVES, Diagram
from bot.computer.opponents.choices import OpponentChoice, OpponentChoices
from bot.core.people import Names
from bot.core.publisher import Publisher
from bot.core.refusals import Outdated
from bot.core.snapshot import GameSnapshot, unrating_loses
from bot.play.assist import words
from bot.play.assist.hints import FairPlay, Hints, OpponentThinking, VotingRights, moves_to_look_at
from bot.play.games.flow import GameFlow
from bot.play.games.handover import HandOvers, needs_consent, require_hintable
from bot.play.games.ids import AtPly, HintAt, KeepRated, OfGame, TakeOverFrom, ply_of, stand_ins
from bot.play.games.referee import Referee
from bot.play.games.ui import unrating_view
from bot.play.games.which_ui import WHICH_GAME, own_game, own_game_choices
from bot.play.questions_ui import post_question
from bot.ui.candidates import move_value, move_values
from bot.ui.component_ids import EARLIER
from bot.ui.components import button
from bot.ui.layout import View, picture, row, view
from bot.ui.options import Typed
from bot.ui.pictures import own_look, picture_file, picture_names, text_board
from bot.ui.publisher import Drawing
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_press
from bot.ui.slash import Voters, completion, slash_command
from data.games.records import QuestionKind
from engine import Position, SearchResult
from languages import gettext
from languages.numbers import joined
from renderers.overlays import Better
from renderers.themes import USUAL, Look


class TakeOver(OfGame, action="take_over", marks="game", timeless=EARLIER):
    """Take the side back from any computer player: on boards of earlier versions."""


class AskHint(OfGame, action="hint_ask", timeless=EARLIER):
    """Request a hint for the game's position: on boards of earlier versions."""


class HandOver(AtPly, action="hand_over"):
    """Hand the side over to the computer player with this handle although it counts as a loss."""

    handle: str


class ShowHints(AtPly, action="think"):
    """Show the values of all moves although the game becomes unrated."""


HintStep = Literal["where", "move", "why"]
"""Steps of a hint: where to look, the move, the reasons."""


class ShowHint(AtPly, action="hint"):
    """Show a step of a hint, although the game becomes unrated."""

    step: HintStep


PRIMARY = discord.ButtonStyle.primary

MAX_EXPECTED = 8
"""Maximum moves of the principal variation played out on the board."""


async def hint_view(
    snapshot: GameSnapshot, found: SearchResult, step: HintStep, names: tuple[str, str], look: Look
) -> Drawing:
    """Draw a step of a hint for the player to move; `names` are those on the board."""
    if not found.candidates:
        # Translators: a button; the computer failed to find a move.
        again = _next(snapshot, step, gettext("Try again"))
        return Drawing(view(gettext(words.NOTHING_FOUND), row(again)), [])
    if step == "why":
        return await _why(snapshot, found, names, look)
    moves = moves_to_look_at(snapshot.kind, snapshot.position, found.candidates[0].move)
    if step == "where" and len(moves) < len(snapshot.position.legal_moves()):
        return await _where(snapshot, found, moves, names, look)
    return await _move(snapshot, found, names, look)


async def _where(
    snapshot: GameSnapshot, result: SearchResult, moves: tuple[str, ...], names: tuple[str, str], look: Look
) -> Drawing:
    """Draw the moves to look at, and the idea."""
    kind, diagram = snapshot.kind, replace(snapshot.diagram, hints=True, names=names)
    text = words.where(snapshot, result, moves, turned=look.turned)
    again = row(_next(snapshot, "move", gettext("Show me the move")))
    if look.in_words:
        return Drawing(view(f"{text}\n{text_board(kind, diagram, look)}", again), [])
    marked = replace(diagram, values=dict.fromkeys(moves, ("?", 0.5)))
    part, file = await _picture(snapshot, marked, look, "where", joined([text, kind.describe(diagram)]))
    return Drawing(view(text, part, again), [file])


async def _move(snapshot: GameSnapshot, result: SearchResult, names: tuple[str, str], look: Look) -> Drawing:
    kind, best = snapshot.kind, result.candidates[0]
    diagram = replace(snapshot.diagram, hints=True, names=names)
    text = words.move(snapshot, result)
    # Translators: a button; why the suggested move is good.
    again = row(_next(snapshot, "why", gettext("Why?")))
    if look.in_words:
        return Drawing(view(f"{text}\n{text_board(kind, diagram, look)}", again), [])
    ring = Better(best.move, move_value(kind, snapshot.position, result, best))
    # Without the last move, or an arrow would start there.
    pointed = replace(diagram, recent=NO_MOVES, better=ring)
    part, file = await _picture(snapshot, pointed, look, "move", joined([text, kind.describe(diagram)]))
    return Drawing(view(text, part, again), [file])


async def _why(snapshot: GameSnapshot, result: SearchResult, names: tuple[str, str], look: Look) -> Drawing:
    """Draw the reason, the values of all moves, and the board after the principal variation."""
    text = f"{words.idea(snapshot, result)}\n{words.values_line(snapshot, result)}"
    shown, files = await _with_values(snapshot, result, names, look, text)
    expected = _expected(snapshot.position, result)
    if expected is None:
        return Drawing(shown, files)
    moves, diagram = expected
    kind, text = snapshot.kind, words.expected(snapshot, moves)
    if look.in_words:
        letters = kind.write(diagram, turned=look.turned)
        shown.add_item(discord.ui.TextDisplay(f"{text}\n```\n{letters}\n```"))
        return Drawing(shown, files)
    named, alt = replace(diagram, names=names), joined([text, kind.describe(diagram)])
    part, file = await _picture(snapshot, named, look, "expected", alt)
    shown.add_item(discord.ui.TextDisplay(text))
    shown.add_item(part)
    return Drawing(shown, [*files, file])


def _expected(position: Position, result: SearchResult) -> tuple[tuple[str, ...], Diagram] | None:
    """Return the principal variation and the position it leads to; None if it is unknown."""
    moves = result.line[:MAX_EXPECTED]
    if len(moves) < 2 or moves[0] != result.candidates[0].move:
        return None
    recent = NO_MOVES
    for move in moves:
        recent, position = recent.then(move, position), position.play(move)
    return moves, Diagram(position, recent)


async def _picture(
    snapshot: GameSnapshot, diagram: Diagram, look: Look, about: str, alt: str
) -> tuple[discord.ui.MediaGallery[View], discord.File]:
    name = f"hint-{about}-{snapshot.game.id}-{snapshot.game.ply}.png"
    file = await picture_file(snapshot.kind, diagram, look, name)
    return picture(file, alt.replace("**", "").replace("\n", " ")), file


def _next(snapshot: GameSnapshot, step: HintStep, label: str) -> discord.ui.Item[discord.ui.LayoutView]:
    game = snapshot.game
    return button(label, ShowHint(game.id, game.ply, step), style=PRIMARY, emoji="💡")


async def move_values_view(
    snapshot: GameSnapshot,
    found: SearchResult,
    names: tuple[str, str],
    look: Look = USUAL,
    theirs: OpponentThinking | None = None,
) -> Drawing:
    """Draw the values of all moves for the player to move; without a picture if the search found nothing.

    `names` are the players', as the board has them; `theirs` is what a computer opponent thinks.
    """
    text = words.hints_text(snapshot, found)
    if found.candidates:
        text = words.with_opponent(text, snapshot, theirs)
    return await _with_values(snapshot, found, names, look, text)


async def _with_values(
    snapshot: GameSnapshot, result: SearchResult, names: tuple[str, str], look: Look, text: str
) -> Drawing:
    values = move_values(snapshot.kind, snapshot.position, result)
    if not values:
        return Drawing(view(text), [])
    kind, game = snapshot.kind, snapshot.game
    diagram = replace(snapshot.diagram, hints=True, names=names, values=values)
    alt = kind.describe(diagram)
    if look.in_words:
        letters = kind.write(diagram, turned=look.turned)
        return Drawing(view(f"{text}\n```\n{letters}\n```\n{alt}"), [])
    file = await picture_file(kind, diagram, look, f"hints-{game.id}-{game.ply}.png")
    return Drawing(view(text, picture(file, alt)), [file])


@slash_command(
    name="hint",
    description="A hint in private: where to look, then the move, then why; the game becomes unrated",
)
@app_commands.describe(game=WHICH_GAME)
async def hint(request: Request, game: Typed | None = None) -> None:
    await ask_hint(request, (await own_game(request, game, require=require_hintable)).id)


@completion(hint, "game")
async def hint_games(request: Request, typed: str) -> list[app_commands.Choice[str]]:
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
        confirm = HandOver(game_id, snapshot.game.ply, choice.handle)
        # Translators: a button; a computer plays the rest of the reader's game.
        label = gettext("Let it play for me")
        question = unrating_view(words.confirm_handover(snapshot, choice.spec), label, confirm)
        await request.send(question, private=True)
        return
    snapshot = await kit[HandOvers].hand_over(game_id, request.person, snapshot.game.ply, choice.spec)
    await request.tell(words.handed_over(snapshot, choice.spec))
    await kit[GameFlow].proceed(snapshot, None, request.arrived)


@on_press(HandOver, on_refusal=OnRefusal.REPLACE)
async def hand_over(request: Request, pressed: HandOver) -> None:
    kit = request.kit
    snapshot, _ = await kit[HandOvers].require_own_side(pressed.game_id, request.person)
    await _require_not_voted_on(request, snapshot)
    choice = await kit[OpponentChoices].by_handle(snapshot.kind, pressed.handle)
    snapshot = await kit[HandOvers].hand_over(pressed.game_id, request.person, pressed.ply, choice.spec)
    await request.replace(words.handed_over(snapshot, choice.spec))
    await kit[GameFlow].proceed(snapshot, None, request.arrived)


@on_press(TakeOver, TakeOverFrom)
async def take_over(request: Request, pressed: OfGame) -> None:
    snapshot = await request.kit[Referee].snapshot(pressed.game_id)
    if isinstance(pressed, TakeOverFrom) and snapshot.delegated and stand_ins(snapshot) != pressed.players:
        raise Outdated
    await give_back(request, pressed.game_id, board=request)


async def give_back(request: Request, game_id: int, board: Request | None = None) -> None:
    """Return the side to the player and stop its search; `board` is a click on the board, if it was one."""
    request.game_id = game_id
    kit = request.kit
    snapshot = await kit[GameFlow].take_over(game_id, request.person)
    await request.tell(gettext("You're playing your side yourself again."))
    await kit[GameFlow].proceed(snapshot, board)


async def ask_hints(request: Request, game_id: int) -> None:
    """Show the values of all moves; ask the opponent or confirm the loss of the rating first."""
    request.game_id = game_id
    snapshot = await _hintable(request, game_id)
    ply = snapshot.game.ply
    if needs_consent(snapshot):
        await post_question(request, game_id, QuestionKind.THINKING)
    elif snapshot.game.rated:
        # Translators: a button; show what the computer thinks, though the game becomes unrated.
        label, confirm = gettext("Show me"), ShowHints(game_id, ply)
        question = unrating_view(words.confirm_hints(snapshot), label, confirm, PRIMARY)
        await request.send(question, private=True)
    else:
        await _show_hints(request, game_id, ply)


@on_press(ShowHints, on_refusal=OnRefusal.REPLACE)
async def show_hints(request: Request, pressed: ShowHints) -> None:
    await request.replace(gettext(words.THINKING))
    await _show_hints(request, pressed.game_id, pressed.ply)


async def ask_hint(request: Request, game_id: int, ply: int | None = None) -> None:
    """Show the first step of a hint, at `ply` if that is given; ask the opponent or confirm the loss of the
    rating first."""
    request.game_id = game_id
    snapshot = await _hintable(request, game_id)
    if ply not in (None, snapshot.game.ply):
        raise Outdated
    ply = snapshot.game.ply
    if needs_consent(snapshot):
        await post_question(request, game_id, QuestionKind.THINKING)
    elif snapshot.game.rated:
        # Translators: a button; give the hint, though the game becomes unrated.
        label, confirm = gettext("Give me a hint"), ShowHint(game_id, ply, "where")
        question = unrating_view(words.confirm_hint(snapshot), label, confirm, PRIMARY)
        await request.send(question, private=True)
    else:
        await _show_hint(request, game_id, ply, "where")


@on_press(AskHint, HintAt)
async def press_hint(request: Request, pressed: OfGame) -> None:
    await ask_hint(request, pressed.game_id, ply_of(pressed))


@on_press(ShowHint, on_refusal=OnRefusal.REPLACE)
async def show_hint(request: Request, pressed: ShowHint) -> None:
    await _show_hint(request, pressed.game_id, pressed.ply, pressed.step)


async def _show_hint(request: Request, game_id: int, ply: int, step: HintStep) -> None:
    kit = request.kit
    before = await _hintable(request, game_id)
    snapshot = await kit[Hints].ask(game_id, ply, request.person)
    if not before.game.asked:
        # The board now shows that the game is unrated.
        await kit[Publisher].show(game_id)
    result = await kit[Hints].think(snapshot, request.person)
    names = await picture_names(kit[Names], snapshot.game, request.guild_id)
    shown, files = await hint_view(snapshot, result, step, names, await own_look(request))
    if request.message is not None and not request.on_private_message:
        # A click on the board, which stays.
        await request.send(shown, private=True, files=files)
    else:
        await request.replace(shown, files)


@on_press(KeepRated)
async def keep_rated(request: Request, pressed: KeepRated) -> None:
    await request.replace(gettext("All right, the game stays rated."))


async def _show_hints(request: Request, game_id: int, ply: int) -> None:
    kit = request.kit
    await _hintable(request, game_id)
    snapshot = await kit[Hints].ask(game_id, ply, request.person)
    await kit[Publisher].show(game_id)
    result = await kit[Hints].think(snapshot, request.person)
    theirs = await kit[Hints].opponent_thinks(snapshot, request.person)
    names = await picture_names(kit[Names], snapshot.game, request.guild_id)
    shown, files = await move_values_view(snapshot, result, names, await own_look(request), theirs)
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

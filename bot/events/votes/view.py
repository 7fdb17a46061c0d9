"""The boards of games in which teams vote for their moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord

from bot.catalog import MoveButton
from bot.core.people import Names, Place
from bot.core.snapshot import GameSnapshot
from bot.events.votes import ids, words
from bot.events.votes.boards import VoteBoard
from bot.events.votes.rules import tally
from bot.play.games.links_view import WatchOnWeb, looking_back, watch_button
from bot.play.games.words import board_heading
from bot.preferences.preferences import Looks
from bot.ui.components import button
from bot.ui.layout import BLUE, GOLD, Part, Row, card, picture, row
from bot.ui.moves import rows_of_moves
from bot.ui.pictures import board_files, board_part, picture_file, picture_name, picture_names
from bot.ui.publisher import Drawing
from engine.players.computer import style_names
from languages import count, gettext, ngettext, pgettext
from languages.numbers import joined
from renderers.themes import Look

OTHERS = (0.5, 0.8)
"""Range of places on the scale of colours for moves without the most votes: red would call them errors."""


async def draw_votes(
    names: Names, looks: Looks, content: VoteBoard, place: Place, *, on_web: bool = False
) -> Drawing:
    snapshot = content.snapshot
    look = await looks.for_place(place, snapshot.game.challenger_id)
    counted = tally(content.ballot.votes) if votes_here(content) else {}
    board, files = await _board(names, snapshot, look, place.guild_id, counted)
    heading = f"{board_heading(snapshot)}\n{words.about(content)}"
    parts = [heading, board, words.status(content), *_rows(content, on_web)]
    return Drawing(card(*parts, colour=BLUE if snapshot.going else GOLD), files)


async def _board(
    names: Names, snapshot: GameSnapshot, look: Look, seen_in: int | None, counted: Mapping[str, int]
) -> tuple[Part, list[discord.File]]:
    """Return the board with the number of votes on each square, and its file."""
    if look.in_words or not counted:
        return board_part(snapshot, look), await board_files(names, snapshot, look, seen_in)
    most = max(counted.values())
    values = {move: (count(number), _quality(number, most)) for move, number in counted.items()}
    diagram = replace(
        snapshot.diagram, names=await picture_names(names, snapshot.game, seen_in), values=values
    )
    file = await picture_file(snapshot.kind, diagram, look, picture_name(snapshot))
    described = [snapshot.kind.describe(snapshot.diagram), words.described_votes(snapshot, counted)]
    return picture(file, joined(described)), [file]


def _quality(number: int, most: int) -> float:
    """Return the colour's place for a number of votes: green for the moves with the most."""
    least, greatest = OTHERS
    return 1.0 if number == most else least + (greatest - least) * number / most


def _rows(content: VoteBoard, on_web: bool) -> list[Row]:
    snapshot, game_id = content.snapshot, content.snapshot.game.id
    watch = [watch_button(WatchOnWeb(game_id))] if on_web else []
    end = button(words.end_game(), ids.EndVotes(game_id), emoji="🏁")
    if snapshot.adjourned:
        resume = button(
            # Translators: a button; the game was put aside.
            gettext("Resume game"),
            ids.ResumeVotesAt(game_id, snapshot.game.ply),
            style=discord.ButtonStyle.primary,
            emoji="▶️",
        )
        return [row(resume, end)]
    if not snapshot.going:
        buttons = looking_back(snapshot)
        return [row(*buttons)] if buttons else []
    rows = []
    if votes_here(content):
        ply = snapshot.game.ply
        counted = tally(content.ballot.votes)
        moves = snapshot.kind.buttons(snapshot.position)
        rows = rows_of_moves(
            [_with_votes(move, counted) for move in moves],
            lambda move: ids.VoteMove(game_id, ply, 0, move),
            {
                move: (_described(number), _quality(number, max(counted.values())))
                for move, number in counted.items()
            },
        )
    controls = []
    if content.vote.new.form == "teams":
        controls = [
            button(
                # Translators: a button; {side} is a colour.
                gettext("Join {side}", side=side.name),
                ids.JoinTeam(game_id, number),
            )
            for number, side in enumerate(snapshot.kind.sides)
        ]
    if style_names(snapshot.position.game):
        hint = ids.AskVoteHint(game_id, snapshot.game.ply, 0)
        controls.append(
            button(pgettext("button", "Hint"), hint, emoji="💡", disabled=not votes_here(content))
        )
    return [*rows, row(*controls, end, *watch)]


def votes_here(content: VoteBoard) -> bool:
    """Return whether people vote on this board now."""
    return content.snapshot.going and not content.snapshot.computer_to_move


def _with_votes(move: MoveButton, counted: Mapping[str, int]) -> MoveButton:
    """Return the button of a move, with its number of votes."""
    if move.move not in counted:
        return move
    return replace(move, label=f"{move.label} · {count(counted[move.move])}")


def _described(number: int) -> str:
    # Translators: a number in a list of moves.
    return ngettext("{number} vote", "{number} votes", number)

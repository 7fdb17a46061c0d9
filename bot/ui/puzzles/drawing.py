"""The pictures of puzzles, and the messages with them."""

from __future__ import annotations

import discord

from bot.catalog import GAMES, Diagram, recent_moves
from bot.puzzles.trials import PuzzleWish, Trial, positions_of
from bot.ui.candidates import move_values
from bot.ui.games.view import MOST_ALT, picture_file, text_board
from bot.ui.layout import Part, picture
from bot.ui.publisher import Drawing
from bot.ui.puzzles import words
from bot.ui.puzzles.view import puzzle_view, solution_view
from data import Rated
from engine import SearchResult
from engine.puzzles import Puzzle
from renderers.overlays import Values
from renderers.themes import Look


async def draw_trial(
    trial: Trial, wish: PuzzleWish, note: str, rated: Rated | None, look: Look, mistakes: int
) -> Drawing:
    """The message of somebody's attempt; `mistakes` of their own are to be solved."""
    board, files = await draw_board(trial.puzzle, trial.attempt.ply, look, hints=not trial.attempt.over)
    return Drawing(puzzle_view(trial, wish, words.puzzle_text(trial, note, rated), board, mistakes), files)


async def draw_solution(puzzle: Puzzle, ply: int, found: SearchResult | None, look: Look) -> Drawing:
    """The message of a position of a solution, with the values of the moves where one was to be found."""
    values = {} if found is None else move_values(GAMES[puzzle.game], positions_of(puzzle)[ply], found)
    board, files = await draw_board(puzzle, ply, look, hints=bool(values), values=values or None)
    return Drawing(solution_view(puzzle, ply, words.solution_text(puzzle, ply, found), board), files)


async def draw_board(
    puzzle: Puzzle, ply: int, look: Look, *, hints: bool, values: Values | None = None
) -> tuple[Part, list[discord.File]]:
    """The position after `ply` moves of a puzzle's line, and the files to be sent with it."""
    kind, positions = GAMES[puzzle.game], positions_of(puzzle)
    recent = recent_moves(positions, puzzle.line[:ply])
    diagram = Diagram(positions[ply], recent, hints=hints, values=values)
    if look.in_words:
        return text_board(kind, diagram, look), []
    file = await picture_file(kind, diagram, look, f"puzzle-{puzzle.id}-{ply}.png")
    return picture(file, kind.describe(diagram)[:MOST_ALT]), [file]

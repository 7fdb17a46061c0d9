"""The messages of puzzles. Components V2, at most 40 of them: as many as a board has, and three controls."""

from __future__ import annotations

import discord

from bot.puzzles.trials import PuzzleWish, Trial
from bot.ui.components import button
from bot.ui.games.view import rows_of_moves
from bot.ui.language import gettext
from bot.ui.layout import BLUE, GOLD, GREEN, Part, Row, View, around, card, row
from bot.ui.puzzles import component_ids as ids
from bot.ui.puzzles.post_component_ids import TryPuzzle
from bot.ui.step_through import step_buttons
from data import PuzzlePost
from engine.puzzles import Puzzle


def puzzle_view(trial: Trial, wish: PuzzleWish, text: str, board: Part, mistakes: int) -> View:
    """A puzzle for one person: with a button for every move as long as there is something to find; `mistakes`
    of their own are to be solved."""
    if trial.attempt.over:
        colour = GREEN if trial.attempt.solved_at else GOLD
        return card(*around(board, text), _after(trial, wish, mistakes), colour=colour)
    key, ply = trial.puzzle.id, trial.attempt.ply
    moves = rows_of_moves(
        trial.kind.buttons(trial.position),
        lambda move: ids.TryMove(key, ply, move, wish.theme, wish.difficulty),
        lambda menu: ids.ChooseTry(key, ply, menu, wish.theme, wish.difficulty),
    )
    helps = row(
        button(gettext("Hint"), ids.HavePuzzleHint(key, ply, wish.theme, wish.difficulty), emoji="💡"),
        button(gettext("Show solution"), ids.ShowSolution(key, ply, wish.theme, wish.difficulty), emoji="🏳️"),
    )
    return card(*around(board, text), *moves, helps, colour=BLUE)


def _after(trial: Trial, wish: PuzzleWish, mistakes: int) -> Row:
    puzzle, primary = trial.puzzle, discord.ButtonStyle.primary
    another = ids.NextPuzzle(puzzle.id, wish.theme, wish.difficulty)
    buttons = [
        button(gettext("Next puzzle"), another, style=primary, emoji="🧩"),
        button(gettext("Step through"), ids.OpenSolution(puzzle.id), emoji="▶️"),
    ]
    if mistakes:
        buttons.append(
            button(gettext("My mistakes ({number})", number=mistakes), ids.NextMistake(), emoji="🩹")
        )
    return row(*buttons)


def solution_view(puzzle: Puzzle, ply: int, text: str, board: Part) -> View:
    """A position of a solution."""
    steps = step_buttons(ply, len(puzzle.line), lambda step: ids.SolutionStep(puzzle.id, ply, step))
    return card(*around(board, text), row(*steps), colour=GOLD)


def post_view(post: PuzzlePost, puzzle: Puzzle, text: str, board: Part) -> View:
    """A puzzle for everybody in a channel; once it is answered, with the way to its solution."""
    if post.answered:
        way = button(gettext("Step through"), ids.OpenSolution(puzzle.id), emoji="▶️")
    else:
        way = button(
            gettext("Try it"),
            TryPuzzle(post.id, puzzle.id),
            style=discord.ButtonStyle.primary,
            emoji="🧩",
        )
    return card(text, board, row(way), colour=GOLD if post.answered else BLUE)

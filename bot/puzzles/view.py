"""The messages of puzzles, with the ids of their buttons and menus."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.catalog import GAMES, Diagram, recent_moves
from bot.puzzles.puzzles import Difficulty, PuzzleWish, Trial, positions_of
from bot.ui.component_ids import SHOWS, ComponentId, Step
from bot.ui.components import button, rows_of_moves, step_buttons
from bot.ui.layout import BLUE, GOLD, GREEN, Part, Row, View, around, card, row
from bot.ui.pictures import DrawnPart, draw_diagram
from data.puzzles.puzzle_posts import PuzzlePost
from engine.puzzles import Puzzle
from languages import count, gettext
from languages.numbers import capitalized
from renderers.overlays import Values
from renderers.themes import Look


class TryMove(ComponentId, action="puzzle_move", menu="puzzle_choose"):
    puzzle: str
    ply: int
    move: str
    theme: str
    difficulty: Difficulty


class KeepPlayed(ComponentId, action="puzzle_keep"):
    """Answer that the move played in the person's own game was right."""

    puzzle: str
    ply: int


class OfTrial(ComponentId):
    """A button below an attempt after `ply` moves, and what puzzles the person wishes."""

    puzzle: str
    ply: int
    theme: str
    difficulty: Difficulty


class HavePuzzleHint(OfTrial, action="puzzle_hint"):
    """Name a few moves that include the right one."""


class HintWithout(OfTrial, action="puzzle_hint_not"):
    """Name a few moves that include the right one, but none of the `refuted` ones, separated by blanks."""

    refuted: str


class ShowSolution(OfTrial, action="puzzle_show"):
    """Show the solution, which ends the attempt."""


class NextPuzzle(ComponentId, action="puzzle_next"):
    """Show another puzzle of the same game in place of this one."""

    puzzle: str
    theme: str
    difficulty: Difficulty


class OpenSolution(ComponentId, action="puzzle_solution"):
    """Open the solution at its first position, in a new message."""

    puzzle: str


class SolutionStep(ComponentId, action="puzzle_step"):
    """Step from the position after `ply` moves of the solution."""

    puzzle: str
    ply: int
    step: Step


class NextMistake(ComponentId, action="puzzle_mine"):
    """Replace the puzzle by one of the person's own mistakes."""


class ShowResults(ComponentId, action="puzzle_results", timeless=SHOWS):
    """Show privately how people did at the posted daily puzzle `post`."""

    post: int


class TryPuzzle(ComponentId, action="puzzle_try", marks="puzzle", timeless=SHOWS):
    """Try the posted puzzle `post` privately."""

    post: int
    puzzle: str


MAX_REFUTED = 6
"""Moves tried in vain that a hint's id holds, the last ones."""


def puzzle_view(
    trial: Trial, wish: PuzzleWish, text: str, board: Part, mistakes: int, refuted: Sequence[str] = ()
) -> View:
    """Return a puzzle for one person, with a button for every move until it is over.

    They have `mistakes` to solve, and have tried the `refuted` moves in this position.
    """
    if trial.attempt.over:
        colour = GREEN if trial.attempt.solved_at else GOLD
        return card(*around(board, text), _after(trial, wish, mistakes), colour=colour)
    key, ply, wished = trial.puzzle.id, trial.attempt.ply, (wish.theme, wish.difficulty)
    moves = rows_of_moves(trial.kind.buttons(trial.position), lambda move: TryMove(key, ply, move, *wished))
    tried = " ".join(refuted[-MAX_REFUTED:])
    asked = HintWithout(key, ply, *wished, tried) if refuted else HavePuzzleHint(key, ply, *wished)
    helps = [
        # Translators: a button.
        button(gettext("Hint"), asked, emoji="💡"),
        # Translators: a button.
        button(gettext("Show solution"), ShowSolution(key, ply, *wished), emoji="🏳️"),
    ]
    if trial.mistake is not None and not ply:
        # Translators: a button; the move that the person played in their game was the best one.
        kept = capitalized(gettext("{move} was right", move=trial.kind.move_name(trial.mistake.played)))
        helps.insert(0, button(kept, KeepPlayed(key, ply), emoji="👍"))
    return card(*around(board, text), *moves, row(*helps), colour=BLUE)


def _after(trial: Trial, wish: PuzzleWish, mistakes: int) -> Row:
    puzzle, primary = trial.puzzle, discord.ButtonStyle.primary
    another = NextPuzzle(puzzle.id, wish.theme, wish.difficulty)
    buttons = [
        # Translators: a button.
        button(gettext("Next puzzle"), another, style=primary, emoji="🧩"),
        button(gettext("Step through"), OpenSolution(puzzle.id), emoji="▶️"),
    ]
    if mistakes:
        buttons.append(
            # Translators: a button; puzzles from the reader's own games.
            button(gettext("My mistakes ({number})", number=count(mistakes)), NextMistake(), emoji="🩹")
        )
    return row(*buttons)


def solution_view(puzzle: Puzzle, ply: int, text: str, board: Part) -> View:
    steps = step_buttons(ply, len(puzzle.line), lambda step: SolutionStep(puzzle.id, ply, step))
    return card(*around(board, text), row(*steps), colour=GOLD)


def post_view(post: PuzzlePost, puzzle: Puzzle, text: str, board: Part) -> View:
    """Return a puzzle for everyone in a channel; once answered, with a button for its solution."""
    if post.answered:
        way = button(gettext("Step through"), OpenSolution(puzzle.id), emoji="▶️")
    else:
        way = button(
            # Translators: a button; it opens the channel's puzzle for the reader alone.
            gettext("Try it"),
            TryPuzzle(post.id, puzzle.id),
            style=discord.ButtonStyle.primary,
            emoji="🧩",
        )
    ways = [way]
    if post.new.day is not None:
        # Translators: a button; it shows who solved the daily puzzle.
        ways.append(button(gettext("Results"), ShowResults(post.id), emoji="📊"))
    return card(text, board, row(*ways), colour=GOLD if post.answered else BLUE)


async def draw_board(
    puzzle: Puzzle, ply: int, look: Look, *, hints: bool, values: Values | None = None
) -> DrawnPart:
    """Draw the position after `ply` moves of a puzzle's line, with the files to be sent."""
    kind, positions = GAMES[puzzle.game], positions_of(puzzle)
    recent = recent_moves(positions, puzzle.line[:ply])
    diagram = Diagram(positions[ply], recent, hints=hints, values=values)
    return await draw_diagram(kind, diagram, look, f"puzzle-{puzzle.id}-{ply}.png")

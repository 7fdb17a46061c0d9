"""What `/puzzle` and the buttons of puzzles do."""

from __future__ import annotations

from bot.catalog import GAMES, GameKind
from bot.puzzles.puzzles import Verdict
from bot.puzzles.trials import Trial, Wish
from bot.ui.access import Click, note_changed, person, place_of, services_of
from bot.ui.answers import QUIET, send
from bot.ui.looks import own_look
from bot.ui.publisher import Drawing
from bot.ui.puzzles import component_ids as ids
from bot.ui.puzzles import words
from bot.ui.puzzles.drawing import draw_solution, draw_trial
from bot.ui.puzzles.post_component_ids import TryPuzzle
from bot.ui.router import on_choice, on_press
from bot.ui.step_through import after_step


async def give(click: Click, kind: GameKind | None, wish: Wish) -> None:
    """Answer a command with a puzzle, for the person alone."""
    trial = await services_of(click).puzzles.solving.next(person(click), kind, wish)
    drawing = await _draw(click, trial, wish, words.state_note(trial))
    await send(click, drawing.view, private=True, files=drawing.files)


async def post(click: Click, kind: GameKind | None, wish: Wish) -> None:
    """Answer a command with a puzzle for everybody in the channel."""
    services = services_of(click)
    puzzle = await services.puzzles.solving.choose(person(click), kind, wish, place_of(click))
    await services.puzzles.posted.post(puzzle, place_of(click), click)


async def try_puzzle(click: Click, pressed: TryPuzzle) -> None:
    """Somebody wants to solve a puzzle that stands in a channel: for them alone."""
    services, who = services_of(click), person(click)
    message_id = None if click.message is None else click.message.id
    trial = await services.puzzles.solving.open(who, pressed.puzzle)
    standing = await services.puzzles.posted.take_part(pressed.post, who, message_id)
    if trial.attempt.solved_at is not None:
        await services.puzzles.posted.note_solved(who, trial)
    drawing = await _draw(click, trial, Wish(), words.state_note(trial))
    await send(click, drawing.view, private=True, files=drawing.files)
    await services.puzzles.posted.bring_up_to_date(standing, click)


async def try_move(click: Click, pressed: ids.TryMove) -> None:
    """A move button."""
    await _try(click, pressed, pressed.move)


async def choose_try(click: Click, menu: ids.ChooseTry, move: str) -> None:
    """A move chosen from a menu."""
    await _try(click, menu, move)


async def _try(click: Click, used: ids.TryMove | ids.ChooseTry, move: str) -> None:
    services, who = services_of(click), person(click)
    tried = await services.puzzles.solving.move(who, used.puzzle, used.ply, move, place_of(click))
    note = words.tried_note(tried)
    if tried.verdict is Verdict.SOLVED:
        await services.puzzles.posted.note_solved(who, tried.trial)
        streak = await services.puzzles.posted.streak(who, used.puzzle, click.guild_id)
        if streak is not None and streak.current:
            note += f"\n{words.streak_note(streak)}"
    await _put(click, tried.trial, used, note)


async def hint(click: Click, pressed: ids.HavePuzzleHint) -> None:
    """Name a few moves among which the right one is."""
    trial = await services_of(click).puzzles.solving.hint(
        person(click), pressed.puzzle, pressed.ply, place_of(click)
    )
    has_hint = not trial.attempt.over and trial.attempt.ply == pressed.ply
    await _put(click, trial, pressed, words.hint_note(trial) if has_hint else words.state_note(trial))


async def show_solution(click: Click, pressed: ids.ShowSolution) -> None:
    """End the attempt, and show the solution."""
    trial = await services_of(click).puzzles.solving.show(
        person(click), pressed.puzzle, pressed.ply, place_of(click)
    )
    await _put(click, trial, pressed, words.state_note(trial))
    if trial.attempt.shown:
        await _show_step(click, trial, 0, afresh=True)


async def next_puzzle(click: Click, pressed: ids.NextPuzzle) -> None:
    """Another puzzle of the same game, in the place of this one."""
    puzzles, who = services_of(click).puzzles.solving, person(click)
    before = await puzzles.open(who, pressed.puzzle)
    trial = await puzzles.next(who, GAMES[before.puzzle.game], _wish(pressed))
    await _put(click, trial, pressed, words.state_note(trial))


async def give_mistake(click: Click) -> None:
    """Answer a command with one of the person's own mistakes, for them alone."""
    trial = await services_of(click).puzzles.solving.next_mistake(person(click))
    drawing = await _draw(click, trial, Wish(), words.state_note(trial))
    await send(click, drawing.view, private=True, files=drawing.files)


async def next_mistake(click: Click, pressed: ids.NextMistake) -> None:
    """One of the person's own mistakes, in the place of a puzzle."""
    trial = await services_of(click).puzzles.solving.next_mistake(person(click))
    drawing = await _draw(click, trial, Wish(), words.state_note(trial))
    await click.edit_original_response(view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET)


async def open_solution(click: Click, pressed: ids.OpenSolution) -> None:
    """Go through the solution, in a message of its own."""
    trial = await services_of(click).puzzles.solving.solution(person(click), pressed.puzzle)
    await _show_step(click, trial, 0, afresh=True)


async def step(click: Click, pressed: ids.SolutionStep) -> None:
    """Another position of the solution."""
    trial = await services_of(click).puzzles.solving.solution(person(click), pressed.puzzle)
    ply = after_step(pressed.ply, pressed.step, len(trial.puzzle.line))
    await _show_step(click, trial, ply, afresh=False)


async def _show_step(click: Click, trial: Trial, ply: int, *, afresh: bool) -> None:
    puzzle = trial.puzzle
    asks = ply % 2 == 0 and ply < len(puzzle.line)
    found = await services_of(click).puzzles.solving.values(puzzle, ply) if asks else None
    drawing = await draw_solution(puzzle, ply, found, await own_look(click))
    if afresh:
        await send(click, drawing.view, private=True, files=drawing.files)
    else:
        await click.edit_original_response(
            view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET
        )


def _wish(used: ids.TryMove | ids.ChooseTry | ids.HavePuzzleHint | ids.ShowSolution | ids.NextPuzzle) -> Wish:
    return Wish(used.theme, used.difficulty)


async def _put(
    click: Click,
    trial: Trial,
    used: ids.TryMove | ids.ChooseTry | ids.HavePuzzleHint | ids.ShowSolution | ids.NextPuzzle,
    note: str,
) -> None:
    """Show an attempt as it is now in the place of the message with the button."""
    drawing = await _draw(click, trial, _wish(used), note)
    await click.edit_original_response(view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET)
    note_changed(click)


async def _draw(click: Click, trial: Trial, wish: Wish, note: str) -> Drawing:
    puzzles, who = services_of(click).puzzles.solving, person(click)
    rated = await puzzles.rating(who, trial.puzzle.game)
    mistakes = await puzzles.mistakes_due(who) if trial.attempt.over else 0
    return await draw_trial(trial, wish, note, rated, await own_look(click), mistakes)


PUZZLE_ROUTES = (
    on_press(ids.TryMove, try_move),
    on_choice(ids.ChooseTry, choose_try),
    on_press(TryPuzzle, try_puzzle),
    on_press(ids.HavePuzzleHint, hint),
    on_press(ids.ShowSolution, show_solution),
    on_press(ids.NextPuzzle, next_puzzle),
    on_press(ids.NextMistake, next_mistake),
    on_press(ids.OpenSolution, open_solution),
    on_press(ids.SolutionStep, step),
)

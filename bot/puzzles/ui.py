"""`/puzzle`, and the messages of puzzles with their buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.catalog import GAMES, GameKind
from bot.core.attempts import AttemptEvent
from bot.play.games.ids import GiveEasyPuzzle
from bot.puzzles import run_ui, run_words, words
from bot.puzzles.mistakes import Mistakes
from bot.puzzles.posted import DailyPuzzleOff, DailyPuzzles, PostedPuzzles, PuzzleMessage
from bot.puzzles.puzzles import Difficulty, Puzzles, PuzzleStep, PuzzleWish, Trial, positions_of
from bot.puzzles.races import PuzzleRaces, RaceDirector
from bot.puzzles.run_ui import OpenSolution, draw_board
from bot.puzzles.runs import PuzzleRuns
from bot.puzzles.words import theme_name
from bot.ui.candidates import move_values
from bot.ui.component_ids import SHOWS, ComponentId, Step, find
from bot.ui.components import after_step, button, rows_of_moves, step_buttons
from bot.ui.layout import BLUE, GOLD, GREEN, Part, Row, View, around, card, row
from bot.ui.messenger import Note, Showing, shows
from bot.ui.options import Typed, game_choices, game_of, named_choices, option, refuse_with
from bot.ui.pictures import own_look
from bot.ui.publisher import Drawing, Subject
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_move, on_press
from bot.ui.slash import completion, slash_command
from bot.ui.untrusted import safe
from data.puzzles.puzzle_posts import PuzzlePost
from data.puzzles.puzzles import Deed
from data.puzzles.runs import RunKind
from engine import puzzles
from engine.puzzles import Puzzle
from languages import count, gettext
from languages.numbers import capitalized, enumerated
from languages.typed import key_typed


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
        praise = capitalized(gettext("{move} was right", move=trial.kind.move_name(trial.mistake.played)))
        helps.insert(0, button(praise, KeepPlayed(key, ply), emoji="👍"))
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


async def give(request: Request, kind: GameKind | None, wish: PuzzleWish) -> None:
    """Answer a command with a puzzle, for the person alone."""
    trial = await request.kit[Puzzles].next(request.person, kind, wish)
    await request.send(await _draw(request, trial, wish, words.state_note(trial)), private=True)


@on_press(GiveEasyPuzzle)
async def give_easy(request: Request, pressed: GiveEasyPuzzle) -> None:
    kind = game_of(pressed.game) if pressed.game else None
    await give(request, kind, PuzzleWish(difficulty=Difficulty.EASIEST))


async def post(request: Request, kind: GameKind | None, wish: PuzzleWish) -> None:
    """Answer a command with a puzzle for everyone in the channel."""
    kit = request.kit
    puzzle = await kit[Puzzles].choose(request.person, kind, wish, request.place)
    await kit[PostedPuzzles].post(puzzle, request.place, request)


@on_press(TryPuzzle)
async def try_puzzle(request: Request, pressed: TryPuzzle) -> None:
    kit, who = request.kit, request.person
    message_id = None if request.message is None else request.message.id
    trial = await kit[Puzzles].open(who, pressed.puzzle)
    standing = await kit[PostedPuzzles].take_part(pressed.post, who, message_id)
    if trial.attempt.solved_at is not None:
        await kit[PostedPuzzles].record_solved(who, trial)
    note = await _with_card(request, trial, words.state_note(trial))
    await request.send(await _draw(request, trial, PuzzleWish(), note), private=True)
    await kit[PostedPuzzles].update_if_outdated(standing, request)


@on_press(ShowResults)
async def show_results(request: Request, pressed: ShowResults) -> None:
    results = await request.kit[PostedPuzzles].results(request.person, pressed.post)
    await request.send(card(run_words.results_text(results), colour=BLUE), private=True)


@on_move(TryMove)
async def try_move(request: Request, chosen: TryMove) -> None:
    kit, who = request.kit, request.person
    step = await kit[Puzzles].move(who, chosen.puzzle, chosen.ply, chosen.move, request.place)
    note, refuted = words.step_note(step), _refuted(request, step, chosen.ply)
    if step.event is AttemptEvent.SOLVED:
        await kit[PostedPuzzles].record_solved(who, step.trial)
        note = await _with_card(request, step.trial, note)
    if step.event is AttemptEvent.MISSED:
        refuted = (*refuted, chosen.move)
    await _put(request, step.trial, PuzzleWish(chosen.theme, chosen.difficulty), note, refuted)


@on_press(KeepPlayed)
async def keep_played(request: Request, pressed: KeepPlayed) -> None:
    step = await request.kit[Puzzles].keep(request.person, pressed.puzzle, pressed.ply, request.place)
    await _put(request, step.trial, PuzzleWish(), words.step_note(step))


async def hint(request: Request, pressed: HavePuzzleHint | HintWithout) -> None:
    """Name a few moves among which the right one is."""
    puzzles, who = request.kit[Puzzles], request.person
    step = await puzzles.help(who, pressed.puzzle, pressed.ply, request.place, Deed.HINT)
    refuted = _refuted(request, step, pressed.ply)
    note = words.step_note(step, refuted)
    await _put(request, step.trial, PuzzleWish(pressed.theme, pressed.difficulty), note, refuted)


on_press(HavePuzzleHint)(hint)
on_press(HintWithout)(hint)


def _refuted(request: Request, step: PuzzleStep, ply: int) -> tuple[str, ...]:
    """Return the moves that were tried in vain in the position of the message with the button, after `ply`
    moves; none if the attempt has another one now."""
    component = None if request.message is None else find(HintWithout, request.message.components)
    return () if component is None or step.trial.attempt.ply != ply else tuple(component.refuted.split())


@on_press(ShowSolution)
async def show_solution(request: Request, pressed: ShowSolution) -> None:
    puzzles, who = request.kit[Puzzles], request.person
    step = await puzzles.help(who, pressed.puzzle, pressed.ply, request.place, Deed.SHOWN)
    note = await _with_card(request, step.trial, words.step_note(step))
    await _put(request, step.trial, PuzzleWish(pressed.theme, pressed.difficulty), note)
    if step.trial.attempt.shown:
        await _show_step(request, step.trial, 0)


@on_press(NextPuzzle)
async def next_puzzle(request: Request, pressed: NextPuzzle) -> None:
    puzzles, who = request.kit[Puzzles], request.person
    before, wish = await puzzles.open(who, pressed.puzzle), PuzzleWish(pressed.theme, pressed.difficulty)
    trial = await puzzles.next(who, GAMES[before.puzzle.game], wish)
    await _put(request, trial, wish, words.state_note(trial))


async def give_mistake(request: Request, among: Collection[tuple[int, int]] | None = None) -> None:
    """Answer privately with one of the person's own mistakes, `among` these by game and ply if given."""
    puzzles, who = request.kit[Puzzles], request.person
    trial = await (puzzles.next_mistake(who) if among is None else puzzles.mistake_among(who, among))
    await request.send(await _draw(request, trial, PuzzleWish(), words.state_note(trial)), private=True)


@on_press(NextMistake)
async def next_mistake(request: Request, pressed: NextMistake) -> None:
    trial = await request.kit[Puzzles].next_mistake(request.person)
    await _put(request, trial, PuzzleWish(), words.state_note(trial))


@on_press(OpenSolution)
async def open_solution(request: Request, pressed: OpenSolution) -> None:
    trial = await request.kit[Puzzles].solution(request.person, pressed.puzzle)
    await _show_step(request, trial, 0)


@on_press(SolutionStep)
async def turn_solution(request: Request, pressed: SolutionStep) -> None:
    trial = await request.kit[Puzzles].solution(request.person, pressed.puzzle)
    ply = after_step(pressed.ply, pressed.step, len(trial.puzzle.line))
    await _show_step(request, trial, ply)


async def _show_step(request: Request, trial: Trial, ply: int) -> None:
    puzzle, look = trial.puzzle, await own_look(request)
    result = await request.kit[Puzzles].values(puzzle, ply, request.person)
    values = {} if result is None else move_values(trial.kind, positions_of(puzzle)[ply], result)
    board, files = await draw_board(puzzle, ply, look, hints=bool(values), values=values or None)
    view = solution_view(puzzle, ply, words.solution_text(puzzle, ply, result), board)
    await request.show_in(Drawing(view, files), SolutionStep)


async def _with_card(request: Request, trial: Trial, note: str) -> str:
    """Return a note on an attempt, with the card of the daily puzzle if it was at that and is over."""
    card = await request.kit[PostedPuzzles].card(trial, request.guild_id)
    return note if card is None else f"{note}\n{run_words.card_note(card)}"


async def _put(
    request: Request, trial: Trial, wish: PuzzleWish, note: str, refuted: Sequence[str] = ()
) -> None:
    """Show the current state of an attempt, in place of the message with the button."""
    await request.replace(await _draw(request, trial, wish, note, refuted))
    request.record_change()


async def _draw(
    request: Request, trial: Trial, wish: PuzzleWish, note: str, refuted: Sequence[str] = ()
) -> Drawing:
    puzzles, who = request.kit[Puzzles], request.person
    rated = await puzzles.rating(who, trial.puzzle.game)
    mistakes = await puzzles.mistakes_due(who) if trial.attempt.over else 0
    look, over = await own_look(request), trial.attempt.over
    board, files = await draw_board(trial.puzzle, trial.attempt.ply, look, hints=not over)
    text = words.puzzle_text(trial, note, rated)
    return Drawing(puzzle_view(trial, wish, text, board, mistakes, refuted), files)


RECORDS = "records"
"""The choice among kinds of runs that shows the records."""


def puzzle() -> app_commands.Command[Any, ..., None]:
    @slash_command(name="puzzle", description="A position in which one move is better than all others")
    @app_commands.describe(
        game="Which game (default: that of your last puzzle)",
        theme="What it is about (default: anything)",
        difficulty="Compared with your strength (default: about the same)",
        run="Many in a row: a streak until a miss, three minutes alone or in a race, or the records",
        mine="Practise one of your own mistakes from a reviewed game (default: no)",
        public="Post it for everyone in this channel (default: for you alone)",
    )
    @app_commands.choices(
        game=game_choices(), difficulty=_choices(*Difficulty), run=_choices(*RunKind, RECORDS)
    )
    async def command(
        request: Request,
        game: app_commands.Choice[str] | None = None,
        theme: Typed | None = None,
        difficulty: app_commands.Choice[str] | None = None,
        run: app_commands.Choice[str] | None = None,
        mine: bool = False,
        public: bool = False,
    ) -> None:
        kind = GAMES[game.value] if game else None
        if run is not None:
            if theme is not None or difficulty is not None or mine or (public and run.value != RECORDS):
                raise BadRequest(gettext(run_words.RUN_ALONE))
            if run.value == RECORDS:
                await run_ui.show_records(request, kind, public=public)
            elif run.value == RunKind.RACE:
                await run_ui.start_race(request, kind)
            else:
                await run_ui.start(request, RunKind(run.value), kind)
            return
        if mine:
            refuse_with(option("mine"), game=game, theme=theme, difficulty=difficulty, public=public)
            await give_mistake(request)
            return
        level = Difficulty(difficulty.value) if difficulty else Difficulty.USUAL
        wish = PuzzleWish(_theme(theme, game.value if game else None), level)
        await (post if public else give)(request, kind, wish)

    @completion(command, "theme")
    async def themes(request: Request, typed: str) -> list[app_commands.Choice[str]]:
        return named_choices(typed, _themes(request.interaction.namespace.game), theme_name)

    return command


def _choices(*values: str) -> list[app_commands.Choice[str]]:
    """Return choices with the names that Discord translates."""
    return [app_commands.Choice(name=str(value), value=str(value)) for value in values]


def _themes(game: str | None) -> list[str]:
    """Return the themes of a game's puzzles, or of all, the most frequent first."""
    shipped = puzzles.shipped(game if game in GAMES else None)
    counts = Counter(theme for puzzle in shipped for theme in puzzle.themes)
    return [theme for theme, _ in counts.most_common()]


def _theme(typed: str | None, game: str | None) -> str:
    """Return the theme typed or chosen, in the reader's language or in English; "" for none."""
    if typed is None:
        return ""
    there = _themes(game)
    found = key_typed(typed, there, theme_name)
    if found is not None:
        return found
    raise BadRequest(
        # Translators: {typed} is what the person typed; {themes} lists what there is.
        gettext(
            "There are no puzzles about “{typed}”. Choose one of: {themes}.",
            typed=safe(typed),
            themes=enumerated([theme_name(theme) for theme in there]),
        )
    )


@shows(
    PuzzleMessage,
    lambda puzzle: {"puzzle": puzzle.post.id},
    subject=lambda puzzle: Subject("puzzle", puzzle.post.id),
)
async def draw_posted(content: PuzzleMessage, scene: Showing) -> Drawing:
    """Draw a posted puzzle; once it is answered, with the position at the end of the line."""
    post, puzzle = content.post, content.puzzle
    ply = len(puzzle.line) if post.answered else 0
    board, files = await draw_board(puzzle, ply, await scene.look(), hints=not post.answered)
    return Drawing(post_view(post, puzzle, words.post_text(post, puzzle, content.results), board), files)


@shows(DailyPuzzleOff, lambda news: {"daily puzzle off": news.guild_id})
async def draw_switched_off(news: DailyPuzzleOff, scene: Showing) -> Note:
    return Note(words.switched_off(news.channel_id))


FEATURES = (Puzzles, PostedPuzzles, DailyPuzzles, Mistakes, PuzzleRuns, RaceDirector, PuzzleRaces)

COMMANDS = (puzzle,)

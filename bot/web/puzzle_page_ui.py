"""The page of puzzles.

    /puzzles        the next puzzle of whoever is signed in, or a streak
    /puzzles/live   its socket

Attempts are those of `/puzzle` outside of servers: what is begun there continues here, and the other way
round.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from aiohttp import web

from bot.catalog import GAMES, GameKind, recent_moves
from bot.core.attempts import AttemptEvent
from bot.core.people import Names, Person, Place
from bot.core.visitors import LOOK, SOCKET, add_routes
from bot.features import Kit
from bot.puzzles import run_words
from bot.puzzles import words as puzzle_words
from bot.puzzles.posted import PostedPuzzles
from bot.puzzles.puzzles import Puzzles, PuzzleStep, PuzzleWish, Trial, moves_of_hint, positions_of
from bot.puzzles.runs import PuzzleRuns, RunRecords, RunStep
from bot.ui.candidates import move_values
from bot.ui.refusals import BadRequest
from bot.ui.words import OTHER_VERSION
from bot.web import words
from bot.web.actions_ui import NOTHING, ActionReply
from bot.web.connection_ui import CloseCode, Connection
from bot.web.game_view import as_text, board_facts, lines_of, position_facts, shaded
from bot.web.messages import PUZZLE_MESSAGES, FromPuzzles, PuzzleAct, Try
from bot.web.page_limits import PUZZLES
from bot.web.site_ui import Site
from data.puzzles.puzzles import Deed
from data.puzzles.runs import RunKind
from data.ratings.ratings import Rated
from engine import SearchResult, puzzles
from engine.puzzles import Puzzle
from languages import Language, count, gettext, speaking
from languages.numbers import capitalized

Buttons = list[dict[str, str]]


def trial_facts(
    trial: Trial,
    note: str,
    rated: Rated | None,
    mistakes: int,
    names: Mapping[int, str],
    marked: Collection[str] = (),
) -> dict[str, Any]:
    """Return an attempt with a note on the last move; `mistakes` of the person's own are due."""
    return {
        "t": "puzzle",
        **_position(trial.puzzle, trial.attempt.ply, asks=not trial.attempt.over),
        "over": trial.attempt.over,
        "solved": trial.attempt.solved_at is not None,
        "lines": lines_of(puzzle_words.puzzle_text(trial, note, rated), names),
        "marked": list(marked),
        "buttons": _after(mistakes) if trial.attempt.over else _helps(trial),
    }


def run_facts(step: RunStep, records: RunRecords | None) -> dict[str, Any]:
    """Return the present puzzle of a run, or its end, which is compared with the records."""
    run, trial = step.run, step.trial
    text = run_words.run_text(step) if records is None else run_words.end_text(step, records)
    return {
        "t": "puzzle",
        **_position(trial.puzzle, trial.attempt.ply, asks=not run.over),
        "run": run.id,
        "number": run.number,
        "over": run.over,
        "solved": False,
        "lines": lines_of(text, {}),
        "marked": [],
        "buttons": _after_run() if run.over else [_button("stop", gettext("Give up"), "🏳️")],
    }


def solution_facts(puzzle: Puzzle, ply: int, found: SearchResult | None) -> dict[str, Any]:
    position = positions_of(puzzle)[ply]
    values = {} if found is None else move_values(GAMES[puzzle.game], position, found)
    return {
        "t": "solution",
        **_position(puzzle, ply, asks=bool(values)),
        "steps": len(puzzle.line),
        "lines": lines_of(puzzle_words.solution_text(puzzle, ply, found), {}),
        "values": shaded(values),
    }


def _position(puzzle: Puzzle, ply: int, *, asks: bool) -> dict[str, Any]:
    kind, positions = GAMES[puzzle.game], positions_of(puzzle)
    recent = recent_moves(positions, puzzle.line[:ply])
    return {
        **board_facts(kind, positions[ply]),
        **position_facts(kind, positions[ply], recent, going=asks),
        "puzzle": puzzle.id,
        "ply": ply,
    }


def _helps(trial: Trial) -> Buttons:
    buttons = [_button("hint", gettext("Hint"), "💡"), _button("solution", gettext("Show solution"), "🏳️")]
    if trial.mistake is not None and not trial.attempt.ply:
        label = capitalized(gettext("{move} was right", move=trial.kind.move_name(trial.mistake.played)))
        buttons.insert(0, _button("keep", label, "👍"))
    return buttons


def _after(mistakes: int) -> Buttons:
    buttons = [_button("next", gettext("Next puzzle"), "🧩"), _button("step", gettext("Step through"), "▶️")]
    if mistakes:
        mine = gettext("My mistakes ({number})", number=count(mistakes))
        buttons.append(_button("mistake", mine, "🩹"))
    return buttons


def _after_run() -> Buttons:
    return [
        _button("streak", gettext("Play again"), "📈"),
        _button("step", gettext("Step through"), "▶️"),
        _button("next", gettext("Next puzzle"), "🧩"),
    ]


def _button(act: str, label: str, emoji: str) -> dict[str, str]:
    return {"act": act, "label": label, "emoji": emoji}


def games_with_puzzles(shipped: Sequence[Puzzle]) -> dict[str, str]:
    there = {puzzle.game for puzzle in shipped}
    return {key: kind.title for key, kind in GAMES.items() if key in there}


ELSEWHERE = Place(0, None)
"""Where pages are: outside of all servers."""


class PuzzlePages:
    def __init__(self, pages: Site) -> None:
        self._pages = pages

    def add_to(self, app: web.Application) -> None:
        add_routes(app, LOOK, [self._pages.shown(PUZZLES, self.show)])
        add_routes(app, SOCKET, [self._pages.socket(f"{PUZZLES}/live", self.live)])

    async def show(self, request: web.Request, kit: Kit, language: Language) -> web.StreamResponse:
        pages = self._pages
        with speaking(language):
            about = {
                "live": pages.path(f"{PUZZLES}/live"),
                "games": games_with_puzzles(puzzles.shipped(None)),
                "study": words.puzzle_page_words(),
            }
        return pages.page(language, "puzzles", about)

    async def live(self, request: web.Request) -> web.StreamResponse:
        kit = self._pages.require_kit()
        visitor = await self._pages.visitor(request, kit)
        return await self._pages.connect(request, kit, visitor, PuzzleConnection)


class PuzzleConnection(Connection[FromPuzzles]):
    schema = PUZZLE_MESSAGES

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._last = ""

    def sign_out(self) -> None:
        """End the page, since all that it shows is the person's."""
        self.end(CloseCode.SIGNED_OUT)

    async def _show(self) -> None:
        """Send who is signed in; the page then asks for a puzzle."""
        who = await self._who()
        self.person_id = None if who is None else who.id
        you = as_text(await self._you(who, None))
        if you != self._last:
            self._last = you
            await self._send(you)

    async def _carry_out(self, who: Person, wanted: FromPuzzles) -> ActionReply:
        if isinstance(wanted, Try):
            await (self._answer_run if wanted.run else self._try)(who, wanted)
        else:
            await ACTS[wanted.act](self, who, wanted)
        return NOTHING

    # --- one puzzle ----------------------------------------------------------------------------------------

    async def _next(self, who: Person, wanted: PuzzleAct) -> None:
        """Give the person a puzzle about as difficult as they are strong."""
        trial = await self._kit[Puzzles].next(who, _game(wanted.game), PuzzleWish())
        await self._put(who, trial, puzzle_words.state_note(trial))

    async def _mistake(self, who: Person, wanted: PuzzleAct) -> None:
        trial = await self._kit[Puzzles].next_mistake(who)
        await self._put(who, trial, puzzle_words.state_note(trial))

    async def _try(self, who: Person, wanted: Try) -> None:
        await self._put_step(
            who, await self._kit[Puzzles].move(who, wanted.puzzle, wanted.ply, wanted.move, ELSEWHERE)
        )

    async def _keep(self, who: Person, wanted: PuzzleAct) -> None:
        """Answer that the move played in the person's own game was right."""
        await self._put_step(who, await self._kit[Puzzles].keep(who, wanted.puzzle, wanted.ply, ELSEWHERE))

    async def _put_step(self, who: Person, step: PuzzleStep, refuted: Sequence[str] = ()) -> None:
        """Show an attempt after something happened in it; a hint marks the moves that it names."""
        marked: Sequence[str] = ()
        if step.event is AttemptEvent.SOLVED:
            await self._kit[PostedPuzzles].record_solved(who, step.trial)
        if step.event is AttemptEvent.HELPED and not step.trial.attempt.over:
            marked = moves_of_hint(step.trial, refuted)
        await self._put(who, step.trial, puzzle_words.step_note(step, refuted), marked)

    async def _hint(self, who: Person, wanted: PuzzleAct) -> None:
        """Name and mark a few moves among which the right one is."""
        step = await self._kit[Puzzles].help(who, wanted.puzzle, wanted.ply, ELSEWHERE, Deed.HINT)
        await self._put_step(who, step, wanted.refuted)

    async def _solution(self, who: Person, wanted: PuzzleAct) -> None:
        step = await self._kit[Puzzles].help(who, wanted.puzzle, wanted.ply, ELSEWHERE, Deed.SHOWN)
        await self._put_step(who, step)
        if step.trial.attempt.shown:
            await self._step(who, wanted.model_copy(update={"ply": 0}))

    async def _step(self, who: Person, wanted: PuzzleAct) -> None:
        puzzle = (await self._kit[Puzzles].solution(who, wanted.puzzle)).puzzle
        ply = min(wanted.ply, len(puzzle.line))
        await self._tell(solution_facts(puzzle, ply, await self._kit[Puzzles].values(puzzle, ply, who)))

    async def _put(
        self, who: Person, trial: Trial, note: str, marked: Sequence[str] = (), *, looked: bool = False
    ) -> None:
        """Show the state of an attempt; the page has only `looked` whether it has changed."""
        asked, opponent = self._kit[Puzzles], trial.mistake and trial.mistake.opponent.player_id
        rated = await asked.rating(who, trial.puzzle.game)
        mistakes = await asked.mistakes_due(who) if trial.attempt.over else 0
        names = await self._kit[Names].of_people([opponent] if opponent else [], None)
        await self._tell({**trial_facts(trial, note, rated, mistakes, names, marked), "looked": looked})

    async def _look(self, who: Person, wanted: PuzzleAct) -> None:
        """Show the present state of the attempt or the run that is on the page."""
        if wanted.run:
            await self._put_run(await self._kit[PuzzleRuns].look(who, wanted.run), looked=True)
            return
        trial = await self._kit[Puzzles].open(who, wanted.puzzle)
        await self._put(who, trial, puzzle_words.state_note(trial), looked=True)

    # --- streaks -------------------------------------------------------------------------------------------

    async def _streak(self, who: Person, wanted: PuzzleAct) -> None:
        """Begin a streak, or continue the person's unfinished one."""
        runs = self._kit[PuzzleRuns]
        await self._put_run(await runs.start(who, RunKind.STREAK, _game(wanted.game), ELSEWHERE))

    async def _answer_run(self, who: Person, wanted: Try) -> None:
        now = self._kit.runtime.now()
        await self._put_run(
            await self._kit[PuzzleRuns].move(who, wanted.run, wanted.number, wanted.ply, wanted.move, now)
        )

    async def _stop(self, who: Person, wanted: PuzzleAct) -> None:
        await self._put_run(await self._kit[PuzzleRuns].stop(who, wanted.run, wanted.number))

    async def _put_run(self, step: RunStep, *, looked: bool = False) -> None:
        """Show the state of a streak; the page has only `looked` whether it has changed."""
        records = await self._kit[PuzzleRuns].compare(step.run) if step.run.over else None
        await self._tell({**run_facts(step, records), "looked": looked})


ACTS: Mapping[str, Callable[[PuzzleConnection, Person, PuzzleAct], Awaitable[None]]] = {
    "next": PuzzleConnection._next,
    "streak": PuzzleConnection._streak,
    "mistake": PuzzleConnection._mistake,
    "hint": PuzzleConnection._hint,
    "solution": PuzzleConnection._solution,
    "keep": PuzzleConnection._keep,
    "step": PuzzleConnection._step,
    "stop": PuzzleConnection._stop,
    "look": PuzzleConnection._look,
}


def _game(key: str) -> GameKind | None:
    if key and key not in GAMES:
        raise BadRequest(gettext(OTHER_VERSION))
    return GAMES.get(key)

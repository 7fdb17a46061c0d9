"""The page of a game's review.

    /g/CODE/review        the review, once it is there
    /e/CODE/GAME/review   that of a board of an event
    …/live                their sockets: progress, asking for a review, analysing a position

Everyone who has the link sees the review, just as everyone who sees the board in Discord does. A review is
posted in the game's channel, so only the players and the person who started a match or a vote can ask for
one. Everyone who is signed in can analyse.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from aiohttp import web
from cachetools import LRUCache

from bot.catalog import recent_moves
from bot.catalog.judging import Phase
from bot.core.people import Names, Person, Place
from bot.core.refusals import NotOver, Refusal
from bot.core.snapshot import GameSnapshot
from bot.core.visitors import LOOK, SOCKET, add_routes
from bot.features import Kit
from bot.play.assist.hints import FairPlay
from bot.play.games.ids import review_button
from bot.play.games.referee import Referee
from bot.play.web_links import WebLinks
from bot.preferences.preferences import Looks
from bot.study.analyses import Analyses, AnalysisOver, AnalysisReport, AnalysisStatus, Study
from bot.study.analysis_ui import report_text
from bot.study.review import words as review_words
from bot.study.review.reviews import ReviewReport, Reviews, ReviewUnderWay
from bot.study.review.ui import course_of, two_moves
from bot.study.review.verdicts import ERRORS, JudgedMove, Review
from bot.study.review.words import progress_text
from bot.ui.candidates import move_values
from bot.ui.components import number_of
from bot.ui.pictures import picture_names
from bot.ui.refusals import BadRequest, refusal_text
from bot.ui.words import OTHER_VERSION, is_team
from bot.web import words
from bot.web.actions_ui import NOTHING, ActionReply
from bot.web.game_view import (
    as_text,
    board_facts,
    diagram_facts,
    lines_of,
    position_facts,
    shaded,
    theme_name,
)
from bot.web.messages import REVIEW_MESSAGES, Analyse, AskForReview, FromReview
from bot.web.page_limits import BOARD, GAME, find_game
from bot.web.site_ui import Site
from bot.web.socket_ui import GamePage
from bot.web.stream import ReviewKey
from data.games.records import Game, GameState
from engine import IllegalMove, Position
from languages import Language, gettext, pgettext, speaking
from languages.numbers import percent
from renderers.review_chart import describe_course

"""People's names by their ids."""


def review_facts(
    snapshot: GameSnapshot, review: Review, seats: tuple[str, str], names: Mapping[int, str]
) -> dict[str, Any]:
    """Return the whole review, in the current language."""
    course = course_of(snapshot, review, seats)
    telling = review.turning_point or review.next_error(0)
    positions = snapshot.positions()
    return {
        **board_facts(snapshot.kind, positions[0]),
        "number": snapshot.game.id,
        "names": list(course.names),
        "opened": 0 if telling is None else telling.ply + 1,
        "steps": [_step(snapshot, review, positions, ply, names) for ply in range(len(positions))],
        "chart": {
            "points": [
                [judged.ply, point.value, point.depth, point.error, point.side]
                for judged, point in zip(review.points, course.points, strict=True)
            ],
            "ends": course.ends,
            "alt": describe_course(course),
        },
        "phases": [pgettext("phase", review_words.PHASES[phase]) for phase in Phase],
        "figures": [_figures(snapshot, review, side, names) for side in (0, 1)],
        "course": lines_of("\n".join(review_words.course_lines(snapshot, review)), names),
        "errors": [_error(snapshot, move) for move in review.moves if move.verdict.is_error],
        "how": lines_of(review_words.how_computed(), {}),
    }


def _step(
    snapshot: GameSnapshot, review: Review, positions: Sequence[Position], ply: int, names: Mapping[int, str]
) -> dict[str, Any]:
    """Return the position after `ply` moves, what is to be said of it, and the better move."""
    kind = snapshot.kind
    before = positions[max(0, ply - 1)]
    score = kind.score(positions[ply])
    text = review_words.step_text(snapshot, review, ply, before)
    step = {
        **position_facts(kind, positions[ply], recent_moves(positions, snapshot.game.moves[:ply])),
        "score": None if score is None else list(score),
        "lines": lines_of(text, names),
    }
    judged = review.move_at(ply - 1)
    if judged is not None and judged.better is not None:
        step["better"] = [judged.better, kind.value_label(before, judged.best, exact=judged.proved)]
    compared = two_moves(snapshot, review, ply)
    if compared is not None:
        step["instead"] = {
            "board": diagram_facts(kind, compared.better),
            "headings": [list(heading) for heading in compared.headings],
        }
    return step


def _figures(snapshot: GameSnapshot, review: Review, side: int, names: Mapping[int, str]) -> dict[str, Any]:
    """Return a side's accuracy in all and by phase, and its errors in words."""
    verdict = review.sides[side]
    return {
        "accuracy": None if verdict.accuracy is None else percent(verdict.accuracy),
        "phases": [
            None if (accuracy := verdict.phases.get(phase)) is None else percent(accuracy) for phase in Phase
        ],
        "facts": lines_of(review_words.side_facts(snapshot, review, side), names),
    }


def _error(snapshot: GameSnapshot, move: JudgedMove) -> dict[str, Any]:
    """Return an error as it is listed, with the position to which it led."""
    kind = snapshot.kind
    return {
        "ply": move.ply + 1,
        "side": move.side,
        "size": ERRORS.index(move.verdict) + 1,
        "number": number_of(snapshot, move.ply),
        "move": kind.move_name(move.move),
        "verdict": pgettext("verdict", review_words.VERDICTS[move.verdict]),
    }


CACHE_SIZE = 32
"""Maximum reviews kept as they were written for pages."""

Facts = dict[str, Any]


class ReviewPages:
    def __init__(self, pages: Site) -> None:
        self._pages = pages
        self._written: LRUCache[tuple[object, ...], Facts] = LRUCache(CACHE_SIZE)

    def add_to(self, app: web.Application) -> None:
        for board in (GAME, BOARD):
            add_routes(app, LOOK, [self._pages.shown(f"{board}/review", self.show)])
            add_routes(app, SOCKET, [self._pages.socket(f"{board}/review/live", self.live)])

    async def show(self, request: web.Request, kit: Kit, language: Language) -> web.StreamResponse:
        """Show the review of a game, or where to ask for it."""
        pages, game_id = self._pages, (await find_game(kit, request)).game_id
        await pages.require_here(kit, game_id, request.path)
        snapshot = await kit[Referee].snapshot(game_id)
        report = await kit[Reviews].find(game_id)
        with speaking(language):
            try:
                if report is not None and report.review is not None:
                    await _require_fair(kit, snapshot, await pages.person(request, kit))
            except Refusal as refusal:
                why = gettext(words.NO_REVIEW_NOW), refusal_text(refusal)
                return pages.document({"kind": "notice"}, why)
            facts = None if report is None else await self._facts(kit, report, language)
            about = {
                "live": pages.path(f"{request.path}/live"),
                "board": pages.path(request.path.removesuffix("/review")),
                "theme": theme_name(await kit[Looks].for_game(snapshot.game)),
                "title": snapshot.kind.title,
                "number": game_id,
                "review": facts,
                "study": words.review_words(),
            }
        response = pages.page(language, "review", about)
        response.enable_compression()
        return response

    async def live(self, request: web.Request) -> web.StreamResponse:
        pages = self._pages
        kit = pages.require_kit()
        game = await find_game(kit, request)
        visitor = await pages.visitor(request, kit)
        connection = partial(ReviewConnection, game.game_id, event=game.event)
        return await pages.connect(request, kit, visitor, connection, game.game_id)

    async def _facts(self, kit: Kit, report: ReviewReport, language: Language) -> Facts | None:
        """Return what the page shows of a review that is done."""
        snapshot, review = report.snapshot, report.review
        if review is None:
            return None
        game = snapshot.game
        seats = await picture_names(kit[Names], game, game.guild_id, whole=True)
        key = (game.id, language.code, seats)
        if key not in self._written:
            people = [seat.player_id for seat in game.seats if seat.player_id is not None]
            names = await kit[Names].of_people(people, game.guild_id)
            # A tenth of a second for a long game.
            facts = await asyncio.to_thread(review_facts, snapshot, review, seats, names)
            self._written[key] = {**facts, "people": _people(game, seats)}
        return self._written[key]


def _people(game: Game, seats: Sequence[str]) -> list[str]:
    """Return the names of a game's people, which are the same in all languages, "" for other players."""
    ids = [seat.player_id for seat in game.seats]
    return [
        "" if person is None or is_team(person) else name for person, name in zip(ids, seats, strict=True)
    ]


async def _require_fair(kit: Kit, snapshot: GameSnapshot, who: Person | None) -> None:
    """Refuse the review of a game that would tell about one in which the visitor may vote."""
    await kit[FairPlay].require_game_not_voted_on(snapshot.kind, snapshot.positions(), who)


_numbers = count(-1, -1)
"""Tell analyses on pages from those in messages, whose ids are positive."""


class ReviewConnection(GamePage[FromReview]):
    schema = REVIEW_MESSAGES

    def __init__(self, game_id: int, *args: Any, **link: Any) -> None:
        super().__init__(game_id, *args, also=(ReviewKey(game_id),), **link)
        self._study_id = next(_numbers)
        self._analysed: Analyse | None = None
        """The position that was analysed last."""

    async def run(self) -> None:
        """Serve the page until it leaves; its analysis ends with it."""
        try:
            await super().run()
        finally:
            self._stop()

    async def _send_changes(self) -> None:
        """Send who is signed in, and how far the review is."""
        kit, who = self._kit, await self._who()
        self.person_id = None if who is None else who.id
        snapshot = await kit[Referee].snapshot(self._game_id)
        report = await kit[Reviews].find(self._game_id)
        with speaking(self._language):
            you = await self._you(who, snapshot.game.guild_id)
            progress = await self._progress(snapshot, report, who)
        await self._send_new("you", as_text(you))
        await self._send_new("review", as_text(progress))

    async def _progress(
        self, snapshot: GameSnapshot, report: ReviewReport | None, who: Person | None
    ) -> dict[str, Any]:
        """Return the state of the review: whether it can be asked for, is in progress or done."""
        if report is None:
            playing = snapshot.game.state is not GameState.FINISHED
            text = refusal_text(NotOver()) if playing else gettext(words.NO_REVIEW)
            asks = bool(review_button(snapshot)) and who is not None and await self._plays(who)
            return {"t": "review", "state": "none", "lines": await self._lines(text), "ask": asks}
        if report.review is not None:
            game = snapshot.game
            # The page is outdated without the name of a person whose data was deleted.
            seats = await picture_names(self._kit[Names], game, game.guild_id, whole=True)
            return {"t": "review", "state": "done", "people": _people(game, seats)}
        return {"t": "review", "state": "running", "lines": await self._lines(progress_text(report))}

    def sign_out(self) -> None:
        """Show what visitors see; the person's analysis ends."""
        self._stop()
        super().sign_out()

    async def _carry_out(self, who: Person, wanted: FromReview) -> ActionReply:
        if isinstance(wanted, AskForReview):
            return await self._ask(who)
        if isinstance(wanted, Analyse):
            return await self._analyse(who, wanted)
        shown = self._analysed
        if shown is None or (shown.ply, shown.moves) != (wanted.ply, wanted.moves):
            raise AnalysisOver
        self._kit[Analyses].stop(who, self._study_id)
        return NOTHING

    async def _ask(self, who: Person) -> ActionReply:
        snapshot, reviews = await self._kit[Referee].snapshot(self._game_id), self._kit[Reviews]
        await _require_fair(self._kit, snapshot, who)
        try:
            report, begun = await reviews.request(
                self._game_id, who, Place.of(snapshot.game), sees_channel=await self._plays(who)
            )
        except ReviewUnderWay:
            begun = False
        if begun:
            # Its message in the channel is posted with the first progress.
            reviews.resume(report.stored)
        self.wake()
        return NOTHING

    async def _plays(self, who: Person) -> bool:
        """Return whether a person may ask for a review of the game."""
        return await self._kit[WebLinks].may_withdraw(self._game_id, who)

    async def _analyse(self, who: Person, wanted: Analyse) -> ActionReply:
        """Analyse a position, showing what longer and longer searches find."""
        snapshot, analyses = await self._kit[Referee].snapshot(self._game_id), self._kit[Analyses]
        if snapshot.game.state is not GameState.FINISHED:
            raise NotOver
        study = _study(snapshot, wanted.ply, wanted.moves)
        await self._kit[FairPlay].require_fair(study.kind, study.position, who, snapshot.game.channel_id)
        await analyses.end(who, self._study_id)
        self._analysed = wanted

        async def show(report: AnalysisReport) -> bool:
            return await self._tell(_found(report, wanted))

        first = analyses.first_report(study)
        await show(first)
        if not study.over and first.status is AnalysisStatus.RUNNING:
            await analyses.run(study, who, self._study_id, show)
        return NOTHING

    def _stop(self) -> None:
        """End the analysis of a page that is gone."""
        if self.person_id is not None:
            try:
                self._kit[Analyses].stop(Person(self.person_id, ""), self._study_id)
            except AnalysisOver:
                return


def _study(snapshot: GameSnapshot, ply: int, moves: Sequence[str]) -> Study:
    """Return the position after `ply` moves of a game and these."""
    played = [*snapshot.game.moves[:ply], *moves]
    try:
        return Study.of(snapshot.kind, snapshot.positions()[0], played)
    except IllegalMove as error:
        raise BadRequest(gettext(OTHER_VERSION)) from error


def _found(report: AnalysisReport, wanted: Analyse) -> dict[str, Any]:
    """Return the state of an analysis as pages get it."""
    study, result, score = report.study, report.shown, report.study.kind.score(report.study.position)
    values = {} if result is None else move_values(study.kind, study.position, result)
    running = report.status is AnalysisStatus.RUNNING and not study.over
    stopped = replace(report, status=AnalysisStatus.STOPPED)
    return {
        "t": "study",
        "ply": wanted.ply,
        "moves": wanted.moves,
        **position_facts(study.kind, study.position, study.recent),
        "score": None if score is None else list(score),
        "lines": lines_of(report_text(report), {}),
        "values": shaded(values),
        "running": running,
        # What the page shows if its connection ends, and the analysis with it.
        **({"stopped": lines_of(report_text(stopped), {})} if running else {}),
    }

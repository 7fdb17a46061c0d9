"""`/position`: the analysis of a position, which its components contain, and the buttons below it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias

import discord
import structlog
from discord import app_commands

from bot.catalog import GAMES, Diagram, board_label
from bot.catalog.kind import options_from
from bot.core.masking import described
from bot.play.assist.hints import FairPlay
from bot.play.games.challenges import Terms
from bot.play.games.finding import GameFinder
from bot.play.games.words import opening_fact
from bot.play.offers_ui import start_game
from bot.study.analyses import (
    MAX_TYPED,
    Analyses,
    AnalysisOver,
    AnalysisReport,
    AnalysisStatus,
    PositionOver,
    ProvedPositions,
    Study,
    StudyError,
    read_position,
)
from bot.ui.candidates import candidate_lines, deciding_line, move_values, solved_lines
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button, rows_of_moves
from bot.ui.layout import BLUE, Part, Row, View, card, picture, row
from bot.ui.options import game_choices
from bot.ui.pictures import own_look, picture_file
from bot.ui.publisher import Drawing
from bot.ui.refusals import OtherVersion
from bot.ui.request import CONNECTION_LOST, QUIET, Request
from bot.ui.routes import on_move, on_press
from bot.ui.slash import slash_command
from bot.ui.untrusted import safe
from bot.ui.words import percent_certain
from engine import IllegalMove, SearchResult
from languages import gettext, gettext_noop, ngettext
from languages.numbers import enumerated
from renderers.overlays import Values
from renderers.themes import Look

OUTCOMES = {
    # Translators: {side} is a side such as “Black”.
    1: gettext_noop("Proved: {side} wins."),
    0: gettext_noop("Proved: a draw."),
    # Translators: {side} is a side such as “Black”.
    -1: gettext_noop("Proved: {side} loses."),
}


def report_text(report: AnalysisReport) -> str:
    """Describe the position, the progress of the search, and its values of the moves."""
    study, result = report.study, report.shown
    lines = [title(study, "🔬"), *position_facts(study)]
    if study.value:
        # Translators: {value} is from the text that the reader typed, such as “+18”.
        lines.append(gettext("-# The text values it at {value}.", value=safe(study.value)))
    if study.over:
        return "\n".join([*lines, result_line(study)])
    if report.status is AnalysisStatus.RUNNING:
        # Translators: below a position, while the computer searches.
        lines.append(gettext("🔎 Analysing…") if result is None else gettext("🔎 Analysing deeper…"))
    elif report.status is AnalysisStatus.STOPPED:
        # Translators: below a position: the search was stopped.
        lines.append(gettext("⏹️ Stopped."))
    if result is not None and result.candidates:
        lines.append(book_line(study) if report.by_book else certainty_line(study, result))
        taken = sum(len(line) + 1 for line in lines)
        solved = solved_lines(study.kind, study.position, result)
        lines += solved or candidate_lines(study.kind, study.position, result, taken)
    return "\n".join(lines)


def title(study: Study, emoji: str) -> str:
    """Return the heading: the game, and the side to move."""
    kind = study.kind
    game = enumerated([kind.title, board_label(kind, study.board)] if study.board else [kind.title])
    if study.over:
        return f"### {emoji} {game}"
    side = kind.sides[study.position.turn]
    # Translators: a heading; {game} is a game, perhaps with its board: “Reversi, 6x6”.
    return gettext(
        "### {emoji} {game}: {disc} {side} to move",
        emoji=emoji,
        game=game,
        disc=side.disc,
        side=side.name,
    )


def position_facts(study: Study) -> list[str]:
    """State the score, the last move and the pass after it, and the opening."""
    kind, sides = study.kind, study.kind.sides
    facts = []
    score = kind.score(study.position)
    if score is not None:
        facts.append(" · ".join(f"{side.disc} {points}" for side, points in zip(sides, score, strict=True)))
    last, passed = study.recent.latest, study.recent.passed
    if last is not None:
        # Translators: {side} is a side such as “Black”.
        played = gettext(
            "{side} played **{move}**.", side=sides[last.by].name, move=kind.move_name(last.move)
        )
        facts.append(played)
    if passed is not None:
        # Translators: {side} is a side such as “White”.
        facts.append(gettext("{side} has no move and **passes**.", side=sides[passed].name))
    lines = [" · ".join(facts)] if facts else []
    return lines if study.opening is None else [*lines, f"-# {opening_fact(study.opening)}"]


def result_line(study: Study) -> str:
    result, kind = study.position.result(), study.kind
    assert result is not None
    if result.winner is None:
        # Translators: {result} is the score, such as “32–32”, or “the grid is full”.
        line = kind.draw_line(study.position)
        return gettext("🏁 The game is over: **a draw**, {result}.", result=line)
    side = kind.sides[result.winner]
    # Translators: {result} is a sentence, such as “Black wins 40–24”.
    return gettext(
        "🏁 The game is over: {disc} **{result}**.",
        disc=side.disc,
        result=kind.win_line(study.position, side.name),
    )


def book_line(study: Study) -> str:
    # Translators: values of moves in discs follow; {side} is a side such as “Black”.
    return gettext(
        "The values are my book's estimates for {side}, in discs. Nothing is proved.",
        side=study.kind.sides[study.position.turn].name,
    )


def certainty_line(study: Study, found: SearchResult) -> str:
    """State how reliable the values are."""
    side = study.kind.sides[study.position.turn]
    if found.exact:
        # Translators: {result} is a result such as “a win by 4” or “a draw”.
        proved = gettext(
            "🔒 Proved: with best play from both sides, **{result}** for {side}.",
            result=study.kind.proved(study.position, round(found.score)),
            side=side.name,
        )
        last = deciding_line(study.kind, study.position, round(found.score))
        return proved if last is None else f"{proved} {last}"
    if found.certainty is not None:
        # Translators: {percent} is a percentage such as “62%”; values of moves follow.
        searched = gettext(
            "Searched to the end of the game, {percent} certain: the higher, the better for {side}.",
            percent=percent_certain(found.certainty),
            side=side.name,
        )
    elif found.outcome is not None:
        searched = gettext(
            "Searched to the end of the game: the higher, the better for {side}.", side=side.name
        )
    else:
        return ngettext(
            "Estimates, {number} move deep: the higher, the better for {side}. Nothing is proved.",
            "Estimates, {number} moves deep: the higher, the better for {side}. Nothing is proved.",
            found.depth,
            side=side.name,
        )
    if found.outcome is None:
        return searched
    return f"{searched} 🔒 {gettext(OUTCOMES[found.outcome], side=side.name)}"


def texts_of(study: Study) -> tuple[str, str, str, str]:
    """Encode a position as the fields of `AtPosition`."""
    return study.kind.key, study.board, study.packed_root, study.packed_moves


class AtPosition(ComponentId):
    game: str
    board: str
    root: str
    path: str

    def study(self) -> Study:
        """Decode the position; refused if an altered client made it up."""
        try:
            return Study.unpacked(self.game, self.board, self.root, self.path)
        except StudyError as error:
            raise OtherVersion from error

    def after(self, move: str) -> Study:
        try:
            return self.study().play(move)
        except IllegalMove as error:
            raise OtherVersion from error


class PlayNext(AtPosition, action="an_move", menu="an_choose"):
    move: str


class GoBack(AtPosition, action="an_back"):
    """Show the position before the last move."""


class StopLooking(AtPosition, action="an_stop"):
    """Stop the search."""


class LookAgain(AtPosition, action="an_look"):
    """Search the position, again if need be."""


class PlayFromHere(AtPosition, action="an_play"):
    """Start a game from the position."""


async def draw_report(report: AnalysisReport, look: Look) -> Drawing:
    """Draw the message, with the value of every move on its square."""
    study = report.study
    kind, position = study.kind, study.position
    values = move_values(kind, position, report.shown) if report.shown is not None else {}
    diagram = Diagram(position, study.recent, hints=not study.over, values=values or None)
    alt = kind.describe(diagram)
    if look.in_words:
        letters = kind.write(diagram, turned=look.turned)
        return Drawing(_report_view(report, values, f"```\n{letters}\n```\n{alt}"), [])
    file = await picture_file(kind, diagram, look, f"position-{kind.key}-{len(study.moves)}.png")
    return Drawing(_report_view(report, values, picture(file, alt)), [file])


def _report_view(report: AnalysisReport, values: Values, board: Part) -> View:
    study, at = report.study, texts_of(report.study)
    controls = [button(gettext("Back"), GoBack(*at), emoji="◀️", disabled=not study.moves)]
    if not study.over:
        if report.status is AnalysisStatus.RUNNING:
            # Translators: a button; it ends a search.
            controls.append(button(gettext("Stop"), StopLooking(*at), emoji="⏹️"))
        else:
            # Translators: a button; it searches the position again.
            controls.append(button(gettext("Analyse again"), LookAgain(*at), emoji="🔎"))
        # Translators: in an empty menu of levels.
        controls.append(button(gettext("Play on against…"), PlayFromHere(*at), emoji="⚔️"))
    moves = move_rows(study, lambda move: PlayNext(*at, move), values)
    return card(report_text(report), board, *moves, row(*controls), colour=BLUE)


def move_rows(study: Study, id_of: Callable[[str], ComponentId], values: Values) -> list[Row]:
    """Return a button for every move, or menus if there are too many; none where the game is over."""
    if study.over:
        return []
    moves = [item for item in study.kind.buttons(study.position) if item.enabled]
    return rows_of_moves(moves, id_of, values)


def ways_on(to_analysis: ComponentId, to_game: ComponentId, *, over: bool) -> list[ComponentItem]:
    """Return the buttons that analyse the position shown and start a game from it, see `leads_on`."""
    return [
        button(gettext("Analyse"), to_analysis, emoji="🔬", disabled=over),
        button(gettext("Play on against…"), to_game, emoji="⚔️", disabled=over),
    ]


log = structlog.get_logger(__name__)

StudyOf: TypeAlias = Callable[[Request, Any], Awaitable[Study]]


async def analyse(request: Request, study: Study) -> None:
    """Show a position in private, with ever deeper search results."""
    kit, who = request.kit, request.person
    await _require_fair(request, study)
    look = await own_look(request)
    report = kit[Analyses].first_report(study)
    first = await draw_report(report, look)
    if request.is_in(GoBack):
        assert request.message is not None
        message_id = request.message.id
        edit: Callable[..., Awaitable[Any]] = request.interaction.edit_original_response
        await kit[Analyses].end(who, message_id)
        await edit(view=first.view, attachments=first.files, allowed_mentions=QUIET)
    else:
        message = await request.send(first.view, private=True, files=first.files)
        message_id, edit = message.id, message.edit

    async def show(report: AnalysisReport) -> bool:
        drawing = await draw_report(report, look)
        try:
            await edit(view=drawing.view, attachments=drawing.files, allowed_mentions=QUIET)
        except discord.NotFound:
            return False
        except (discord.HTTPException, *CONNECTION_LOST) as error:
            log.info("analysis of a position not shown", error=described(error))
        return True

    if not study.over and report.status is AnalysisStatus.RUNNING:
        await kit[Analyses].run(study, who, message_id, show)


@on_move(PlayNext)
async def play_next(request: Request, chosen: PlayNext) -> None:
    await analyse(request, chosen.after(chosen.move))


@on_press(GoBack)
async def go_back(request: Request, pressed: GoBack) -> None:
    await analyse(request, pressed.study().back())


@on_press(LookAgain)
async def look_again(request: Request, pressed: LookAgain) -> None:
    """Search the position again; the transposition table lets it get deeper."""
    await analyse(request, pressed.study())


@on_press(StopLooking)
async def stop_looking(request: Request, pressed: StopLooking) -> None:
    """Stop the search; if a restart has ended it already, say so and update the message."""
    assert request.message is not None
    try:
        request.kit[Analyses].stop(request.person, request.message.id)
    except AnalysisOver:
        stopped = AnalysisReport(pressed.study(), AnalysisStatus.STOPPED)
        await request.replace(await draw_report(stopped, await own_look(request)))
        raise


@on_press(PlayFromHere)
async def play_on(request: Request, pressed: PlayFromHere) -> None:
    await begin_from(request, pressed.study())


async def begin_from(request: Request, study: Study) -> None:
    """Post a start card for a game from a position."""
    if study.over:
        raise PositionOver
    await _require_fair(request, study)
    terms = Terms(options=options_from(study.kind, study.position))
    await start_game(request, study.kind, None, None, terms)


def leads_on(to_analysis: type[ComponentId], to_game: type[ComponentId]) -> Callable[[StudyOf], StudyOf]:
    """Declare how to find the position shown, for its buttons that analyse it and start a game from it."""

    def declare(study_of: StudyOf) -> StudyOf:
        on_press(to_analysis)(partial(_lead_on, analyse, study_of))
        on_press(to_game)(partial(_lead_on, begin_from, study_of))
        return study_of

    return declare


async def _lead_on(
    way: Callable[[Request, Study], Awaitable[None]], study_of: StudyOf, request: Request, pressed: Any
) -> None:
    await way(request, await study_of(request, pressed))


async def _require_fair(request: Request, study: Study) -> None:
    fair_play = request.kit[FairPlay]
    await fair_play.require_fair(study.kind, study.position, request.person, request.channel_id)


@slash_command(
    name="position",
    description="What I think of any position: the value of every move; only you see it",
)
@app_commands.describe(
    text="Moves such as f5d6c3 or 4455, or the squares (default: your last game here)",
    game="Which game the text is from (usually detected)",
)
@app_commands.choices(game=game_choices())
async def position(
    request: Request, text: app_commands.Range[str, 1, MAX_TYPED] | None = None, game: str | None = None
) -> None:
    if text is not None:
        study = read_position(text, None if game is None else GAMES[game])
    else:
        current_game = await request.kit[GameFinder].to_analyse(
            request.user_id, request.channel_id, request.guild_id, game
        )
        kind = GAMES[current_game.game]
        study = Study.of(kind, kind.start(current_game.options), current_game.moves)
    await analyse(request, study)


FEATURES = ((ProvedPositions, lambda kit: ProvedPositions()), Analyses)

COMMANDS = (position,)

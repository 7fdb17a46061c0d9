"""The explorer of openings: its message, its buttons, and those of repertoires and the trainer."""

from __future__ import annotations

from typing import Literal

from bot.catalog import Diagram, opening_label
from bot.catalog.kind import ByColumn
from bot.core.snapshot import is_solved
from bot.play.assist.hints import FairPlay, PositionInPlay
from bot.study.analyses import Study
from bot.study.analysis_ui import (
    AtPosition,
    LookAgain,
    book_line,
    certainty_line,
    move_rows,
    position_facts,
    result_line,
    texts_of,
    title,
)
from bot.study.openings.explorer import INDEXED_PLIES, PROVING_SECONDS, Exploration, ExploredMove, Explorer
from bot.study.openings.lines import has_symmetries, side_of
from bot.study.openings.refusals import NotExplored
from bot.ui.candidates import move_values, solved_lines, value_words
from bot.ui.component_ids import ONCE, SHOWS, ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.layout import GREEN, Part, View, around, card, row
from bot.ui.pictures import draw_diagram, look_for_all, own_look
from bot.ui.publisher import Drawing
from bot.ui.refusals import refusal_text
from bot.ui.request import Request
from bot.ui.routes import on_move, on_press
from languages import count, gettext, gettext_noop, ngettext
from languages.numbers import enumerated, percent
from renderers.overlays import Values
from renderers.themes import Look

MAX_MOVES = 12
"""Maximum moves with a line of their own."""

MINE = "⭐ "
"""Mark of the move that the person's repertoire has in the position."""

MAX_SAME = 3
"""Maximum moves named as the same but for symmetry."""


def exploration_text(exploration: Exploration, note: str = "") -> str:
    """Describe a position: its opening, the values of the moves, and the games played from it.

    The `note` is about what was just done.
    """
    study = exploration.study
    lines = [title(study, "📖"), *filter(None, [note]), *position_facts(study)]
    if study.over:
        return "\n".join([*lines, result_line(study)])
    lines += _values(exploration)
    lines += _moves(exploration)
    if any(move.mine for move in exploration.moves):
        lines.append(gettext("-# ⭐ marks the move in your repertoire."))
    if not exploration.counted:
        lines.append(
            gettext("-# Only the first {number} moves of each game are counted.", number=INDEXED_PLIES)
        )
    elif not any(_games(move) for move in exploration.moves):
        lines.append(
            gettext("-# No finished game has reached this position yet, or it is still being counted.")
        )
    return "\n".join(lines)


def _values(exploration: Exploration) -> list[str]:
    """Say what is known of the moves' values, and how surely."""
    study, result = exploration.study, exploration.found
    kind, position = study.kind, study.position
    if result is None:
        if isinstance(kind, ByColumn):
            unproved = ngettext(
                "{number} second wasn't enough for a proof, so there are no values. `/position` "
                "estimates them.",
                "{number} seconds weren't enough for a proof, so there are no values. "
                "`/position` estimates them.",
                round(PROVING_SECONDS),
            )
            return [unproved]
        return [gettext("My book doesn't have this position. `/position` analyses it.")]
    if is_solved(result):
        return [certainty_line(study, result), *(solved_lines(kind, position, result) or [])]
    if result.exact:
        return [certainty_line(study, result)]
    return [book_line(study)]


def _moves(exploration: Exploration) -> list[str]:
    """Return lines for the moves that are in the book, have a name, or were played: best first."""
    result, study = exploration.found, exploration.study
    values = {} if result is None else {each.move: each for each in result.candidates}
    order = list(values)
    # In a solved position, a table has the values already.
    solved = result is not None and solved_lines(study.kind, study.position, result) is not None
    lines = []
    for move in sorted(exploration.moves, key=lambda one: (_place(one, order), -_games(one))):
        value = values.get(_named(move, order))
        valued = result is not None and value is not None and value.bound == "exact"
        if not (_games(move) or move.opening or move.mine or (valued and not solved)):
            continue
        parts = [f"{MINE if move.mine else ''}**{_named(move, order)}**"]
        if len(move.moves) > 1:
            others = [other for other in move.moves if other != _named(move, order)][:MAX_SAME]
            # Translators: moves that are the same as another one but for symmetry, such as “(or c4, d3)”.
            parts[0] += " " + gettext("(or {moves})", moves=enumerated(others))
        if result is not None and value is not None and valued:
            parts.append(value_words(study.kind, study.position, result, value))
        if move.opening:
            parts.append(opening_label(move.opening))
        lines.append(" · ".join(parts))
        lines += _record_lines(move)
        if len(lines) >= 2 * MAX_MOVES:
            break
    return lines


def _named(move: ExploredMove, order: list[str]) -> str:
    """Return the one of equal moves that is named: the book's."""
    return next((one for one in order if one in move.moves), move.moves[0])


def _place(move: ExploredMove, order: list[str]) -> int:
    return min((order.index(one) for one in move.moves if one in order), default=len(order))


def _games(move: ExploredMove) -> int:
    return move.here.games + (0 if move.own is None else move.own.games)


def _record_lines(move: ExploredMove) -> list[str]:
    # Translators: how often a move was played on this server, and the results in percent: “Here 20×: …”.
    here = gettext_noop("Here {games}×: {wins} won, {draws} drawn, {losses} lost")
    # Translators: how often the reader played a move, and the results in percent: “You 20×: …”.
    own = gettext_noop("You {games}×: {wins} won, {draws} drawn, {losses} lost")
    parts = [
        gettext(
            sentence,
            games=count(record.games),
            wins=percent(100 * record.wins / record.games),
            draws=percent(100 * record.draws / record.games),
            losses=percent(100 * record.losses / record.games),
        )
        for sentence, record in ((here, move.here), (own, move.own))
        if record is not None and record.games
    ]
    return [f"-# {' · '.join(parts)}"] if parts else []


class ExploreMove(AtPosition, action="op_move", menu="op_choose"):
    move: str


class ExploreBack(AtPosition, action="op_back"):
    """Show the position before the last move."""


class ExploreStart(AtPosition, action="op_start"):
    """Show the position that the walk began with."""


class ExploreHere(AtPosition, action="op_open"):
    """Open the explorer at a position, in a new message."""


class AddLine(AtPosition, action="op_add"):
    """Add the moves of a side that lead to a position to its repertoire; other moves are replaced only by
    "replace"."""

    side: int
    how: Literal["ask", "replace"]


class ForgetMove(AtPosition, action="op_forget"):
    """Remove the move that leads to a position from the repertoire; what follows from it only if "sure"."""

    how: Literal["ask", "sure"]


class OfRepertoire(ComponentId):
    """A component about the repertoire of a game and side."""

    key: str
    side: int


class ShowRepertoire(OfRepertoire, action="op_mine"):
    """Show the repertoire of a game and side in place of the message, or in a new one."""


class TurnRepertoire(OfRepertoire, action="op_page"):
    page: int


class RemoveOpeningLine(OfRepertoire, action="op_remove"):
    """Remove a line, chosen from the menu, from the repertoire of a game and side."""

    page: int


class SuggestMoves(OfRepertoire, action="op_games"):
    """Ask whether the person's usual moves of a game and side are to be added."""


class TakeMoves(OfRepertoire, action="op_take"):
    """Add the person's usual moves in positions that they reached in at least this many games."""

    times: int


class StartTraining(OfRepertoire, action="op_train"):
    """Train a game, "" for all, and a side, -1 for both; moves that are due, or any."""

    which: Literal["due", "any"]


class TrainMove(ComponentId, action="train_move", menu="train_choose"):
    session: int
    number: int
    move: str


class NextQuestion(ComponentId, action="train_next", timeless=SHOWS):
    """Show the next question after a missed one."""

    session: int


class StopTraining(ComponentId, action="train_stop", timeless=ONCE):
    session: int


async def draw_exploration(exploration: Exploration, look: Look, note: str = "") -> Drawing:
    """Draw the message, with a `note` about what was just done."""
    study, result = exploration.study, exploration.found
    kind, position = study.kind, study.position
    values = {} if result is None else move_values(kind, position, result)
    # What the book only knows to be no better is not worth a mark.
    values = {move: value for move, value in values.items() if not value[0].startswith("≤")}
    diagram = Diagram(position, study.recent, hints=not study.over, values=values or None)
    board, files = await draw_diagram(kind, diagram, look, f"opening-{kind.key}-{len(study.moves)}.png")
    return Drawing(_view(exploration, values, board, note), files)


async def draw_in_play(study: Study, why: str, look: Look) -> Drawing:
    """Draw a position of which nothing may be told, for the reason `why`, with buttons to others."""
    diagram, at = Diagram(study.position, study.recent, hints=True), texts_of(study)
    board, files = await draw_diagram(study.kind, diagram, look, f"opening-{study.kind.key}-in-play.png")
    moves = move_rows(study, lambda move: ExploreMove(*at, move), {})
    parts = around(board, "\n".join([title(study, "📖"), why]))
    return Drawing(card(*parts, *moves, row(*_ways_back(study)), colour=GREEN), files)


def _view(exploration: Exploration, values: Values, board: Part, note: str) -> View:
    study, at = exploration.study, texts_of(exploration.study)
    controls = _ways_back(study)
    if not study.over:
        # Translators: a button that searches the position.
        controls.append(button(gettext("Analyse"), LookAgain(*at), emoji="🔬"))
    side = side_of(study)
    if side is not None and exploration.kept is not None:
        if exploration.kept:
            # Translators: a button; it removes the last move from one's repertoire of openings.
            own = button(gettext("Remove from mine"), ForgetMove(*at, "ask"), emoji="➖")
        else:
            # Translators: a button; it adds the line to one's repertoire of openings.
            own = button(gettext("Add to mine"), AddLine(*at, side, "ask"), emoji="➕")
        controls.append(own)
    parts = around(board, exploration_text(exploration, note))
    moves = move_rows(study, lambda move: ExploreMove(*at, move), values)
    return card(*parts, *moves, row(*controls), colour=GREEN)


def _ways_back(study: Study) -> list[ComponentItem]:
    at = texts_of(study)
    return [
        button(gettext("Back"), ExploreBack(*at), emoji="◀️", disabled=not study.moves),
        # Translators: a button that goes back to the first position.
        button(gettext("From the start"), ExploreStart(*at), emoji="⏮️", disabled=not study.moves),
    ]


async def explore(request: Request, study: Study, *, public: bool = False, note: str = "") -> None:
    """Show a position: to everyone if `public`, else in the person's own explorer, below a `note`."""
    kit, who = request.kit, request.person
    if not has_symmetries(study.kind):
        raise NotExplored(study.kind.title)
    try:
        await kit[FairPlay].require_fair(study.kind, study.position, who, request.channel_id)
    except PositionInPlay as refusal:
        if public or refusal.whose != "voted":
            raise
        # Only this position is closed: the explorer leads past it.
        drawing = await draw_in_play(study, refusal_text(refusal), await own_look(request))
        await request.show_in(drawing, ExploreBack)
        return
    exploration = await kit[Explorer].explore(study, who, request.guild_id, public=public)
    if public:
        look = await look_for_all(request)
        await request.show_publicly(draw_exploration(exploration, look), new=True)
        return
    await request.show_in(await draw_exploration(exploration, await own_look(request), note), ExploreBack)


@on_move(ExploreMove)
async def walk_on(request: Request, chosen: ExploreMove) -> None:
    await explore(request, chosen.after(chosen.move))


@on_press(ExploreBack)
async def walk_back(request: Request, pressed: ExploreBack) -> None:
    await explore(request, pressed.study().back())


@on_press(ExploreStart)
async def walk_from_start(request: Request, pressed: ExploreStart) -> None:
    study = pressed.study()
    await explore(request, Study.of(study.kind, study.root))


@on_press(ExploreHere)
async def open_explorer(request: Request, pressed: ExploreHere) -> None:
    await explore(request, pressed.study())

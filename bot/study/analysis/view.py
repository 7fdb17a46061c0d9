"""A position under analysis. Nothing is stored: each of its components contains the position.

`board` is the board as games store it, `root` and `path` are texts of `bot.study.analysis.study.Study`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.catalog import Diagram
from bot.study.analysis import words
from bot.study.analysis.analyses import AnalysisReport, AnalysisStatus
from bot.study.analysis.study import Study, StudyError
from bot.ui.candidates import move_values
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.layout import BLUE, Part, Row, View, card, picture, row
from bot.ui.moves import rows_of_moves
from bot.ui.pictures import picture_file
from bot.ui.publisher import Drawing
from bot.ui.refusals import OtherVersion
from engine import IllegalMove
from languages import gettext
from renderers.overlays import Values
from renderers.themes import Look


class PositionTexts(NamedTuple):
    """First fields of each component's id."""

    game: str
    board: str
    root: str
    path: str


def texts_of(study: Study) -> PositionTexts:
    """Encode a position for custom ids."""
    return PositionTexts(study.kind.key, study.board, study.packed_root, study.packed_moves)


class AtPosition(ComponentId):
    """A component under a position."""

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
        """Return the position after a move."""
        try:
            return self.study().play(move)
        except IllegalMove as error:
            raise OtherVersion from error


class PlayNext(AtPosition, action="an_move", menu="an_choose"):
    """Show the position after a move."""

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
    return card(words.report_text(report), board, *moves, row(*controls), colour=BLUE)


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

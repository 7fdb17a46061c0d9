"""The message of a position that is analysed.

At most 40 components, as under the board of a game: see `bot.ui.games.board_view`.
"""

from __future__ import annotations

from bot.analysis.analyses import AnalysisReport, AnalysisStatus
from bot.analysis.study import Study
from bot.catalog import Diagram
from bot.ui.analysis import component_ids as ids
from bot.ui.analysis import words
from bot.ui.board_picture import MAX_ALT, picture_file
from bot.ui.candidates import move_values
from bot.ui.components import button
from bot.ui.games.view import rows_of_moves
from bot.ui.language import gettext
from bot.ui.layout import BLUE, Part, Row, View, card, picture, row
from bot.ui.publisher import Drawing
from renderers.overlays import Values
from renderers.themes import Look


async def draw_report(report: AnalysisReport, look: Look) -> Drawing:
    """The message, with the value of every move on its square."""
    study = report.study
    kind, position = study.kind, study.position
    values = move_values(kind, position, report.found) if report.found is not None else {}
    diagram = Diagram(position, study.recent, hints=not study.over, values=values or None)
    alt = kind.describe(diagram)[:MAX_ALT]
    if look.in_words:
        letters = kind.write(diagram, turned=look.turned)
        return Drawing(_report_view(report, values, f"```\n{letters}\n```\n{alt}"), [])
    file = await picture_file(kind, diagram, look, f"position-{kind.key}-{len(study.moves)}.png")
    return Drawing(_report_view(report, values, picture(file, alt)), [file])


def _report_view(report: AnalysisReport, values: Values, board: Part) -> View:
    study, at = report.study, ids.texts_of(report.study)
    controls = [button(gettext("Back"), ids.GoBack(*at), emoji="◀️", disabled=not study.moves)]
    if not study.over:
        if report.status is AnalysisStatus.RUNNING:
            controls.append(button(gettext("Stop"), ids.StopLooking(*at), emoji="⏹️"))
        else:
            controls.append(button(gettext("Look again"), ids.LookAgain(*at), emoji="🔎"))
        controls.append(button(gettext("Play on against …"), ids.PlayOn(*at), emoji="⚔️"))
    return card(words.report_text(report), board, *_move_rows(study, at, values), row(*controls), colour=BLUE)


def _move_rows(study: Study, at: ids.PositionTexts, values: Values) -> list[Row]:
    """A button for every move, or menus where there are too many."""
    if study.over:
        return []
    return rows_of_moves(
        [item for item in study.kind.buttons(study.position) if item.enabled],
        lambda move: ids.PlayNext(*at, move),
        lambda menu: ids.ChooseNext(*at, menu),
        values,
    )

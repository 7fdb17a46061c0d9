"""The message of the explorer: the board with the values of its moves, and buttons to walk on."""

from __future__ import annotations

from bot.catalog import Diagram
from bot.study.analysis.study import Study
from bot.study.analysis.view import LookAgain, move_rows, texts_of
from bot.study.openings import ids, words
from bot.study.openings.explorer import Exploration
from bot.study.openings.lines import side_of
from bot.ui.candidates import move_values
from bot.ui.components import ComponentItem, button
from bot.ui.layout import GREEN, Part, View, around, card, row
from bot.ui.pictures import draw_diagram
from bot.ui.publisher import Drawing
from languages import gettext
from renderers.overlays import Values
from renderers.themes import Look


async def draw_exploration(exploration: Exploration, look: Look, note: str = "") -> Drawing:
    """Draw the message, with a `note` about what was just done."""
    study, found = exploration.study, exploration.found
    kind, position = study.kind, study.position
    values = {} if found is None else move_values(kind, position, found)
    # What the book only knows to be no better is not worth a mark.
    values = {move: value for move, value in values.items() if not value[0].startswith("≤")}
    diagram = Diagram(position, study.recent, hints=not study.over, values=values or None)
    board, files = await draw_diagram(kind, diagram, look, f"opening-{kind.key}-{len(study.moves)}.png")
    return Drawing(_view(exploration, values, board, note), files)


async def draw_in_play(study: Study, why: str, look: Look) -> Drawing:
    """Draw a position of which nothing may be told, for the reason `why`, with buttons to others."""
    diagram, at = Diagram(study.position, study.recent, hints=True), texts_of(study)
    board, files = await draw_diagram(study.kind, diagram, look, f"opening-{study.kind.key}-in-play.png")
    moves = move_rows(study, lambda move: ids.ExploreMove(*at, move), {})
    parts = around(board, f"{words.title(study)}\n{why}")
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
            own = button(gettext("Remove from mine"), ids.ForgetMove(*at, "ask"), emoji="➖")
        else:
            # Translators: a button; it adds the line to one's repertoire of openings.
            own = button(gettext("Add to mine"), ids.AddLine(*at, side, "ask"), emoji="➕")
        controls.append(own)
    parts = around(board, words.exploration_text(exploration, note))
    moves = move_rows(study, lambda move: ids.ExploreMove(*at, move), values)
    return card(*parts, *moves, row(*controls), colour=GREEN)


def _ways_back(study: Study) -> list[ComponentItem]:
    at = texts_of(study)
    return [
        button(gettext("Back"), ids.ExploreBack(*at), emoji="◀️", disabled=not study.moves),
        # Translators: a button that goes back to the first position.
        button(gettext("From the start"), ids.ExploreStart(*at), emoji="⏮️", disabled=not study.moves),
    ]

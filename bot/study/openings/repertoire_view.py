"""The messages of repertoires: their lines, and the questions before they change."""

from __future__ import annotations

from functools import partial

import discord

from bot.catalog import GAMES, GameKind
from bot.core.paging import page_of
from bot.study.analysis.study import Study
from bot.study.analysis.view import texts_of
from bot.study.openings import ids, repertoire_words
from bot.study.openings.lines import side_of, study_of
from bot.study.openings.repertoires import Added, RepertoireView, Suggestion
from bot.study.openings.symmetry import has_symmetries
from bot.ui.components import ComponentItem, button, select
from bot.ui.layout import BLUE, GREEN, Row, View, card, row
from bot.ui.paging import turning
from languages import gettext, ngettext

LINES_PER_PAGE = 10


def repertoire_view(view: RepertoireView, page: int, note: str = "") -> View:
    """Draw a page of a repertoire."""
    kind, side = view.kind, view.side
    listed = page_of(view.lines, page, LINES_PER_PAGE)
    shown = listed.content
    text = repertoire_words.repertoire_text(view, shown, listed.page * LINES_PER_PAGE + 1, note)
    rows: list[Row] = []
    if shown:
        options = [
            discord.SelectOption(label=repertoire_words.line_label(line), value=str(line.last.id))
            for line in shown
        ]
        # Translators: in an empty menu of lines of a repertoire.
        placeholder = gettext("Remove a line")
        rows.append(row(select(placeholder, options, ids.RemoveOpeningLine(kind.key, side, listed.page))))
    primary = discord.ButtonStyle.primary
    controls = [
        # Translators: a button; it asks the moves of a repertoire.
        button(
            # Translators: a button; it begins a training of openings.
            gettext("Train"),
            ids.StartTraining(kind.key, side, "due"),
            style=primary,
            emoji="🎓",
            disabled=view.size is None,
        ),
        # Translators: a button; it adds the moves one has played.
        button(gettext("From my games"), ids.SuggestMoves(kind.key, side), emoji="📥"),
        explore_button(view),
    ]
    labels = (
        gettext("Back"),
        # Translators: a button: to the next page.
        gettext("More lines"),
    )
    controls += turning(listed, partial(ids.TurnRepertoire, kind.key, side), labels=labels)
    rows += [row(*controls), *_tabs(view)]
    return card(text, *rows, colour=GREEN)


def explore_button(view: RepertoireView) -> ComponentItem:
    """Return the button that opens the explorer at the start of the game."""
    # Translators: a button; it opens the explorer of openings.
    return button(gettext("Explore"), ids.ExploreHere(*texts_of(study_of(view.kind, ()))), emoji="📖")


def _tabs(view: RepertoireView) -> list[Row]:
    """Return the buttons of all repertoires, a row for two games."""
    tabs = [
        button(
            repertoire_words.tab_label(kind, side, view.sizes),
            ids.ShowRepertoire(kind.key, side),
            emoji=kind.sides[side].disc,
            disabled=kind is view.kind and side == view.side,
        )
        for kind in GAMES.values()
        if has_symmetries(kind)
        for side in (0, 1)
    ]
    return [row(*tabs[start : start + 4]) for start in range(0, len(tabs), 4)]


def added_view(added: Added) -> View:
    """Say what was added to a repertoire, with ways on."""
    return _changed(repertoire_words.added_text(added), added.kind, added.side)


def taken_view(kind: GameKind, side: int, number: int) -> View:
    """Say how many moves were added from a person's own games."""
    return _changed(repertoire_words.taken_text(number), kind, side)


def removed_view(study: Study, number: int) -> View:
    """Say how many moves were removed."""
    return _changed(repertoire_words.removed_text(number), study.kind, side_of(study) or 0)


def _changed(text: str, kind: GameKind, side: int) -> View:
    return card(text, row(*ways(kind.key, side)), colour=GREEN)


def ways(key: str, side: int) -> list[ComponentItem]:
    """Return the buttons that train a repertoire and show it."""
    return [
        # Translators: a button; it begins a training of openings.
        button(gettext("Train"), ids.StartTraining(key, side, "due"), emoji="🎓"),
        # Translators: a button; it shows one's repertoire of openings.
        button(gettext("My repertoire"), ids.ShowRepertoire(key, side), emoji="📚"),
    ]


def replace_view(added: Added) -> View:
    """Ask whether a line is to replace other moves of a repertoire."""
    at = texts_of(study_of(added.kind, added.line))
    replace = ids.AddLine(*at, added.side, "replace")
    danger = discord.ButtonStyle.danger
    return card(
        repertoire_words.replace_question(added),
        row(
            # Translators: a button; the new moves take the place of others.
            button(gettext("Replace"), replace, style=danger),
            # Translators: a button; the repertoire keeps its move, and the other one is not added.
            button(gettext("Keep mine"), ids.ShowRepertoire(added.kind.key, added.side)),
        ),
        colour=BLUE,
    )


def remove_view(study: Study, number: int) -> View:
    """Ask whether a move is to be removed with those that follow from it."""
    sure = ids.ForgetMove(*texts_of(study), "sure")
    side = side_of(study)
    assert side is not None
    return card(
        repertoire_words.remove_question(number),
        row(
            # Translators: a button; moves are removed from a repertoire.
            button(gettext("Remove"), sure, style=discord.ButtonStyle.danger),
            # Translators: a button; nothing is removed from a repertoire.
            button(gettext("Keep them"), ids.ShowRepertoire(study.kind.key, side)),
        ),
        colour=BLUE,
    )


def suggestion_view(suggestion: Suggestion) -> View:
    """Ask whether the moves of a person's own games are to be added."""
    key, side = suggestion.kind.key, suggestion.side
    buttons = [
        button(
            # Translators: a button; moves of a repertoire.
            ngettext("Add {number} move", "Add {number} moves", moves),
            ids.TakeMoves(key, side, times),
            style=discord.ButtonStyle.primary,
        )
        for times, moves in suggestion.new.items()
        if moves and moves not in [suggestion.new[more] for more in suggestion.new if more < times]
    ]
    back = button(gettext("My repertoire"), ids.ShowRepertoire(key, side), emoji="📚")
    return card(repertoire_words.suggestion_text(suggestion), row(*buttons, back), colour=BLUE)

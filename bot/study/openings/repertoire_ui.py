"""Repertoires, opened from the trainer: their lines, and the buttons that change them."""

from __future__ import annotations

from functools import partial

import discord

from bot.catalog import GAMES, Diagram, GameKind
from bot.core.paging import page_of
from bot.study.analyses import Study
from bot.study.analysis_ui import texts_of
from bot.study.openings import refusals
from bot.study.openings import repertoire_words as words
from bot.study.openings import ui as ids
from bot.study.openings.lines import has_symmetries, side_of, study_of
from bot.study.openings.refusals import NoRepertoire
from bot.study.openings.repertoires import (
    TIMES,
    Added,
    Repertoires,
    RepertoireView,
    Suggestion,
    Training,
    TrainingRest,
    TrainingStep,
)
from bot.study.openings.ui import explore
from bot.ui.component_ids import read_number
from bot.ui.components import ComponentItem, button, rows_of_moves, select, turning
from bot.ui.layout import BLUE, GOLD, GREEN, Row, View, around, card, row
from bot.ui.options import game_of
from bot.ui.pictures import draw_diagram, own_look
from bot.ui.publisher import Drawing
from bot.ui.refusals import OtherVersion
from bot.ui.request import Request
from bot.ui.routes import on_choice, on_move, on_press
from data.puzzles.repertoires import TrainingQuestion, TrainingWish
from languages import gettext, ngettext
from renderers.themes import Look

LINES_PER_PAGE = 10


def repertoire_view(view: RepertoireView, page: int, note: str = "") -> View:
    kind, side = view.kind, view.side
    listed = page_of(view.lines, page, LINES_PER_PAGE)
    shown = listed.content
    text = words.repertoire_text(view, shown, listed.page * LINES_PER_PAGE + 1, note)
    rows: list[Row] = []
    if shown:
        options = [
            discord.SelectOption(label=words.line_label(line), value=str(line.last.id)) for line in shown
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
        # Translators: a button; it opens the explorer of openings.
        button(gettext("Explore"), ids.ExploreHere(*texts_of(study_of(view.kind, ()))), emoji="📖"),
    ]
    labels = (
        gettext("Back"),
        # Translators: a button: to the next page.
        gettext("More lines"),
    )
    controls += turning(listed, partial(ids.TurnRepertoire, kind.key, side), labels=labels)
    rows += [row(*controls), *_tabs(view)]
    return card(text, *rows, colour=GREEN)


def _tabs(view: RepertoireView) -> list[Row]:
    tabs = [
        button(
            words.tab_label(kind, side, view.sizes),
            ids.ShowRepertoire(kind.key, side),
            emoji=kind.sides[side].disc,
            disabled=kind is view.kind and side == view.side,
        )
        for kind in GAMES.values()
        if has_symmetries(kind)
        for side in (0, 1)
    ]
    return [row(*tabs[start : start + 4]) for start in range(0, len(tabs), 4)]


def _changed(text: str, kind: GameKind, side: int) -> View:
    ways = row(
        # Translators: a button; it begins a training of openings.
        button(gettext("Train"), ids.StartTraining(kind.key, side, "due"), emoji="🎓"),
        _to_repertoire(kind.key, side),
    )
    return card(text, ways, colour=GREEN)


def replace_view(added: Added) -> View:
    """Ask whether a line is to replace other moves of a repertoire."""
    at = texts_of(study_of(added.kind, added.line))
    replace = ids.AddLine(*at, added.side, "replace")
    danger = discord.ButtonStyle.danger
    return card(
        words.replace_question(added),
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
        words.remove_question(number),
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
    ways = row(*buttons, _to_repertoire(key, side))
    return card(words.suggestion_text(suggestion), ways, colour=BLUE)


async def show_repertoire(
    request: Request, kind: GameKind, side: int, page: int = 0, note: str = "", *, new: bool = False
) -> None:
    """Show a page of a repertoire, in a new message if `new` or where others see this one."""
    repertoire = await request.kit[Repertoires].view(request.person, kind, side)
    view = repertoire_view(repertoire, page, note)
    if new or not request.on_private_message:
        await request.send(view, private=True)
    else:
        await request.replace(view, [])


async def learn(request: Request, kind: GameKind, side: int | None, name: str) -> None:
    """Answer a command by adding an opening."""
    added = await request.kit[Repertoires].add_named(request.person, kind, side, name)
    await request.send(_added(added), private=True)


@on_press(ids.AddLine)
async def add_line(request: Request, pressed: ids.AddLine) -> None:
    study, repertoires = pressed.study(), request.kit[Repertoires]
    replaces = pressed.how == "replace"
    added = await repertoires.add(request.person, study, pressed.side, replace=replaces)
    if request.is_in(ids.ExploreBack) and added.done:
        await explore(request, study, note=words.added_text(added))
    elif replaces and request.on_private_message:
        await request.replace(_added(added))
    else:
        await request.send(_added(added), private=True)


@on_press(ids.ForgetMove)
async def forget_move(request: Request, pressed: ids.ForgetMove) -> None:
    study, sure = pressed.study(), pressed.how == "sure"
    removed = await request.kit[Repertoires].remove(request.person, study, sure=sure)
    if not removed.done:
        await request.send(remove_view(study, removed.number), private=True)
    elif request.is_in(ids.ExploreBack):
        await explore(request, study, note=words.removed_text(removed.number))
    else:
        await request.replace(_changed(words.removed_text(removed.number), study.kind, side_of(study) or 0))


@on_press(ids.ShowRepertoire)
async def turn_to_repertoire(request: Request, pressed: ids.ShowRepertoire) -> None:
    await show_repertoire(request, *_repertoire(pressed))


@on_press(ids.TurnRepertoire)
async def turn_page(request: Request, pressed: ids.TurnRepertoire) -> None:
    await show_repertoire(request, *_repertoire(pressed), pressed.page)


@on_choice(ids.RemoveOpeningLine, read_number)
async def remove_line(request: Request, menu: ids.RemoveOpeningLine, line: int) -> None:
    kind, side = _repertoire(menu)
    number = await request.kit[Repertoires].remove_line(request.person, kind, side, line)
    await show_repertoire(request, kind, side, menu.page, words.removed_text(number))


@on_press(ids.SuggestMoves)
async def suggest(request: Request, pressed: ids.SuggestMoves) -> None:
    kind, side = _repertoire(pressed)
    suggestion = await request.kit[Repertoires].suggest(request.person, kind, side)
    await request.replace(suggestion_view(suggestion), [])


@on_press(ids.TakeMoves)
async def take(request: Request, pressed: ids.TakeMoves) -> None:
    kind, side = _repertoire(pressed)
    if pressed.times not in TIMES:
        raise OtherVersion
    repertoires = request.kit[Repertoires]
    number = await repertoires.add_suggested(request.person, kind, side, pressed.times)
    await request.replace(_changed(words.taken_text(number), kind, side))


def _added(added: Added) -> View:
    if not added.done:
        return replace_view(added)
    return _changed(words.added_text(added), added.kind, added.side)


def _repertoire(used: ids.OfRepertoire) -> tuple[GameKind, int]:
    kind = game_of(used.key)
    if not has_symmetries(kind):
        raise refusals.NotExplored(kind.title)
    if used.side not in (0, 1):
        raise OtherVersion
    return kind, used.side


async def draw_question(step: TrainingStep, question: TrainingQuestion, look: Look) -> Drawing:
    session, asked, kind = step.session, question.asked, GAMES[question.asked.game]
    study = study_of(kind, asked.new.line)
    diagram = Diagram(study.position, study.recent, hints=True)
    board, files = await draw_diagram(kind, diagram, look, f"training-{session.id}-{question.number}.png")
    moves = rows_of_moves(
        kind.buttons(study.position),
        lambda move: ids.TrainMove(session.id, question.number, move),
    )
    ways = row(
        button(gettext("Stop"), ids.StopTraining(session.id), emoji="⏹️"),
        _to_repertoire(session.wish.game, session.wish.side),
    )
    return Drawing(
        card(*around(board, words.question_text(step, question)), *moves, ways, colour=BLUE), files
    )


async def draw_missed(step: TrainingStep, question: TrainingQuestion, look: Look) -> Drawing:
    session, asked, kind = step.session, question.asked, GAMES[question.asked.game]
    study = study_of(kind, (*asked.new.line, asked.new.move))
    name = f"training-{session.id}-{question.number}-answer.png"
    board, files = await draw_diagram(kind, Diagram(study.position, study.recent), look, name)
    at = texts_of(study_of(kind, asked.new.line))
    buttons = row(
        button(
            # Translators: a button; it shows the next question of a training session.
            gettext("Continue"),
            ids.NextQuestion(session.id),
            style=discord.ButtonStyle.primary,
            emoji="▶️",
        ),
        button(gettext("Explore"), ids.ExploreHere(*at), emoji="📖"),
        button(gettext("Stop"), ids.StopTraining(session.id), emoji="⏹️"),
    )
    return Drawing(card(*around(board, words.missed_text(step, question)), buttons, colour=GOLD), files)


def _ways(wish: TrainingWish, *, is_due: bool) -> Row:
    key, side = wish.game or "", -1 if wish.side is None else wish.side
    primary = discord.ButtonStyle.primary
    again = (
        button(gettext("Train"), ids.StartTraining(key, side, "due"), style=primary, emoji="🎓")
        if is_due
        # Translators: a button; it trains moves that are not due yet.
        else button(gettext("Train early"), ids.StartTraining(key, side, "any"), emoji="🎓")
    )
    return row(again, _to_repertoire(wish.game, wish.side))


def _to_repertoire(key: str | None, side: int | None) -> ComponentItem:
    shown = ids.ShowRepertoire(key or next(iter(GAMES)), side or 0)
    # Translators: a button; it shows one's repertoire of openings.
    return button(gettext("My repertoire"), shown, emoji="📚")


async def train(request: Request, wish: TrainingWish) -> None:
    """Answer a command with a session, begun now or before; or with the repertoire if it is empty."""
    try:
        drawing = await _begun(request, wish)
    except NoRepertoire:
        kind = GAMES[wish.game or next(iter(GAMES))]
        await show_repertoire(request, kind, wish.side or 0, new=True)
        return
    await request.send(drawing, private=True)


@on_press(ids.StartTraining)
async def start(request: Request, pressed: ids.StartTraining) -> None:
    side = pressed.side if pressed.side in (0, 1) else None
    drawing = await _begun(request, TrainingWish(pressed.key or None, side, pressed.which == "any"))
    if request.on_private_message:
        await request.replace(drawing)
        request.record_change()
    else:
        await request.send(drawing, private=True)


@on_move(ids.TrainMove)
async def answer(request: Request, chosen: ids.TrainMove) -> None:
    session, number, move = chosen.session, chosen.number, chosen.move
    training, who = request.kit[Training], request.person
    await _put(request, await training.answer(who, session, number, move, request.channel_id))


@on_press(ids.NextQuestion)
async def next_question(request: Request, pressed: ids.NextQuestion) -> None:
    training = request.kit[Training]
    await _put(request, await training.proceed(request.person, pressed.session, request.channel_id))


@on_press(ids.StopTraining)
async def stop(request: Request, pressed: ids.StopTraining) -> None:
    await _put(request, await request.kit[Training].stop(request.person, pressed.session))


async def _put(request: Request, step: TrainingStep) -> None:
    """Show the current state of a session, in place of the message with the button."""
    await request.replace_or_send(await _draw(request, step))
    request.record_change()


async def _begun(request: Request, wish: TrainingWish) -> Drawing:
    step = await request.kit[Training].start(request.person, wish, request.channel_id)
    if isinstance(step, TrainingRest):
        return Drawing(card(words.rest_text(step), _ways(step.wish, is_due=False), colour=GREEN), [])
    return await _draw(request, step)


async def _draw(request: Request, step: TrainingStep) -> Drawing:
    if step.missed is not None:
        return await draw_missed(step, step.missed, await own_look(request))
    if step.question is not None:
        return await draw_question(step, step.question, await own_look(request))
    wish, now = step.session.wish, request.kit.runtime.now()
    next_at = await request.kit[Training].next_due(request.person, wish)
    buttons = _ways(wish, is_due=next_at is not None and next_at <= now)
    return Drawing(card(words.end_text(step, next_at, now), buttons, colour=GREEN), [])

"""Texts of the trainer: questions, answers, and the end of a session."""

from __future__ import annotations

from datetime import datetime

from discord.utils import format_dt

from bot.catalog import GAMES, GameKind
from bot.catalog.openings import opening_label
from bot.study.openings.lines import last_name
from bot.study.openings.repertoire_words import repertoire_name
from bot.study.openings.training import (
    TrainingEvent,
    TrainingRest,
    TrainingStep,
    follows_at_once,
    position_of,
)
from bot.ui.candidates import value_words
from data.repertoires.repertoires import RepertoireMove
from data.repertoires.training import TrainingQuestion
from engine import SearchResult
from languages import count, gettext, ngettext
from languages.numbers import capitalized, enumerated


def question_text(step: TrainingStep) -> str:
    """Ask for the move in a position."""
    question = step.question
    assert question is not None
    asked, kind = question.asked, GAMES[question.asked.game]
    lines = [_title(asked), _note(step), _facts(kind, asked)]
    # Translators: asks for the reader's move in an opening.
    lines.append(gettext("What do you play here?"))
    lines.append(_progress(step))
    return "\n".join(filter(None, lines))


def missed_text(step: TrainingStep) -> str:
    """Show the right answer to a question that was missed, with what the book thinks."""
    question = step.question
    assert question is not None
    asked, kind = question.asked, GAMES[question.asked.game]
    right, given = kind.move_name(asked.new.move), kind.move_name(question.answer or "")
    lines = [_title(asked), _facts(kind, asked)]
    name = _named(kind, asked)
    if name:
        # Translators: {given} and {move} such as “d3” or “column 6”; {opening} is the name of an opening.
        lines.append(
            gettext(
                "❌ Not {given}: your move here is **{move}**, the {opening}.",
                given=given,
                move=right,
                opening=name,
            )
        )
    else:
        # Translators: {given} and {move} such as “d3” or “column 6”.
        lines.append(gettext("❌ Not {given}: your move here is **{move}**.", given=given, move=right))
    lines.append(_values(kind, asked, question.answer or "", step.found))
    lines.append(gettext("I'll ask it once more today, and again tomorrow."))
    lines.append(_progress(step))
    return "\n".join(filter(None, lines))


def end_text(step: TrainingStep, next_at: datetime | None, now: datetime) -> str:
    """Sum up a session that is over."""
    questions = step.session.questions
    first = _first_answers(questions)
    right = sum(question.right is True for question in first)
    lines = [gettext("### 🎓 Training")]
    if step.event is TrainingEvent.RIGHT and step.before is not None:
        lines.append(_right(step.before))
    if first:
        lines.append(
            ngettext(
                "**{right} of {number} move known at once.**",
                "**{right} of {number} moves known at once.**",
                len(first),
                right=count(right),
            )
        )
    else:
        lines.append(gettext("Nothing was asked this time."))
    lines.append(_when(next_at, now))
    return "\n".join(filter(None, lines))


def rest_text(rest: TrainingRest) -> str:
    """Say that nothing is due."""
    return "\n".join(
        (
            gettext("### 🎓 Training"),
            gettext("Nothing is due right now: you're all caught up."),
            # Translators: {when} is written by Discord: “in 3 days”.
            gettext("The next move is due {when}.", when=format_dt(rest.next_at, "R")),
            gettext("-# Moves you know come back after 1, 3, 7 and 21 days; a miss starts again at 1."),
        )
    )


def _title(asked: RepertoireMove) -> str:
    name = repertoire_name(GAMES[asked.game], asked.side)
    # Translators: a heading; {name} such as “Reversi, ⚫ Black”.
    return gettext("### 🎓 Training: {name}", name=name)


def _note(step: TrainingStep) -> str:
    """Say what has just happened."""
    match step.event:
        case TrainingEvent.RIGHT if step.before is not None:
            return _right(step.before, step.question)
        case TrainingEvent.RESUMED:
            return gettext("Your training continues here.")
        case TrainingEvent.OUTDATED:
            return gettext("You've already answered that one. This is the next one.")
        case _:
            return ""


def _right(before: TrainingQuestion, after: TrainingQuestion | None = None) -> str:
    """Confirm an answer, with the name of the opening and the opponent's reply."""
    asked, kind = before.asked, GAMES[before.asked.game]
    move = kind.move_name(before.answer or "")
    if before.answer != asked.new.move:
        # The same move but for symmetry; the next position continues the one in the repertoire.
        move = f"{move} ({asked.new.move})"
    name = _named(kind, asked)
    # Translators: {move} such as “d3” or “column 6”.
    told = [capitalized(gettext("✅ {move} is right.", move=move))]
    if name:
        # Translators: {move} such as “d3” or “column 6”; {opening} is the name of an opening.
        told = [capitalized(gettext("✅ {move} is right: {opening}.", move=move, opening=name))]
    reply = None if after is None else follows_at_once(before, after)
    if reply is not None:
        side = kind.sides[1 - asked.side].name
        # Translators: {side} is Black, Red and so on; {move} such as “d3” or “column 6”.
        told.append(gettext("{side} answers {move}.", side=side, move=kind.move_name(reply)))
    return " ".join(told)


def _named(kind: GameKind, asked: RepertoireMove) -> str:
    """Return the name of the opening that the repertoire's move leads to; "" without one."""
    return opening_label(kind.opening_name(position_of(asked).play(asked.new.move)) or "")


def _facts(kind: GameKind, asked: RepertoireMove) -> str:
    """Name the moves so far and their opening."""
    line = asked.new.line
    if not line:
        return ""
    name = opening_label(last_name(kind, line))
    moves = f"`{' '.join(line)}`"
    return f"{moves} · {name}" if name else moves


def _values(kind: GameKind, asked: RepertoireMove, given: str, found: SearchResult | None) -> str:
    """Compare the values of both moves by the book."""
    if found is None:
        return ""
    position, told = position_of(asked), []
    for move in (asked.new.move, given):
        value = next((each for each in found.candidates if each.move == move), None)
        if value is not None:
            # Translators: one of a list of moves; {value} such as “+2.3” or “a win by exactly 4”.
            text = gettext(
                "{move}: {value}", move=kind.move_name(move), value=value_words(kind, position, found, value)
            )
            told.append(text)
    if not told:
        return ""
    if found.exact:
        # Translators: {moves} are two moves with their values.
        return gettext("Proved: {moves}.", moves=enumerated(told))
    # Translators: {moves} are two moves with their values.
    return gettext("My book thinks: {moves}.", moves=enumerated(told))


def _progress(step: TrainingStep) -> str:
    questions = step.session.questions
    done = sum(question.answer is not None for question in questions)
    number = done if step.missed else done + 1
    # Translators: the questions of a training session.
    return gettext("-# Position {number} of {all}", number=count(number), all=count(len(questions)))


def _first_answers(questions: tuple[TrainingQuestion, ...]) -> list[TrainingQuestion]:
    """Return the first question of each move, as far as it was answered."""
    first: dict[int, TrainingQuestion] = {}
    for question in questions:
        if question.answer is not None:
            first.setdefault(question.asked.id, question)
    return [*first.values()]


def _when(next_at: datetime | None, now: datetime) -> str:
    if next_at is None:
        return ""
    if next_at <= now:
        return gettext("More of your repertoire is due: press Train to continue.")
    # Translators: {when} is written by Discord: “in 3 days”.
    return gettext("The next move is due {when}.", when=format_dt(next_at, "R"))

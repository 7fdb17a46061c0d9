"""Texts of repertoires and of the trainer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from discord.utils import format_dt

from bot.catalog import GAMES, GameKind, opening_label
from bot.core.attempts import AttemptEvent
from bot.study.openings.lines import RepertoireLine, last_name
from bot.study.openings.repertoires import (
    TIMES,
    Added,
    RepertoireView,
    Suggestion,
    TrainingRest,
    TrainingStep,
    position_of,
    reply_between,
)
from bot.ui.candidates import value_words
from data.puzzles.repertoires import RepertoireMove, RepertoireSize, TrainingQuestion
from engine import SearchResult
from languages import count, gettext, ngettext
from languages.numbers import capitalized, enumerated

MAX_NAMED = 5
"""Maximum moves named in a sentence."""


def repertoire_name(kind: GameKind, side: int) -> str:
    named = kind.sides[side]
    # Translators: a repertoire of openings: “Reversi, ⚫ Black”.
    return gettext("{game}, {disc} {side}", game=kind.title, disc=named.disc, side=named.name)


def repertoire_text(view: RepertoireView, shown: Sequence[RepertoireLine], first: int, note: str) -> str:
    """Describe a page of a repertoire, whose first line has the number `first`."""
    # Translators: a heading; {name} such as “Reversi, ⚫ Black”.
    lines = [gettext("### 📚 Your repertoire: {name}", name=repertoire_name(view.kind, view.side)), note]
    size = view.size
    if size is None:
        lines.append(
            gettext(
                "It's empty. Add lines from the explorer, whole openings by name with `/opening train "
                "add:`, or the moves you play most in your own games."
            )
        )
        return "\n".join(filter(None, lines))
    lines.append(_size_line(size))
    lines += [line_text(view.kind, number, line) for number, line in enumerate(shown, start=first)]
    return "\n".join(filter(None, lines))


def _size_line(size: RepertoireSize) -> str:
    moves = ngettext("{number} move to know", "{number} moves to know", size.moves)
    if size.due:
        due = ngettext("{number} is due now", "{number} are due now", size.due)
    else:
        # Translators: {when} is written by Discord: “in 3 days”.
        due = gettext("the next one is due {when}", when=format_dt(size.next_at, "R"))
    return f"{moves} · {due}"


def line_text(kind: GameKind, number: int, line: RepertoireLine) -> str:
    return f"{number}. {_facts(kind, line.moves)}"


def line_label(line: RepertoireLine) -> str:
    """Return the label of a line in a menu, whose end tells it from others."""
    text = " ".join(line.moves)
    return text if len(text) <= 100 else f"…{text[-99:]}"


def added_text(added: Added) -> str:
    moves = [new.move for new in added.addition.new]
    if not moves:
        return gettext("All of it is already in your repertoire.")
    text = ngettext(
        "📥 Added {number} move to your repertoire: {moves}.",
        "📥 Added {number} moves to your repertoire: {moves}.",
        len(moves),
        moves=enumerated(moves),
    )
    gone = len(added.addition.replaced) + len(added.addition.removed)
    if not gone:
        return text
    left = ngettext("{number} other move was removed.", "{number} other moves were removed.", gone)
    return f"{text} {left}"


def replace_question(added: Added) -> str:
    addition = added.addition
    lines = [gettext("Your repertoire has another move there:")]
    new = {move.position: move for move in addition.new}
    for before in addition.replaced[:MAX_NAMED]:
        begin = " ".join(before.new.line)
        # Translators: two moves: the one in the repertoire, and the new one.
        change = gettext(
            "**{before}**, not {after}",
            before=before.new.move,
            after=new[before.new.position].move,
        )
        lines.append(f"- `{begin}` {change}" if begin else f"- {change}")
    if addition.removed:
        following = ngettext(
            "If you replace it, {number} move that follows from it is removed.",
            "If you replace it, {number} moves that follow from it are removed.",
            len(addition.removed),
        )
        lines.append(following)
    return "\n".join(lines)


def remove_question(number: int) -> str:
    """Ask whether a move is to be removed with those that follow from it."""
    return ngettext(
        "With the moves that follow from it, {number} move would be removed from your repertoire.",
        "With the moves that follow from it, {number} moves would be removed from your repertoire.",
        number,
    )


def removed_text(number: int) -> str:
    if not number:
        return gettext("That line isn't in your repertoire any more.")
    return ngettext(
        "🗑️ Removed {number} move from your repertoire.",
        "🗑️ Removed {number} moves from your repertoire.",
        number,
    )


def suggestion_text(suggestion: Suggestion) -> str:
    """Ask whether the moves of a person's own games are to be added."""
    name = repertoire_name(suggestion.kind, suggestion.side)
    # Translators: a heading; {name} such as “Reversi, ⚫ Black”.
    lines = [gettext("### 📥 From your games: {name}", name=name)]
    if not any(suggestion.new.values()) and not suggestion.known and not suggestion.others:
        nothing = gettext(
            "No position has come up in {number} of your games yet. Finished games are counted within "
            "minutes.",
            number=TIMES[0],
        )
        return "\n".join([*lines, nothing])
    lines.append(gettext("The moves you played most often, in positions that you keep reaching:"))
    for times, moves in suggestion.new.items():
        # Translators: follows a number of games, such as “In 5 games or more: 12 new moves”.
        new = ngettext("{number} new move", "{number} new moves", moves)
        lines.append(gettext("- In {games} games or more: {moves}", games=count(times), moves=new))
    if suggestion.known:
        known = ngettext(
            "-# {number} more is already in your repertoire.",
            "-# {number} more are already in your repertoire.",
            suggestion.known,
        )
        lines.append(known)
    if suggestion.others:
        others = ngettext(
            "-# In {number} position your repertoire has another move, which stays.",
            "-# In {number} positions your repertoire has another move, which stays.",
            suggestion.others,
        )
        lines.append(others)
    return "\n".join(lines)


def taken_text(number: int) -> str:
    if not number:
        return gettext("All of it is already in your repertoire.")
    return ngettext(
        "📥 Added {number} move from your games.", "📥 Added {number} moves from your games.", number
    )


def tab_label(kind: GameKind, side: int, sizes: Mapping[tuple[str, int], RepertoireSize]) -> str:
    """Label the button of a repertoire, with the number of moves that are due."""
    size = sizes.get((kind.key, side))
    name = kind.sides[side].name
    return f"{name} ({count(size.due)})" if size is not None and size.due else name


def question_text(step: TrainingStep, question: TrainingQuestion) -> str:
    asked, kind = question.asked, GAMES[question.asked.game]
    # Translators: asks for the reader's move in an opening.
    ask = gettext("What do you play here?")
    lines = [_title(asked), _note(step), _facts(kind, asked.new.line), ask, _progress(step)]
    return "\n".join(filter(None, lines))


def missed_text(step: TrainingStep, question: TrainingQuestion) -> str:
    """Show the right answer to a question that was missed, with what the book thinks."""
    asked, kind = question.asked, GAMES[question.asked.game]
    right, given = kind.move_name(asked.new.move), kind.move_name(question.answer or "")
    lines = [_title(asked), _facts(kind, asked.new.line)]
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
    questions = step.session.questions
    first = _first_answers(questions)
    right = sum(question.right is True for question in first)
    lines = [gettext("### 🎓 Training")]
    if step.event is AttemptEvent.SOLVED and step.answered is not None:
        lines.append(_right(step.answered))
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
    match step.event:
        case AttemptEvent.SOLVED if step.answered is not None:
            return _right(step.answered, step.question)
        case AttemptEvent.RESUMED:
            return gettext("Your training continues here.")
        case AttemptEvent.OUTDATED:
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
    texts = [capitalized(gettext("✅ {move} is right.", move=move))]
    if name:
        # Translators: {move} such as “d3” or “column 6”; {opening} is the name of an opening.
        texts = [capitalized(gettext("✅ {move} is right: {opening}.", move=move, opening=name))]
    reply = None if after is None else reply_between(before.asked, after.asked)
    if reply is not None:
        side = kind.sides[1 - asked.side].name
        # Translators: {side} is Black, Red and so on; {move} such as “d3” or “column 6”.
        texts.append(gettext("{side} answers {move}.", side=side, move=kind.move_name(reply)))
    return " ".join(texts)


def _named(kind: GameKind, asked: RepertoireMove) -> str:
    """Return the name of the opening that the repertoire's move leads to; "" without one."""
    return opening_label(kind.opening_name(position_of(asked).play(asked.new.move)) or "")


def _facts(kind: GameKind, line: tuple[str, ...]) -> str:
    """Return the moves of a line, with the name of its opening."""
    if not line:
        return ""
    name = opening_label(last_name(kind, line))
    moves = f"`{' '.join(line)}`"
    return f"{moves} · {name}" if name else moves


def _values(kind: GameKind, asked: RepertoireMove, answer: str, result: SearchResult | None) -> str:
    """Compare the values of both moves by the book."""
    if result is None:
        return ""
    position, texts = position_of(asked), []
    for move in (asked.new.move, answer):
        value = next((each for each in result.candidates if each.move == move), None)
        if value is not None:
            # Translators: one of a list of moves; {value} such as “+2.3” or “a win by exactly 4”.
            text = gettext(
                "{move}: {value}", move=kind.move_name(move), value=value_words(kind, position, result, value)
            )
            texts.append(text)
    if not texts:
        return ""
    if result.exact:
        # Translators: {moves} are two moves with their values.
        return gettext("Proved: {moves}.", moves=enumerated(texts))
    # Translators: {moves} are two moves with their values.
    return gettext("My book thinks: {moves}.", moves=enumerated(texts))


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

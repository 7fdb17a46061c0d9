"""Texts of repertoires: their lines, and what is added and removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord.utils import format_dt

from bot.catalog import GameKind
from bot.catalog.openings import opening_label
from bot.study.openings.lines import RepertoireLine, last_name
from bot.study.openings.repertoires import TIMES, Added, RepertoireView, Suggestion
from data.repertoires.repertoires import RepertoireSize
from languages import count, gettext, gettext_noop, ngettext
from languages.numbers import enumerated

MAX_NAMED = 5
"""Maximum moves named in a sentence."""

LINE_GONE = gettext_noop("That line isn't in your repertoire any more.")


def repertoire_name(kind: GameKind, side: int) -> str:
    """Name a repertoire."""
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
    """Return a line of a repertoire, with the name of its opening."""
    name = opening_label(last_name(kind, line.moves))
    moves = f"{number}. `{' '.join(line.moves)}`"
    return f"{moves} · {name}" if name else moves


def line_label(line: RepertoireLine) -> str:
    """Return the label of a line in a menu, whose end tells it from others."""
    text = " ".join(line.moves)
    return text if len(text) <= 100 else f"…{text[-99:]}"


def added_text(added: Added) -> str:
    """Say what was added."""
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
    """Ask whether other moves are to be replaced."""
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
    """Say how many moves were removed."""
    if not number:
        return gettext(LINE_GONE)
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
    """Say how many moves were added from a person's own games."""
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

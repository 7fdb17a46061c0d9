"""Texts of imported games. Names in files are untrusted."""

from __future__ import annotations

from bot.catalog import board_label
from bot.study.records.files import ImportedFile
from bot.study.records.record import GameRecord
from bot.ui.untrusted import cut, escaped, shortened
from data.games.records import Ending
from engine import Position
from engine.search.position import PASS
from languages import count, gettext, gettext_noop, ngettext
from languages.moments import date_written

MAX_NAME = 30
"""Maximum characters shown of a name."""

MAX_LABEL = 100
"""Maximum characters of an entry in a menu, set by Discord."""

# Translators: the title of a dialog, at most 45 characters.
TITLE = gettext_noop("Import games")
# Translators: the label of a field in a dialog, at most 45 characters.
TEXT = gettext_noop("Text")
# Translators: below the label of a field in a dialog, at most 100 characters.
TEXT_HINT = gettext_noop("Moves (f5d6c3, 4455, or 1. f5 d6), GGF, SGF, PGN, JSON, or squares")
# Translators: the label of a field in a dialog, below that for a text; at most 45 characters.
FILE = gettext_noop("Or a file")
# Translators: below the label of a field in a dialog, at most 100 characters.
FILE_HINT = gettext_noop("Moves, GGF, SGF, PGN, WTHOR (.wtb with .jou) or JSON; at most 1 MB")
# Translators: the label of a field in a dialog, at most 45 characters.
NUMBER = gettext_noop("Number of the game")


def names_of(record: GameRecord) -> tuple[str, str]:
    """Name the players in the file, or else the sides, as plain text."""
    sides = record.kind.sides
    return _cut(record.names[0]) or sides[0].name, _cut(record.names[1]) or sides[1].name


def list_text(file: ImportedFile) -> str:
    lines = [
        ngettext("### 📥 {number} game imported", "### 📥 {number} games imported", file.count),
        gettext("Choose one to step through it, have it reviewed, or play on from it."),
    ]
    if file.uploaded is not None:
        lines.append(
            # Translators: {uploaded} is the number of all games in the file.
            gettext(
                "-# These are games {first} to {last} of {uploaded}. For others, use `/import` with `first`.",
                first=count(file.first),
                last=count(file.first + file.count - 1),
                uploaded=count(file.uploaded),
            )
        )
    return "\n".join(lines)


def list_label(number: int, record: GameRecord) -> str:
    first, second = names_of(record)
    return shortened(f"{number}. {first} – {second}", MAX_LABEL)


def list_line(record: GameRecord) -> str:
    """Describe a game in the list below its players, with as many facts as fit."""
    facts = _facts(record)
    while len(" · ".join(facts)) > MAX_LABEL and len(facts) > 1:
        facts.pop()
    return shortened(" · ".join(facts), MAX_LABEL)


def game_text(record: GameRecord, number: int, of: int, position: Position, ply: int) -> str:
    """Describe a game and its position after `ply` moves."""
    sides = record.kind.sides
    first, second = (
        f"{side.disc} {escaped(name)}" for side, name in zip(sides, names_of(record), strict=True)
    )
    title = f"### 📥 {first} – {second}"
    if of > 1:
        # Translators: {first} and {second} are the players of game {number} of {total} in a file.
        title = gettext(
            "### 📥 {first} – {second} ({number} of {total})",
            first=first,
            second=second,
            number=count(number),
            total=count(of),
        )
    lines = [title, f"-# {escaped(' · '.join(_facts(record)))}"]
    if ply:
        lines.append(_last_move(record, position, ply))
    else:
        # Translators: of a game that can be stepped through.
        lines.append(gettext("The start."))
    return "\n".join(lines)


def _last_move(record: GameRecord, position: Position, ply: int) -> str:
    side, move = record.kind.sides[1 - position.turn], record.moves[ply - 1]
    if move == PASS:
        # Translators: {side} is Black, Red and so on.
        return gettext("{side} has no move and **passes**.", side=side.name)
    # Translators: {side} is Black, Red and so on; {move} such as “d3” or “column 6”.
    return gettext(
        "Move {number} of {total}: {side} played **{move}**.",
        number=_moves_in(record.moves[:ply]),
        total=_moves_in(record.moves),
        side=side.name,
        move=record.kind.move_name(move),
    )


def _facts(record: GameRecord) -> list[str]:
    facts = [record.kind.title]
    if record.options:
        facts.append(board_label(record.kind, record.options))
    if record.played_on is not None:
        facts.append(date_written(record.played_on))
    moves = _moves_in(record.moves)
    facts.append(ngettext("{number} move", "{number} moves", moves))
    facts.append(_ending(record))
    if record.value:
        # Translators: what the file says about the position; {value} such as “+4”.
        facts.append(gettext("valued at {value}", value=shortened(record.value)))
    return facts


def _moves_in(moves: tuple[str, ...]) -> int:
    return sum(move != PASS for move in moves)


def _ending(record: GameRecord) -> str:
    if record.ending is None or record.ending is Ending.CALLED_OFF:
        # Translators: a game.
        return gettext("not finished")
    kind = record.kind
    if record.winner is None:
        if record.ending is not Ending.PLAYED:
            return gettext("a draw")
        # Translators: {result} is the score, such as “32–32”, or “the grid is full”.
        return gettext("a draw, {result}", result=kind.draw_line(record.positions()[-1]))
    side = kind.sides[record.winner].name
    match record.ending:
        case Ending.RESIGNED:
            return gettext("{side} wins: the other side resigned", side=side)
        case Ending.TIME:
            return gettext("{side} wins on time", side=side)
        case _:
            return kind.win_line(record.positions()[-1], side)


def _cut(name: str) -> str:
    return cut(shortened(name), MAX_NAME)

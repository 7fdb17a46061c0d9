"""The engine's results in words: refusals of typed recipes and positions, findings and cost of searches."""

from __future__ import annotations

from collections.abc import Mapping

from bot.catalog import GAMES, GameKind
from bot.computer.opponents.names import style_name
from bot.computer.thoughts import Thought, efforts
from bot.core.snapshot import GameSnapshot
from bot.ui.candidates import equally_good, value_words
from bot.ui.untrusted import safe
from bot.ui.words import player_name
from engine import Candidate, EngineError
from languages import count, gettext, gettext_noop, ngettext
from languages.numbers import capitalized, decimal, enumerated

RECIPES: Mapping[str, str] = {
    # Translators, all below: whole sentences, after “I can't read that recipe.” Recipes are typed in English:
    # leave positional:4, time, cap, misjudges and other words of recipes as they are.
    "“{style}” cannot be the name of a style": gettext_noop("“{style}” can't be the name of a style."),
    "“{text}” is not a style with a depth, such as positional:4 or patterns:time": gettext_noop(
        "“{text}” is not a style with a depth, such as positional:4 or patterns:time."
    ),
    # Translators: {styles} are names of styles, as people type them.
    "{game} has no style “{name}”; it has {styles}": gettext_noop(
        "{game} has no style “{name}”; it has {styles}."
    ),
    # Translators: {known} are words of recipes, such as “cap, seed”.
    "a player has no “{name}”; it may have {known}": gettext_noop(
        "A recipe has no “{name}”; it can have {known}."
    ),
    "the opening needs a style and a number of moves, not {moves}": gettext_noop(
        "The opening needs a style and a number of moves, not {moves}."
    ),
    "the end needs a style and a number of moves, not {moves}": gettext_noop(
        "The end needs a style and a number of moves, not {moves}."
    ),
    "the depth must be a whole number, not “{text}”": gettext_noop(
        "The depth must be a whole number, not “{text}”."
    ),
    "the opening moves must be a whole number, not “{text}”": gettext_noop(
        "The opening moves must be a whole number, not “{text}”."
    ),
    "the end moves must be a whole number, not “{text}”": gettext_noop(
        "The end moves must be a whole number, not “{text}”."
    ),
    "the seed must be a whole number, not “{text}”": gettext_noop(
        "The seed must be a whole number, not “{text}”."
    ),
    "depth must be above zero, not {value}": gettext_noop("The depth must be above zero, not {value}."),
    "seconds must be above zero, not {value}": gettext_noop("The seconds must be above zero, not {value}."),
    "the cap must be a number, not “{text}”": gettext_noop("The cap must be a number, not “{text}”."),
    # Translators: A computer player blunders on purpose in a share of its moves.
    "the share of blunders must be a number, not “{text}”": gettext_noop(
        "The share of blunders must be a number, not “{text}”."
    ),
    "blunders must be a share from 0 to 1, not {share}": gettext_noop(
        "The share of blunders must be from 0 to 1, not {share}."
    ),
    # Translators: The points that a computer player may lose by a blunder on purpose.
    "the cost of a blunder must be a number, not “{text}”": gettext_noop(
        "The cost of a blunder must be a number, not “{text}”."
    ),
    "the cost of a blunder must be 0 points or more, not {points}": gettext_noop(
        "The cost of a blunder must be 0 points or more, not {points}."
    ),
    # Translators: The error with which a computer player misjudges moves on purpose.
    "the error must be a number, not “{text}”": gettext_noop("The error must be a number, not “{text}”."),
    "the error must be 0 points or more, not {points}": gettext_noop(
        "The error must be 0 points or more, not {points}."
    ),
    # Translators: The most points that a computer player gives away by one move.
    "the limit on what is given away must be a number, not “{text}”": gettext_noop(
        "The limit for one move must be a number, not “{text}”."
    ),
    "the limit on what is given away must be 0 points or more, not {points}": gettext_noop(
        "The limit for one move must be 0 points or more, not {points}."
    ),
    "the limit on what is given away in a game must be a number, not “{text}”": gettext_noop(
        "The limit for a whole game must be a number, not “{text}”."
    ),
    "the limit on what is given away in a game must be 0 points or more, not {points}": gettext_noop(
        "The limit for a whole game must be 0 points or more, not {points}."
    ),
    "misjudges and misses need a limit on what may be given away": gettext_noop(
        "misjudges and misses need a limit on the points given away."
    ),
    # Translators: A computer player misses (overlooks) a share of the moves hard to see.
    "the share of moves missed must be a number, not “{text}”": gettext_noop(
        "The share of moves missed must be a number, not “{text}”."
    ),
    "misses must be a share from 0 to 1, not {share}": gettext_noop(
        "The share of moves missed must be from 0 to 1, not {share}."
    ),
    (
        "“{name}” is not a style: alignments have five weights, numbers from -{most} to "
        "{most}, and the last may be inf: alignments-0,0.5,4,16,inf"
    ): gettext_noop(
        "“{name}” is not a style: alignments have five weights, numbers from -{most} to "
        "{most}, and the last may be inf: alignments-0,0.5,4,16,inf."
    ),
    (
        "“{name}” is not a style: vectors have six parameters, numbers from -{most} to "
        "{most}, such as vectors-20,30,1,3,2,1"
    ): gettext_noop(
        "“{name}” is not a style: vectors have six parameters, numbers from -{most} to "
        "{most}, such as vectors-20,30,1,3,2,1."
    ),
}

POSITIONS: Mapping[str, str] = {
    # Translators, all below: whole sentences, after “No game can reach that position.”
    # Translators: {square} such as d4.
    "{square} is empty: no game leaves a centre square empty": gettext_noop(
        "{square} is empty, and no game leaves a centre square empty."
    ),
    # Translators: {square} is a square such as d4.
    "the disc on {square} is not connected to the centre": gettext_noop(
        "The disc on {square} is not connected to the centre."
    ),
    # Translators: X and O are typed letters for discs.
    "the side to move must be X (black) or O (white), not -": gettext_noop(
        "The side to move must be X (black) or O (white), not -."
    ),
    "{columns} × {rows} squares are not those of this board": gettext_noop(
        "This board doesn't have {columns} × {rows} squares."
    ),
    # Translators: {crosses} and {noughts} are numbers of discs.
    "{crosses} discs X and {noughts} O: X moves first, it has as many or one more": gettext_noop(
        "There are {crosses} X and {noughts} O, but X moves first: it has as many discs as O, or one more."
    ),
    # Translators: The disc floats: the square below it is empty.
    "the disc in column {column}, row {row} from the top, floats": gettext_noop(
        "The disc in column {column}, row {row} from the top, hangs in the air."
    ),
    # Translators: {side} is X or O.
    "{side} has a line, but the other side moved after it": gettext_noop(
        "{side} has completed a row, but the other side moved after that."
    ),
    # Translators: {mover} and {side} are X or O.
    "with so many discs, {mover} is to move, not {side}": gettext_noop(
        "With that many discs it is the turn of {mover}, not {side}."
    ),
}


def reason_text(error: EngineError) -> str:
    """Return the engine's reason in the reader's language; as it is if people don't cause it."""
    sentence = RECIPES.get(error.sentence) or POSITIONS.get(error.sentence)
    if sentence is None:
        return f"{capitalized(safe(str(error)))}."
    values = {name: safe(str(value)) for name, value in error.values.items()}
    if "game" in values:
        values["game"] = GAMES[str(error.values["game"])].title
    if "known" in values:
        values["known"] = enumerated(str(error.values["known"]).split(", "))
    if "styles" in values:
        styles = str(error.values["styles"]).split(", ")
        values["styles"] = enumerated([*map(style_name, styles)])
    return gettext(sentence, **values)


SHORTEST = 0.1
"""Shortest thinking time that is shown as a number, seconds."""

LISTED = 5
"""Values of candidates shown to people who watch a match; the rest is counted."""


def effort_lines(snapshot: GameSnapshot) -> list[str]:
    """List the nodes and the thinking time of every computer player in a game."""
    lines = []
    for side, effort in enumerate(efforts(snapshot)):
        player = snapshot.player_of(side)
        if player is not None and effort.moves:
            lines.append(
                ngettext(
                    "-# 🧮 {disc} {player}: {nodes} nodes searched in {seconds} s, for {number} move",
                    "-# 🧮 {disc} {player}: {nodes} nodes searched in {seconds} s, for {number} moves",
                    effort.moves,
                    disc=snapshot.kind.sides[side].disc,
                    player=player_name(player),
                    nodes=count(effort.nodes),
                    seconds=_seconds(effort.seconds),
                )
            )
    return lines


def _seconds(seconds: float) -> str:
    """Format a thinking time, which is never zero."""
    # Translators: less than a tenth of a second; {seconds} is “0.1”.
    least = gettext("less than {seconds}", seconds=decimal(SHORTEST))
    return least if seconds < SHORTEST else decimal(seconds)


def move_played(kind: GameKind, player: str, thought: Thought) -> str:
    """Describe the value of a computer player's move, by its search."""
    found = thought.found
    values = {"player": player_name(player), "move": kind.move_name(found.move)}
    if not found.depth and not found.exact:
        return gettext("**{player}** played **{move}** without a search.", **values)
    played = Candidate(found.move, found.score, "exact")
    # Translators: {value} is such as “+2.3” or “a win by exactly 4”, {depth} a number of moves.
    return gettext(
        "**{player}** played **{move}** and values it at {value}, {depth} deep, {nodes} nodes.",
        value=value_words(kind, thought.position, found, played),
        depth=found.depth,
        nodes=count(found.nodes),
        **values,
    )


def thinking_list(snapshot: GameSnapshot, thought: Thought) -> list[str]:
    """Describe the last move of a match, its best candidates and their number."""
    kind = snapshot.kind
    assert snapshot.recent.latest is not None
    lines = [f"🧠 {move_played(kind, snapshot.player_of(snapshot.recent.latest.by) or '', thought)}"]
    number = 0
    for group in equally_good(kind, thought.position, thought.found)[:LISTED]:
        values = {"number": number + 1, "move": group.names, "value": group.value}
        if group.answer is None:
            lines.append(gettext("-# {number}. **{move}** {value}", **values))
        else:
            lines.append(
                # Translators: a move in a list, its value, and the best answer, a move as well.
                gettext("-# {number}. **{move}** {value} · then {answer}", answer=group.answer, **values)
            )
        number += len(group.moves)
    more = thought.candidates - number
    if number and more:
        lines.append(ngettext("-# and {number} more candidate", "-# and {number} more candidates", more))
    return lines

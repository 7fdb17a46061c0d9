"""The themes of puzzles: what happens in them, as far as it can be told for certain.

Each is computed from the position and the line, by the definition beside its name. "win-in-3" and the like
are themes of Connect 4, too: the line and the best play after it make a row with the third own disc.
"""

from __future__ import annotations

from collections.abc import Mapping

REVERSI: Mapping[str, str] = {
    "corner": "an own move takes a corner",
    "x-square": "an own move goes to the square diagonally inside an empty corner",
    "wedge": "an own move stands on an edge between two discs of the other side, and turns neither",
    "edge": "the first move goes to an edge",
    "corner-trap": "after an own move every reply leaves a corner to take that could not be taken before",
    "sacrifice": "an own move lets the other side take a corner that it could not have taken before",
    "quiet-move": "no disc that the first move turns has an empty square beside it",
    "mobility": "the first move leaves the other side two moves or one, fewer than any other move would",
    "pass": "an own move leaves the other side without a move",
    "parity": "an own move alone leaves several regions of empty squares, each with an even number",
    "wipe-out": "best play leaves the other side without discs",
    "comeback": "the result is kept with a third of the other side's discs or fewer",
}

CONNECT4: Mapping[str, str] = {
    "double-threat": "an own move makes two or more squares free to complete a row at once",
    "forcing": "an own move threatens a row that the reply has to stop",
    "block": "an own move stands where the other side could have completed a row",
    "vertical": "the last own move completes or threatens a row upwards",
    "horizontal": "the last own move completes or threatens a row sideways",
    "diagonal": "the last own move completes or threatens a diagonal row",
    "zugzwang": "at the end of best play the other side has to play below the square that completes a row",
    "claimeven": "after the last own move it suffices to answer every disc with one on top of it",
    "defence": "there is no win: it is a draw that has to be kept",
}

#: Forced wins with up to so many own discs have a theme each.
LONGEST_WIN = 12


def win_in(discs: int) -> str:
    """The theme of a win with the last of so many own discs."""
    return f"win-in-{discs}"


THEMES: Mapping[str, tuple[str, ...]] = {
    "reversi": tuple(REVERSI),
    "connect4": (*CONNECT4, *map(win_in, range(1, LONGEST_WIN + 1))),
}
"""The names of all themes by game."""

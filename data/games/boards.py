"""The text by which a game stores its board.

It is the board as people choose it, then perhaps ":" and what was drawn by lot for this one game, or the
position that somebody has set up for it.
"""

from __future__ import annotations

DRAWN = ":"
"""What stands before the part of it that was drawn by lot for one game."""


SET_UP = "position"
"""The last word of a board on which games begin from a position that somebody has set up."""


def chosen_board(options: str) -> str:
    """The board as people choose it, and are rated on it: without what was drawn; "" for the usual one."""
    return options.partition(DRAWN)[0]


def is_set_up(options: str) -> bool:
    """Whether a game begins from a position that somebody has set up."""
    return chosen_board(options).split(" ")[-1] == SET_UP


def set_up_on(board: str, position: str) -> str:
    """The text of a game that begins from a position on a board, "" for the usual one."""
    return f"{board} {SET_UP}{DRAWN}{position}".lstrip()


def board_set_up(options: str) -> tuple[str, str]:
    """Inverse of `set_up_on`."""
    board, _, position = options.partition(DRAWN)
    return board.removesuffix(SET_UP).rstrip(), position


def same_board_again(options: str) -> str:
    """The board for another game like this one: what was drawn by lot is not part of it, what somebody has
    set up is."""
    return options if is_set_up(options) else chosen_board(options)

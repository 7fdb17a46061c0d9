"""Scores inside the search, and the layout of its context: indices of words, bits of its techniques."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

#: Value of a position for the side to move, inside (-INFINITY, INFINITY).
Score: TypeAlias = Any
#: How many moves a search looks ahead; a pass costs no depth.
Depth: TypeAlias = Any
#: How many moves and passes lie between the root and a position.
Ply: TypeAlias = Any

INFINITY = np.int64(32000)
#: If a style prefers a win to any estimate, the winner's value of a finished game is TERMINAL plus its
#: score times TERMINAL_UNIT.
TERMINAL = np.int64(10000)
TERMINAL_UNIT = np.int64(100)

#: Final scores only. Unfinished positions get an estimate in the same units, good enough to order moves.
EXACT = np.uint64(0)

#: The address of a context's first word, int64: what compiled code gets instead of the context.
Context: TypeAlias = Any

#: The square of an entry in the transposition table that knows no move.
NO_MOVE = np.int64(255)
#: Nonzero: the search must end, and its return value is meaningless.
STOP = np.int64(0)
#: Nodes searched so far, and the number at which the search stops itself.
NODES = np.int64(1)
NODE_LIMIT = np.int64(2)
#: Transposition table: address, mask of the bucket number, salt of the hash keys, age.
TABLE = np.int64(3)
TABLE_MASK = np.int64(4)
SALT = np.int64(5)
AGE = np.int64(6)
#: Number of the style.
STYLE = np.int64(7)
#: Address of the game's tables (`Position.search_table`).
GAME_TABLE = np.int64(8)
#: The techniques switched on, as bits.
TECHNIQUES = np.int64(9)
#: Level of selectivity, 0 the boldest; PROVED (see `engine.search.transposition`) for no selective pruning.
SELECTIVITY = np.int64(10)
#: Address of the style's weights, if it has any.
WEIGHTS = np.int64(11)
#: Share of the iteration's tree that is done, in parts of WHOLE (see `engine.search.progress`).
PROGRESS = np.int64(12)
#: Address of the marks of positions that some thread is searching; 0 for a thread alone.
BUSY_MARKS = np.int64(13)
#: Ply at which the game is over at the latest, kept by a game's own endgame search.
LAST_PLY = np.int64(14)
#: Number of nodes on the path from the root that other threads share (see `engine.search.sharing`).
PATH_LENGTH = np.int64(15)
#: For each of the first plies: where the share of the current node begins, and its size.
SHARES = np.int64(16)
SHARED_PLIES = np.int64(5)
WHOLE = 1 << 52
#: Number and value of the node on the path to which the search goes back; number 0 for none.
UNWIND_TO = np.int64(40)
UNWIND_VALUE = np.int64(41)
#: Evaluations found before: address, mask of the entry's number (see `engine.search.transposition`).
EVALUATIONS = np.int64(42)
EVALUATION_MASK = np.int64(43)
#: Two killer moves of each ply, each with one added so that 0 means none.
KILLERS = np.int64(64)
#: From here on: scratch space for a game's own endgame search, up to MOVE_LISTS.
ENDGAME_LISTS = np.int64(640)
#: From here on: the moves of each ply that are still to be searched, PLY_WORDS words a ply.
MOVE_LISTS = np.int64(1152)
PLY_WORDS = np.int64(128)
MAX_PLY = 256
#: From here on: the nodes of the path, PATH_WORDS words for each.
PATH = MOVE_LISTS + np.int64(MAX_PLY) * PLY_WORDS
PATH_WORDS = np.int64(5)

#: Salt of the hash keys per style number, so that values of different styles never meet.
STYLE_SALT = np.uint64(0x9E3779B97F4A7C15)

#: Techniques. Each can be switched off, to measure what it gains.
TABLE_MOVES = np.uint64(1)
KILLER_MOVES = np.uint64(2)
MOVE_ORDERING = np.uint64(4)
TABLE_CUTOFFS = np.uint64(8)
ETC = np.uint64(16)
STATIC_BOUNDS = np.uint64(32)
PROBCUT = np.uint64(64)
ASPIRATION = np.uint64(128)
LATE_REDUCTIONS = np.uint64(256)
PROBCUT_GUIDE = np.uint64(512)
ALL_TECHNIQUES = np.uint64(1023)
#: Those whose values differ from a full search's.
SELECTIVE = PROBCUT | LATE_REDUCTIONS

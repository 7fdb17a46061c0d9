"""The layout of a search context: the index of each word, and the bits of the search techniques."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

#: The address of a context's first word, int64: what compiled code gets instead of the context.
Context: TypeAlias = Any

#: Not zero: the search is to end, what it returns is not to be used.
STOP = np.int64(0)
#: Positions visited so far, and the number at which the search stops itself.
NODES = np.int64(1)
NODE_LIMIT = np.int64(2)
#: Transposition table: address, mask of the bucket number, salt of the fingerprints, age.
TABLE = np.int64(3)
TABLE_MASK = np.int64(4)
SALT = np.int64(5)
AGE = np.int64(6)
#: Number of the style (0: final scores only).
STYLE = np.int64(7)
#: Address of the tables that the game asked for.
GAME_TABLE = np.int64(8)
#: The devices switched on, as bits.
TECHNIQUES = np.int64(9)
#: How much selective pruning may be trusted: PROVED (see `engine.search.transposition`) for none.
SELECTIVITY = np.int64(10)
#: Address of the weights of the style, for styles that have some.
WEIGHTS = np.int64(11)
#: Share of the iteration's tree that is behind, in parts of WHOLE; it only grows during an iteration.
PROGRESS = np.int64(12)
#: For each of the first plies: where the share of the node being searched begins, and its size.
SHARES = np.int64(16)
SHARED_PLIES = np.int64(5)
WHOLE = 1 << 52
#: Two killer moves of each ply, each with one added so that 0 means none.
KILLERS = np.int64(64)
#: From here: the moves of each ply waiting to be tried, PLY_WORDS words a ply.
MOVE_LISTS = np.int64(1024)
PLY_WORDS = np.int64(128)
MAX_PLY = 256

#: Devices. Each can be switched off, to measure what it brings.
TABLE_MOVES = np.uint64(1)
KILLER_MOVES = np.uint64(2)
MOVE_ORDERING = np.uint64(4)
TABLE_CUTOFFS = np.uint64(8)
ETC = np.uint64(16)
STATIC_BOUNDS = np.uint64(32)
PROBCUT = np.uint64(64)
ASPIRATION = np.uint64(128)
ALL_TECHNIQUES = np.uint64(255)

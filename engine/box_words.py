"""Numbers of the words that one running search keeps (see `engine.box`)."""

from __future__ import annotations

import numpy as np

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
#: From here: the moves of each ply waiting to be tried, PLY_WORDS words a ply.
MOVE_LISTS = np.int64(64)
PLY_WORDS = np.int64(128)
MAX_PLY = 256

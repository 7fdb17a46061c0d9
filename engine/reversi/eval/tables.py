"""The learned weights and the network of 8 × 8: their files, and the tables of them that searches read.

Training writes the files, and they are checked when they are read. The header of each describes its form and
the recipe of the training.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.data_file import FileFormat, from_planes, in_planes
from engine.errors import EngineError
from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval.network import (
    FRACTION,
    HIDDEN,
    NETWORK_BYTES,
    NETWORK_MEMORY,
    WIDTH,
    Network,
    write_network,
)
from engine.reversi.eval.pattern_sums import PATTERN_MEMORY, rows_bytes, stage_bytes
from engine.reversi.eval.patterns import (
    CLASSES,
    HEAD,
    PATTERN_SETS,
    STAGE_DISCS,
    STAGES,
    USUAL,
    PatternSet,
    folded,
)
from engine.reversi.stability import edge_table

_USUAL_BOARD = BOARDS[8, False]
_LINE = 64

_WEIGHTS = FileFormat(b"FLIPFOUR PATTERNS 1\n", "file of pattern weights")
_NETWORK = FileFormat(b"FLIPFOUR NETWORK 1\n", "file of a network")
NETWORK_FILE = Path(__file__).parent / "reversi-8x8.network"
#: Shapes of `Network.layer`, `constants`, `shares`, `direct`, `last`.
_SHAPES = ((STAGES, WIDTH, HIDDEN), (STAGES, HIDDEN), (STAGES, HIDDEN), (STAGES, WIDTH), (STAGES,))


class PatternWeights(NamedTuple):
    """The content of a file: folded weights (int16 in 1/64 disc, stages × weights), recipe, board."""

    weights: np.ndarray[Any, Any]
    recipe: dict[str, Any]
    board: Board = _USUAL_BOARD


def weights_file(size: int = 8, anti: bool = False) -> Path:
    return Path(__file__).parent / f"reversi-{BOARDS[size, anti].name}.patterns"


def _form_of_weights(board: Board) -> dict[str, Any]:
    patterns = PATTERN_SETS[board.size, board.anti]
    return {
        "classes": patterns.classes,
        "stage_discs": patterns.stage_discs,
        "stages": patterns.stages,
        "weights": patterns.folded()[1],
    }


def pack_weights(file: PatternWeights) -> bytes:
    """The content of a file. Raises EngineError for weights of another form."""
    form, weights = _form_of_weights(file.board), file.weights
    expected = (form["stages"], form["weights"])
    if weights.shape != expected or weights.dtype != np.int16:
        raise EngineError(f"weights must be int16 of shape {expected}, not {weights.dtype} {weights.shape}")
    header = form | {"board": file.board.name, "recipe": file.recipe}
    return _WEIGHTS.sealed(header, in_planes(weights))


def unpack_weights(content: bytes, name: str = "weights") -> PatternWeights:
    """Parse the content of a file. Raises EngineError when it is damaged."""
    header, data = _WEIGHTS.opened(content, name)
    recipe = header.pop("recipe")
    # Older files are all for 8 × 8.
    board = Board.named(header.pop("board", _USUAL_BOARD.name))
    form = _form_of_weights(board)
    if header != form:
        raise EngineError(f"{name}: the weights are made for other patterns than this program's")
    return PatternWeights(from_planes(data, np.int16).reshape(form["stages"], -1), recipe, board)


def read_weights(path: Path) -> PatternWeights:
    """Read a file. Raises EngineError when it is missing or damaged."""
    return unpack_weights(_WEIGHTS.content(path), path.name)


def _form_of_network() -> dict[str, Any]:
    return {
        "classes": CLASSES,
        "stage_discs": STAGE_DISCS,
        "stages": STAGES,
        "rows": folded()[1],
        "width": WIDTH,
        "hidden": HIDDEN,
        "fraction": FRACTION,
    }


def pack_network(network: Network, recipe: dict[str, Any]) -> bytes:
    """The content of a file. Raises EngineError for a network of another form.

    The data are the rows of numbers of discs and moves (int16, in planes), those of patterns (int8, all first
    numbers, then all second ones, and so on), and the floats of the stages (float32, in planes).
    """
    rows, floats = network.rows, network[1:]
    if rows.shape != (folded()[1], WIDTH) or tuple(part.shape for part in floats) != _SHAPES:
        raise EngineError(f"a network has {folded()[1]} rows of {WIDTH} numbers and parts like {_SHAPES}")
    if abs(rows[HEAD:]).max() > 127:
        raise EngineError("rows of patterns hold numbers of -127 to 127")
    numbers = np.concatenate([part.astype(np.float32).reshape(-1) for part in floats])
    head, body = rows[:HEAD].astype(np.int16), rows[HEAD:].astype(np.int8)
    data = in_planes(head) + body.T.tobytes() + in_planes(numbers)
    return _NETWORK.sealed(_form_of_network() | {"recipe": recipe}, data)


def unpack_network(content: bytes, name: str = "network") -> tuple[Network, dict[str, Any]]:
    """The network and the recipe of a file's content. Raises EngineError when it is damaged."""
    header, data = _NETWORK.opened(content, name)
    recipe = header.pop("recipe")
    if header != _form_of_network():
        raise EngineError(f"{name}: the network is made for another form than this program's")
    head_bytes, body_bytes = 2 * HEAD * WIDTH, (folded()[1] - HEAD) * WIDTH
    head = from_planes(data[:head_bytes], np.int16).reshape(HEAD, WIDTH)
    body = np.frombuffer(data[head_bytes : head_bytes + body_bytes], np.int8).reshape(WIDTH, -1).T
    numbers = from_planes(data[head_bytes + body_bytes :], np.float32)
    parts, start = [], 0
    for shape in _SHAPES:
        count = int(np.prod(shape))
        parts.append(numbers[start : start + count].reshape(shape))
        start += count
    return Network(np.concatenate([head, body.astype(np.int16)]), *parts), recipe


def read_network(path: Path) -> tuple[Network, dict[str, Any]]:
    """The network and the recipe in a file. Raises EngineError when it is missing or damaged."""
    return unpack_network(_NETWORK.content(path), path.name)


def search_tables(
    weights: np.ndarray[Any, Any], network: Network | None = None, patterns: PatternSet = USUAL
) -> np.ndarray[Any, Any]:
    """The tables of a search with stable edge squares, folded pattern weights and, on 8 × 8, a network.

    Without a network, it is zeros.
    """
    weights_at = PATTERN_MEMORY + rows_bytes(patterns)
    end = weights_at + patterns.stages * stage_bytes(patterns)
    memory = np.zeros(end + (NETWORK_BYTES if patterns is USUAL else 0) + _LINE, np.uint8)
    start = -memory.ctypes.data % _LINE
    memory = memory[start : start + len(memory) - _LINE]
    memory[:PATTERN_MEMORY] = edge_table()
    memory[PATTERN_MEMORY:weights_at] = patterns.nibbles().view(np.uint8).reshape(-1)
    stages = memory[weights_at:end].view(np.int16).reshape(patterns.stages, patterns.stage_weights)
    for stage, table in enumerate(stages):
        np.take(weights[stage], patterns.folded()[0], out=table)
    if network is not None:
        write_network(network, memory[NETWORK_MEMORY:])
    return memory.view(np.uint64)


@functools.cache
def shipped_tables(size: int = 8, anti: bool = False) -> np.ndarray[Any, Any]:
    """Return the search tables of a board with the shipped weights, built once."""
    patterns = PATTERN_SETS[size, anti]
    network = read_network(NETWORK_FILE)[0] if patterns is USUAL else None
    return search_tables(read_weights(weights_file(size, anti)).weights, network, patterns)

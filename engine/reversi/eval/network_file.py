"""The file of the network of the learned Reversi evaluation: written by training, checked when read.

Its header describes the form and the recipe of the training. Its data are the rows of numbers of discs and
moves (int16, as `engine.data_file.in_planes` writes them), those of patterns (int8, all first numbers,
then all second ones, and so on), and the floats of the stages (float32, in planes).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from engine.data_file import FileFormat, from_planes, in_planes
from engine.errors import EngineError
from engine.reversi.eval.network import FRACTION, HIDDEN, WIDTH, Network
from engine.reversi.eval.patterns import CLASSES, HEAD, STAGE_DISCS, STAGES, folded

SHIPPED = Path(__file__).parent / "reversi-8x8.network"

_FORMAT = FileFormat(b"FLIPFOUR NETWORK 1\n", "file of a network")
#: Shapes of `Network.layer`, `constants`, `shares`, `direct`, `last`.
_SHAPES = ((STAGES, WIDTH, HIDDEN), (STAGES, HIDDEN), (STAGES, HIDDEN), (STAGES, WIDTH), (STAGES,))


def _form() -> dict[str, Any]:
    return {
        "classes": CLASSES,
        "stage_discs": STAGE_DISCS,
        "stages": STAGES,
        "rows": folded()[1],
        "width": WIDTH,
        "hidden": HIDDEN,
        "fraction": FRACTION,
    }


def packed(network: Network, recipe: dict[str, Any]) -> bytes:
    """The content of a file. Raises EngineError for a network of another form."""
    rows, floats = network.rows, network[1:]
    if rows.shape != (folded()[1], WIDTH) or tuple(part.shape for part in floats) != _SHAPES:
        raise EngineError(f"a network has {folded()[1]} rows of {WIDTH} numbers and parts like {_SHAPES}")
    if abs(rows[HEAD:]).max() > 127:
        raise EngineError("rows of patterns hold numbers of -127 to 127")
    numbers = np.concatenate([part.astype(np.float32).reshape(-1) for part in floats])
    head, body = rows[:HEAD].astype(np.int16), rows[HEAD:].astype(np.int8)
    data = in_planes(head) + body.T.tobytes() + in_planes(numbers)
    return _FORMAT.sealed(_form() | {"recipe": recipe}, data)


def unpacked(content: bytes, name: str = "network") -> tuple[Network, dict[str, Any]]:
    """The network and the recipe of a file's content. Raises EngineError when it is damaged."""
    header, data = _FORMAT.opened(content, name)
    recipe = header.pop("recipe")
    if header != _form():
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


def read(path: Path) -> tuple[Network, dict[str, Any]]:
    """The network and the recipe in a file. Raises EngineError when it is missing or damaged."""
    return unpacked(_FORMAT.content(path), path.name)

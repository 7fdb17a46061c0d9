"""The bundled font is the one that its maker describes."""

from __future__ import annotations

import unicodedata

import pytest

from renderers.writing import characters_of
from research.east_asian_font import FACE, repertoire


@pytest.mark.long
def test_the_font_has_the_repertoire() -> None:
    had, wanted = set(characters_of(f"{FACE}.otf")), repertoire()
    # `subset` drops what Noto Sans CJK lacks: codes without a character, and a few signs.
    missing = {chr(point) for point in wanted - had if unicodedata.category(chr(point)) not in ("Cc", "Co")}
    assert missing <= set("\u031f\u0320⅔⅕≒⦅⦆")
    # It adds the mirror images of signs.
    assert all(unicodedata.mirrored(chr(point)) for point in had - wanted)

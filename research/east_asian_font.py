"""Make `renderers/fonts/NotoSansCJKjp-Bold.otf`: a subset of Noto Sans CJK for labels and people's names.

    uv run --with fonttools==4.68.0 python -m research.east_asian_font [NotoSansCJK-Bold.ttc]

The whole font has 65,535 glyphs in 19 MB and comes with Debian's package fonts-noto-cjk. The subset has no
hints and no layout tables, which the renderers do not use. The same source and version of fontTools give the
same bytes.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from renderers.writing import FONTS, characters_of

SOURCE = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc")
FACE = "NotoSansCJKjp-Bold"
"""The face of the collection with Japanese shapes of the characters that other languages share."""

POSTSCRIPT_NAME = 6
KEPT_NAMES = (0, 1, 2, 4, 5, 6, 13, 14)
"""Copyright, family, style, full name, version, PostScript name, licence and its address."""

BLOCKS = (range(0x80, 0xD800), range(0xE000, 0x30000))
"""Where the standards below have characters."""

JAPANESE = ("cp932", "shift_jis")
"""JIS X 0208 (kanji of levels 1 and 2), half-width katakana, and the additions of NEC and IBM, such as 髙."""


def repertoire() -> set[int]:
    """Return the code points that the font is to have, apart from those in the font for Latin script."""
    wanted = {point for codec in JAPANESE for point in _in_standard(codec, 2)}
    # Kanji of level 3, which are in names. The rare ones of level 4 take three bytes.
    wanted.update(_in_standard("euc_jis_2004", 2))
    # The syllables and letters of KS X 1001; other syllables, which hardly any word has, take eight bytes.
    wanted.update(point for point in _in_standard("euc_kr", 2) if "HANGUL" in unicodedata.name(chr(point)))
    wanted.update(_decoded("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF)))
    wanted.update(_decoded("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)]))
    return wanted - set(characters_of("Inter-Bold.otf"))


def _in_standard(codec: str, longest: int) -> Iterator[int]:
    """Yield the code points that a codec writes in at most `longest` bytes."""
    for block in BLOCKS:
        for point in block:
            encoded = chr(point).encode(codec, "ignore")
            # Some codecs write look-alikes for characters that they lack.
            if 0 < len(encoded) <= longest and encoded.decode(codec, "ignore") == chr(point):
                yield point


def _decoded(codec: str, leads: Iterable[int], trails: Sequence[int]) -> Iterator[int]:
    """Yield the code points of all pairs of bytes: the levels of frequent Chinese characters."""
    for lead in leads:
        for trail in trails:
            yield from map(ord, bytes((lead, trail)).decode(codec, "ignore"))


def write_subset(source: Path, points: Iterable[int], made: Path) -> None:
    """Write the face of a collection with the glyphs of some code points only."""
    # Not among the packages that a checkout installs.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTCollection, TTFont

    faces = TTCollection(source, lazy=True).fonts
    number = next(i for i, face in enumerate(faces) if face["name"].getDebugName(POSTSCRIPT_NAME) == FACE)
    font = TTFont(source, fontNumber=number, recalcTimestamp=False)
    options = Options(hinting=False, layout_features=[], name_IDs=list(KEPT_NAMES), notdef_outline=True)
    options.drop_tables += ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=points)
    subsetter.subset(font)
    font.save(made)


def main() -> None:
    """Write the font."""
    source, made = Path(sys.argv[1]) if sys.argv[1:] else SOURCE, FONTS / f"{FACE}.otf"
    write_subset(source, repertoire(), made)
    found, size = len(characters_of(made.name)), made.stat().st_size
    sys.stderr.write(f"{made.name}: {found} characters, {size} bytes\n")


if __name__ == "__main__":
    main()

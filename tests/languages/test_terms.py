"""One thing, one word: the table of docs/terms.md against the catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from release.lock import ROOT
from tests.cases import for_each
from tests.languages.test_catalogues import TRANSLATED, messages


@cache
def table() -> tuple[tuple[str, ...], ...]:
    """Return the rows of the table, the languages first."""
    _, _, section = (ROOT / "docs/terms.md").read_text("utf-8").partition("## One thing, one word")
    lines = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return tuple(tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines)


def terms(code: str) -> Iterator[tuple[re.Pattern[str], str, list[str]]]:
    """Yield where English has a term, what a language calls it, and what it does not."""
    languages, _, *rows = table()
    for row in rows:
        cell = row[languages.index(code)]
        pattern = re.compile(rf"\b{row[0]}", re.IGNORECASE if row[0].islower() else 0)
        yield pattern, cell.partition(" ~~")[0].casefold(), re.findall("~~(.+?)~~", cell.casefold())


@for_each("code", TRANSLATED)
def test_one_thing_has_one_word(code: str) -> None:
    wrong = []
    for pattern, word, others in terms(code):
        found = [text.casefold() for _, english, text in messages(code) if pattern.search(english)]
        assert any(word in text for text in found), f"no translation of {pattern.pattern} has {word}"
        # The word may contain another one, as Rangliste does Liste.
        wrong += [(word, text) for text in found for other in others if other in text.replace(word, "")]
    assert not wrong

"""Bring the catalogues of translations up to date: `python -m release.languages`, or only some: `… fr de`.

It collects the sentences from the source and the texts of the commands, merges them into `languages/*.po`,
and reports what each language lacks, and names of commands that are wrong. `--add it` begins a catalogue;
`--check` changes nothing, and fails if a catalogue is out of date, incomplete or wrong; `--missing` lists
what is to be translated.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from bot.catalog.openings import NAMES as OPENINGS
from bot.catalog.openings import opening_names
from bot.rooms import unconnected_tree
from bot.ui.localization import command_texts
from release.command_names import wrong_names
from release.lock import ROOT

FOLDER = ROOT / "languages"
PACKAGES = ("bot", "renderers", "languages")

KEYWORDS = {
    "gettext": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_noop": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
"""Functions whose arguments are sentences, in Babel's notation."""

TAG, BLOCK_TAG = "Translators:", "Translators, all below:"
"""Begin a comment on the next sentence, and one on all sentences up to a blank line."""

WIDTH = 110

_UNUSED_FIELDS = tuple(
    f'"{name}'.encode() for name in ("Project", "Report", "POT", "PO-", "Last", "Language-Team", "Generated")
)
"""Fields of the header that say nothing here, or would change with every merge."""


def collect(root: Path = ROOT) -> Catalog:
    """Return a template with all sentences of the source, in the order of files, and the commands' texts."""
    template = Catalog(project="flipfour", charset="utf-8")
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            for sentence, comments, context in found_in(path):
                # Without line numbers: they would change with every edit.
                template.add(sentence, locations=[(place, 0)], auto_comments=comments, context=context)
    for name in opening_names():
        template.add(name, locations=[(OPENINGS.relative_to(root).as_posix(), 0)], context="opening")
    places: dict[tuple[str, str], dict[str, None]] = {}
    for context, english, where in command_texts(unconnected_tree()):
        places.setdefault((context, english), {})[where] = None
    for (context, english), found_at in places.items():
        template.add(english, auto_comments=[", ".join(found_at)], context=context)
    return template


def found_in(path: Path) -> Iterator[tuple[str | tuple[str, ...], list[str], str | None]]:
    """Yield the sentences of a file with their comments and context.

    A comment is for the sentences of the next line; one with the tag of a block, for all up to a blank line.
    """
    lines = path.read_text("utf-8").splitlines()
    own, block, last, end = "", "", 0, 0
    for line, sentence, comments, context in extract_from_file("python", path, KEYWORDS, (TAG, BLOCK_TAG)):
        text, is_block, shared = " ".join(comments).partition(BLOCK_TAG)
        if is_block:
            block = shared.strip()
            end = next(
                (number for number, each in enumerate(lines[line:], line) if not each.strip()), len(lines)
            )
        if comments or line != last:
            own, last = text.replace(TAG, "").strip(), line
        yield sentence, [each for each in (own, block if line <= end else "") if each], context


def merged(template: Catalog, path: Path) -> Catalog:
    """Return a catalogue with the sentences of the template; dropped ones are removed."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    catalogue.update(template, update_creation_date=False)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Return the text of a catalogue."""
    buffer, catalogue.fuzzy = io.BytesIO(), False
    assert catalogue.locale is not None
    catalogue.header_comment = f"# Flipfour in {catalogue.locale.english_name}."
    write_po(buffer, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True)
    lines = buffer.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_UNUSED_FIELDS))


def missing(catalogue: Catalog) -> Iterator[Message]:
    """Yield the sentences without a translation, or with one to be looked at again."""
    for message in catalogue:
        texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (message.fuzzy or not all(texts)):
            yield message


def main(arguments: list[str]) -> int:
    """Merge, add or check; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m release.languages", description="Update translations.")
    parser.add_argument("codes", nargs="*", help="languages, such as fr or pt_BR; all without")
    parser.add_argument("--add", metavar="CODE", help="begin the catalogue of a language")
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--missing", action="store_true", help="list what is to be translated")
    chosen = parser.parse_args(arguments)
    template, texts, failed = collect(), [*command_texts(unconnected_tree())], False
    if chosen.add:
        (FOLDER / f"{chosen.add}.po").write_bytes(written(Catalog(locale=chosen.add)))
    for path in sorted(FOLDER.glob("*.po")):
        if chosen.codes and path.stem not in chosen.codes:
            continue
        catalogue = merged(template, path)
        text, lacking = written(catalogue), list(missing(catalogue))
        print(f"{path.stem}: {len(catalogue) - len(lacking)} of {len(catalogue)} translated")
        if chosen.missing:
            print(*(f"  {message.id!r}" for message in lacking), sep="\n")
        wrong = [*wrong_names(catalogue, texts)]
        print(*(f"  wrong: {line}" for line in wrong), sep="\n", end="\n" if wrong else "")
        failed |= chosen.check and (text != path.read_bytes() or bool(lacking) or bool(wrong))
        if not chosen.check:
            path.write_bytes(text)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

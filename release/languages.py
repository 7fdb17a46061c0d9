"""Bring the catalogues of translations up to date: `python -m release.languages`, or only some: `… fr de`.

It collects the sentences from the source and the texts of the commands, merges them into `languages/*.po`,
and counts what each language lacks: those sentences are shown in English. One that was only reworded keeps
its translation, which is shown, marked as fuzzy and counted until it is changed, or a reader confirms it.

`--add it` begins a language; `--missing` lists what is to be translated or read again, `--confirm it` says
that all of the latter was read; `--check` changes nothing, and fails if a catalogue is out of date or wrong,
with `--complete` also if something is missing or to be read again.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from bot.catalog import GAMES
from bot.catalog.reversi import NAMES as OPENINGS
from bot.rooms import unconnected_tree
from bot.ui.localization import command_texts
from release.command_names import wrong_names
from release.locales import UnknownLanguageError, add
from release.lock import ROOT
from release.merging import confirm, merged, whole

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
    "refusal": None,
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
    for name in GAMES["reversi"].opening_lines():
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


def begin(code: str) -> None:
    """Add a language to the list and begin its catalogue. Raises UnknownLanguageError if it can't be one."""
    add(code)
    (FOLDER / f"{code}.po").write_bytes(written(Catalog(locale=code)))


def counted(catalogue: Catalog) -> str:
    """Return how much there is: “2243 of 2274 translated, 2 to be read again, 29 in English”."""
    lacking = [*missing(catalogue)]
    again = sum(message.fuzzy for message in lacking)
    facts = [f"{len(catalogue) - len(lacking)} of {len(catalogue)} translated"]
    facts += [f"{again} to be read again"] if again else []
    facts += [f"{len(lacking) - again} in English"] if len(lacking) > again else []
    return ", ".join(facts)


def main(arguments: list[str]) -> int:
    """Merge, add or check; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m release.languages", description="Update translations.")
    parser.add_argument("codes", nargs="*", help="languages, such as fr or pt_BR; all without")
    parser.add_argument("--add", metavar="CODE", help="begin a language, such as it")
    parser.add_argument("--confirm", action="store_true", help="say that what is to be read again was read")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if something is wrong")
    parser.add_argument(
        "--complete", action="store_true", help="with --check: fail if something is left to do"
    )
    parser.add_argument("--missing", action="store_true", help="list what is to be translated or read again")
    chosen = parser.parse_args(arguments)
    if chosen.add:
        try:
            begin(chosen.add)
        except UnknownLanguageError as error:
            print(error, file=sys.stderr)
            return 2
    template, texts, failed = collect(), [*command_texts(unconnected_tree())], False
    for path in sorted(FOLDER.glob("*.po")):
        if chosen.codes and path.stem not in chosen.codes:
            continue
        catalogue = merged(template, path)
        if chosen.confirm:
            confirm(catalogue)
        text, lacking = written(catalogue), [*missing(catalogue)]
        print(f"{path.stem}: {counted(catalogue)}")
        if chosen.missing:
            print("".join(f"  {message.id!r}\n" for message in lacking), end="")
        wrong = [*wrong_names(whole(catalogue, path), texts)]
        if chosen.check:
            failed |= chosen.complete and bool(lacking)
            if text != path.read_bytes():
                wrong.append(f"out of date: run `python -m release.languages {path.stem}`")
        else:
            path.write_bytes(text)
        print("".join(f"  wrong: {line}\n" for line in wrong), end="")
        failed |= chosen.check and bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The file of a person's data: one document in JSON, written in parts, compressed only if it is large."""

from __future__ import annotations

import gzip
import json
import random
import string

import pytest

from bot.account.privacy import own_data as data_file
from bot.account.privacy.own_data import DataFile
from tests.cases import there

HEAD = {"format": "flipfour-export", "person": "1"}


def test_the_parts_are_one_document() -> None:
    file = DataFile(HEAD)
    file.add("games", [{"id": 1, "name": "Zoë"}])
    file.add("games", [])
    file.add("games", [{"id": 2, "name": '"'}])
    file.add("results", [])
    file.add("ratings", [{"id": 3}])
    found = there(file.finish())
    assert not found.compressed
    document = json.loads(found.content)
    assert list(document) == ["format", "person", "games", "results", "ratings"]
    assert document == {
        **HEAD,
        "games": [{"id": 1, "name": "Zoë"}, {"id": 2, "name": '"'}],
        "results": [],
        "ratings": [{"id": 3}],
    }
    found = there(DataFile(HEAD).finish())
    assert json.loads(found.content) == HEAD


def test_a_large_document_is_compressed_and_not_kept_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_file, "MAX_BYTES", 10_000)
    file = DataFile(HEAD)
    for number in range(1000):
        file.add("games", [{"id": number, "moves": "f5 d6 c3"}])
    assert file._plain is None
    assert not file.too_large
    found = there(file.finish())
    assert found.compressed
    assert len(json.loads(gzip.decompress(found.content))["games"]) == 1000


def test_a_document_that_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_file, "MAX_BYTES", 10_000)
    rng, file = random.Random(0), DataFile(HEAD)
    while not file.too_large:
        file.add("games", [{"name": "".join(rng.choices(string.printable, k=1000))}])
    assert file.finish() is None

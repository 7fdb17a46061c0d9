"""Packed moves: nothing is lost, damage is noticed, and what was packed once stays readable."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from data.games.packing import FORMAT, USUAL, Played, StoredMove, count_of, pack, unpack, unpack_played

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

numbers = st.one_of(
    st.integers().map(str),
    st.floats().map(str),
    st.from_regex(r"-?[0-9]{1,3}([.][0-9]{0,3})?", fullmatch=True),
)
texts = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.builds("[{},{}]".format, numbers, numbers),
)
seconds = st.one_of(
    st.integers(0, 10**13).map(lambda number: number / 1e6), st.floats(allow_nan=False), st.just(-0.0)
)
moments = st.integers(-(10**15), 10**16).map(lambda number: NOON + timedelta(microseconds=number))
moves = st.builds(
    StoredMove, st.just(0), st.one_of(st.sampled_from(USUAL), texts), st.integers(0, 1), seconds, moments,
    st.none() | st.integers(-(2**31), 2**31 - 1), seconds, st.none() | texts,
)  # fmt: skip


@st.composite
def games(draw: st.DrawFn) -> list[StoredMove]:
    """Moves at plies that mostly, but not always, follow each other."""
    found = draw(st.lists(moves, max_size=20))
    ply, plies = -1, []
    for _ in found:
        ply += 1 + draw(st.sampled_from([0, 0, 0, 1, 5]))
        plies.append(ply)
    return [move._replace(ply=ply) for move, ply in zip(found, plies, strict=True)]


def exact(stored: list[StoredMove]) -> list[str]:
    """The moves as texts, which tell -0.0 from 0.0, and 1 from 1.0."""
    return [repr(tuple(move)) for move in stored]


@given(games())
@example([StoredMove(0, "d3", 0, 1e300, NOON, None, 0.1 + 0.2, None)])
@example([StoredMove(0, "d3", 0, 0.0, NOON, 2**31 - 1, 5e-324, "")])
def test_moves_are_unpacked_as_they_were(stored: list[StoredMove]) -> None:
    packed = pack(stored)
    assert exact(unpack(packed)) == exact(stored)
    assert count_of(packed) == len(stored)


@given(games())
def test_reading_without_times_gives_the_same(stored: list[StoredMove]) -> None:
    played = unpack_played(pack(stored))
    columns = ("move", "seat", "seconds", "proved", "given_away", "thought")
    assert repr(played) == repr(Played(*([getattr(move, name) for move in stored] for name in columns)))


def test_a_whole_game_takes_little() -> None:
    random = Random(1)
    stored, now = [], NOON
    for ply in range(60):
        seconds = random.randrange(1_000_000, 30_000_000) / 1e6
        now += timedelta(seconds=seconds, microseconds=random.randrange(3000))
        stored.append(StoredMove(ply, random.choice(USUAL), ply % 2, seconds, now, None, 0.0, None))
    assert len(pack(stored)) < 400


@given(games(), st.data())
def test_damage_is_noticed(stored: list[StoredMove], data: st.DataObject) -> None:
    packed = bytearray(pack(stored))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))
    for read in (unpack, unpack_played):
        with pytest.raises(ValueError, match="cannot be read"):
            read(bytes(packed))
        with pytest.raises(ValueError, match="cannot be read"):
            read(bytes(packed[:place]))


def test_no_format_is_taken_for_another() -> None:
    packed = pack([])
    for form in {*range(256)} - {FORMAT}:
        with pytest.raises(ValueError, match="cannot be read"):
            unpack(bytes([form]) + packed[1:])


@pytest.mark.parametrize("change", [
    {"seconds": math.nan}, {"seat": None}, {"seat": -3}, {"move": "\ud800"}, {"ply": -1}, {"thought": 1},
])  # fmt: skip
def test_moves_that_would_not_come_back_are_refused(change: dict[str, Any]) -> None:
    good = StoredMove(0, "d3", 0, 1.0, NOON, None, 0.0, None)
    with pytest.raises(ValueError, match="moves"):
        pack([good, good._replace(**{"ply": 1, **change})])


def test_texts_share_what_is_not_a_number() -> None:
    """All kinds of numbers, a text of its own, and texts that only look like numbers."""
    texts = [
        *(f'{{"depth":{n},"score":[{(n - 9) / 64},"estimate"],"nodes":{n * 7919}}}' for n in range(20)),
        *("-0", "-0.0", "007", "1.50", "0.00001", "123456789012345678", "1e5", "\0", "", "٣", "9" * 5000),
        *["-1", "1", "0.0", "-0.5"] * 4,
    ]
    stored = [
        StoredMove(ply, "d3", 0, 1.0, NOON + timedelta(seconds=ply), None, 0.0, text)
        for ply, text in enumerate(texts)
    ]
    packed = pack(stored)
    assert exact(unpack(packed)) == exact(stored)
    assert len(pack(stored[:20])) < 20 * 9


def test_a_side_that_errs_costs_the_other_nothing() -> None:
    faultless = [
        StoredMove(ply, "d3", ply % 2, 1.0, NOON + timedelta(seconds=ply), None, 0.0, None)
        for ply in range(60)
    ]
    erring = [move._replace(given_away=move.seat * 3 / 64) for move in faultless]
    assert len(pack(erring)) - len(pack(faultless)) < 20


@pytest.mark.parametrize("number", [1, 2])
def test_values_of_every_format_stay_readable(number: int) -> None:
    stored = [
        StoredMove(0, "d3", 0, 2.5, NOON, None, 0.0, None),
        StoredMove(1, "c3", 1, 0.25, NOON + timedelta(seconds=0.251), 4, 1.37, '{"depth":4}'),
        StoredMove(2, "pass", 0, 0.0, NOON + timedelta(seconds=0.251), None, 0.0, None),
        StoredMove(3, "m14", 1, 1 / 3, NOON + timedelta(days=2), -12, 0.0, None),
    ]
    assert exact(unpack(bytes.fromhex(WRITTEN[number]))) == exact(stored)
    assert max(WRITTEN) == FORMAT
    assert pack(stored).hex() == WRITTEN[FORMAT]


WRITTEN = {
    1: "01b8b574cd040037002928010001fc0000004c4b440000f424a8ff5555555555555408a864080000539e"
    "4b02b0501537fc9497ea6b5e200052f42000000000507755db10cb3534a9564a492d28c950b232a90500",
    2: "023c73733104003700292801001fd54625a001d15d09001a3fd5555555555555022a19017ea24e79001c"
    "0ac14054d02bfc9497ea6b5e200052f42000000000507755db10cb3534a9564a492d28c950b232a90500",
}

"""Times as people type them are understood in their language, in English, and in the server's time zone."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.times import time_typed
from data.games.time_control import TimeControlError
from languages import LANGUAGES, Language, forms, speaking
from languages.moments import date_written, moment_typed, time_written
from release.command_names import CODE
from tests.cases import for_each, there
from tests.languages.test_catalogues import messages

BERLIN = ZoneInfo("Europe/Berlin")

NOW = datetime(2026, 11, 27, 15, 30, tzinfo=BERLIN)
"""A Friday."""


def read(typed: str, language: str = "en") -> str | None:
    """Return what is understood, by Berlin's clocks."""
    with speaking(LANGUAGES[language]):
        found = moment_typed(typed, NOW, BERLIN)
    return None if found is None else f"{found.astimezone(BERLIN):%m-%d %H:%M}"


@for_each(("typed", "expected"), [
    ("18:00", "11-27 18:00"), ("15:00", "11-28 15:00"), ("6pm", "11-27 18:00"), ("6:15 p.m.", "11-27 18:15"),
    ("12 am", "11-28 00:00"), ("noon", "11-28 12:00"), ("9 o'clock", "11-28 09:00"),
    ("tomorrow 10:00", "11-28 10:00"), ("Tomorrow at 10", "11-28 10:00"), ("10am tomorrow", "11-28 10:00"),
    ("in 2 hours", "11-27 17:30"), ("in an hour", "11-27 16:30"), ("in 1 hour and 30 minutes", "11-27 17:00"),
    ("in 2h30", "11-27 18:00"), ("90 minutes from now", "11-27 17:00"), ("in 3 days", "11-30 15:30"),
    ("yesterday", "11-26 15:30"), ("tomorrow", "11-28 15:30"),
    ("friday 14:00", "12-04 14:00"), ("Fri 16:00", "11-27 16:00"), ("next monday at 20:00", "11-30 20:00"),
    ("2026-12-03 18:00", "12-03 18:00"), ("2026-12-03T18:00", "12-03 18:00"), ("12/3 18:00", "12-03 18:00"),
    ("December 3rd, 6 pm", "12-03 18:00"), ("3 December 2026 18:00", "12-03 18:00"),
    ("<t:1795800000:F>", "11-27 18:20"),
])  # fmt: skip
def test_english(typed: str, expected: str) -> None:
    assert read(typed) == expected
    # English is understood everywhere, but for dates by numbers.
    if "/" not in typed:
        for language in LANGUAGES:
            assert read(typed, language) == expected, language


@for_each(("language", "typed", "expected"), [
    ("fr", "demain à 10h", "11-28 10:00"), ("fr", "Demain 18h30", "11-28 18:30"),
    ("fr", "dans 2 heures", "11-27 17:30"), ("fr", "après-demain à midi", "11-29 12:00"),
    ("fr", "mardi à 20 heures", "12-01 20:00"), ("fr", "le 3 décembre à 18h", "12-03 18:00"),
    ("fr", "3/12 18:00", "12-03 18:00"), ("fr", "1er mars 2027 9h", "03-01 09:00"),
    ("de", "morgen 10 Uhr", "11-28 10:00"), ("de", "übermorgen um 18.30 Uhr", "11-29 18:30"),
    ("de", "in einer Stunde", "11-27 16:30"), ("de", "am Montag um 20:00 Uhr", "11-30 20:00"),
    ("de", "3.12. 18:00", "12-03 18:00"), ("de", "3. Dezember 18 Uhr", "12-03 18:00"),
    ("de", "gestern", "11-26 15:30"),
    ("es", "mañana a las 10", "11-28 10:00"), ("es", "pasado mañana a las 18:00", "11-29 18:00"),
    ("es", "dentro de 2 horas", "11-27 17:30"), ("es", "el martes a las 20:00", "12-01 20:00"),
    ("es", "3 de diciembre de 2026 a las 18 h", "12-03 18:00"),
    ("pt_BR", "amanhã às 10h", "11-28 10:00"), ("pt_BR", "daqui a 2 horas", "11-27 17:30"),
    ("pt_BR", "segunda-feira às 20h30", "11-30 20:30"), ("pt_BR", "depois de amanhã ao meio-dia", None),
    ("pt_BR", "depois de amanhã, meio-dia", "11-29 12:00"),
    ("it", "domani alle 10", "11-28 10:00"), ("it", "dopodomani alle 18:30", "11-29 18:30"),
    ("it", "fra 2 ore", "11-27 17:30"), ("it", "lunedì alle 20", "11-30 20:00"),
    ("it", "3 dicembre ore 18:00", None), ("it", "il 3 dicembre alle 18:00", "12-03 18:00"),
    ("it", "3/12 18:00", "12-03 18:00"),
    ("ko", "내일 10시", "11-28 10:00"), ("ko", "내일 오후 6시 30분", "11-28 18:30"),
    ("ko", "내일 오후 6시 반에", "11-28 18:30"), ("ko", "2시간 후", "11-27 17:30"),
    ("ko", "1시간 30분 뒤에", "11-27 17:00"), ("ko", "월요일 20:15", "11-30 20:15"),
    ("ko", "12월 3일 18시", "12-03 18:00"),
    ("ja", "明日10時", "11-28 10:00"), ("ja", "明日の午後6時半", "11-28 18:30"),
    ("ja", "2時間後", "11-27 17:30"), ("ja", "30分後に", "11-27 16:00"),
    ("ja", "月曜日の20時15分", "11-30 20:15"), ("ja", "12月3日 18:00", "12-03 18:00"),
])  # fmt: skip
def test_other_languages(language: str, typed: str, expected: str | None) -> None:
    assert read(typed, language) == expected


@for_each("typed", [
    "", "soon", "25:00", "13 pm", "18:00 18:00", "32 December", "in x hours", "in -2 hours", "2026-02-30",
    "at", "5",
])  # fmt: skip
def test_what_is_no_time(typed: str) -> None:
    assert all(read(typed, language) is None for language in LANGUAGES)


@given(st.text(max_size=80), st.sampled_from([*LANGUAGES]))
def test_any_text_is_a_time_or_none(typed: str, language: str) -> None:
    with speaking(LANGUAGES[language]):
        found = moment_typed(typed, NOW, BERLIN)
    assert found is None or found.tzinfo is UTC


def test_a_clock_that_is_put_forward() -> None:
    """2:30 does not exist on the night of the change."""
    before = datetime(2027, 3, 27, 12, tzinfo=BERLIN)
    found = there(moment_typed("tomorrow 2:30", before, BERLIN))
    assert timedelta(hours=13) <= found - before <= timedelta(hours=15)


@for_each("language", forms())
def test_dates_and_times_of_day_are_those_of_cldr(language: Language) -> None:
    """Compared with the edition of CLDR in Babel."""
    with speaking(language):
        for day in (date(2026, 1, 3), date(2026, 11, 27)):
            assert date_written(day) == format_date(day, "long", locale=language.cldr)
        for clock in (time(0, 5), time(9, 0), time(12, 30), time(23, 59)):
            # The halves of a day are the wide ones: short, Korean has AM for 오전.
            pattern = language.time.replace("a", "aaaa")
            assert time_written(clock) == format_time(clock, pattern, locale=language.cldr)


@for_each(("code", "expected"), [
    ("en", "3 January 2026"), ("de", "3. Januar 2026"), ("es", "3 de enero de 2026"), ("ja", "2026年1月3日"),
])  # fmt: skip
def test_a_date_is_written_in_the_language_of_the_reader(code: str, expected: str) -> None:
    with speaking(LANGUAGES[code]):
        assert date_written(date(2026, 1, 3)) == expected


@for_each("code", [code for code in LANGUAGES if code != "en"])
def test_times_to_be_typed_are_in_the_language_of_the_sentence(code: str) -> None:
    """Examples in code are understood as in English, and are not English."""
    checked = 0
    for _, english, text in messages(code):
        with speaking(LANGUAGES[code]):
            wanted, found = ([*map(time_meant, CODE.findall(one))] for one in (english, text))
        assert sorted(filter(None, wanted)) == sorted(filter(None, found)), text
        words = {span for span in CODE.findall(english) if time_meant(span) and re.search("[a-z]", span)}
        assert not words & {*CODE.findall(text)}, text
        checked += len(words)
    assert checked > 3


def time_meant(typed: str) -> str:
    """Return the moment or time limit that a text means; "" for any other text."""
    if not re.search(r"\d", typed):
        return ""
    moment = moment_typed(typed, NOW, BERLIN)
    try:
        return f"{moment or time_typed(typed) or ''}"
    except TimeControlError:
        return ""

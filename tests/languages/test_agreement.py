"""Words of translations that depend on the values beside them: Korean particles, Italian articles, dates."""

from __future__ import annotations

import ast
import re
import unicodedata
from calendar import monthrange
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import pytest

import languages.word_forms
from bot.catalog import GAMES
from bot.ranks.stats.pictures import date_label
from languages import LANGUAGES, Language, count, forms, gettext, speaking
from languages.moments import date_written, moment_typed
from languages.numbers import percent
from languages.word_forms import articles, particles
from release.languages import KEYWORDS, PACKAGES
from release.lock import ROOT
from tests.cases import for_each, there
from tests.languages.test_catalogues import fields, messages

BOTH = "{x}이(가) {x}을(를) {x}은(는) {x}과(와) {x}(으)로"
CLOSED, VOWEL, L = "이 을 은 과 으로", "가 를 는 와 로", "이 을 은 과 로"
DIGITS = "영일이삼사오육칠팔구"
FINALS = [chr(ord("나") + final) for final in range(28)]


def behind(word: str, noun: str = "") -> str:
    """Return a word with each particle, behind a noun if there is one."""
    final = unicodedata.normalize("NFD", noun or word)[-1]
    kind = CLOSED if final >= "\N{HANGUL JONGSEONG KIYEOK}" else VOWEL
    kind = L if final == "\N{HANGUL JONGSEONG RIEUL}" else kind
    return " ".join(f"{word}{noun}{particle}" for particle in kind.split())


@for_each(("value", "like"), [
    *((final, final) for final in FINALS),
    *((digit, name) for digit, name in enumerate(DIGITS)),
    *((10 + digit, name) for digit, name in enumerate("십" + DIGITS[1:])),
    # The examples of the Loanword Orthography, and others.
    *[("gap", "갭"), ("cat", "캣"), ("land", "랜드"), ("zigzag", "그"), ("mask", "크"), ("jazz", "즈")],
    *[("graph", "프"), ("switch", "치"), ("steam", "팀"), ("corn", "콘"), ("ring", "링"), ("hotel", "텔")],
    *[("part", "트"), ("stamp", "프"), ("Jack", "잭"), ("Max", "스"), ("Jeff", "프"), ("Zoë", "이")],
    *[("time", "임"), ("Jane", "인"), ("Nicole", "콜"), ("make", "크"), ("cape", "프")],
    *[("**민준**", "준"), ("**민준**(위치, 4수)", "준"), ("민수 (준)", "수"), ("(준)", "준")],
    *[("[민수](https://example.org/준)", "수"), ("</대국 시작:1>", "작"), ("흑 <:blue:2> 🏆", "흑")],
    ("21%", "트"),
])  # fmt: skip
def test_korean_particles_follow_the_sound(value: object, like: str) -> None:
    assert particles(BOTH, {"x": value}) == behind(like).replace(like, "{x}")
    with speaking(LANGUAGES["ko"]):
        assert gettext(BOTH, x=value) == behind(like).replace(like, str(value))


@for_each("digit", range(10))
@for_each(("mention", "noun"), [("<@1{}>", "님"), ("<@&1{}>", " 역할"), ("<#1{}>", " 채널")])
def test_no_id_decides_a_korean_particle(mention: str, noun: str, digit: int) -> None:
    shown = mention.format(digit)
    for value in (shown, f"**{shown}**", f"🔵 {shown} (7)"):
        assert particles(BOTH, {"x": value}).format(x=value) == behind(value, noun)
    assert particles("**{x}**({y})은(는)", {"x": shown, "y": "12"}) == f"**{{x}}**({{y}}){noun}은"


def test_every_korean_sentence_has_both_particles_behind_a_placeholder() -> None:
    """Behind a number of percent it is always the same, and behind 님 or a noun."""
    one = re.compile(
        r"\{(?!percent|share)\w+\}[*_~`’”]*(?:\((?![으이]\))[^()]*\))?(?:이|가|을|를|은|는|과|와|으?로|이?에요|예요)(?![가-힣(])"
    )
    both = re.compile(r"이\(가\)|을\(를\)|은\(는\)|과\(와\)|와\(과\)|\(으\)로")
    for _, _, text in messages("ko"):
        assert not one.search(text), text
        assert not both.search(particles(text, {})), text


def test_korean_particles_behind_words_to_be_typed_follow_them() -> None:
    """Names of commands, options and values are translated apart from the sentences that mention them."""
    pairs = {
        one: both
        for both, forms in languages.word_forms._FORMS.items()
        for one in forms
        if one and both != "(이)"
    }
    spans = re.compile(rf"`([^`]+)`({'|'.join(sorted(pairs, key=len, reverse=True))})(?![가-힣(])")
    found = 0
    for _, _, text in messages("ko"):
        for span, particle in spans.findall(text):
            found += 1
            assert particles(f"{{x}}{pairs[particle]}", {"x": span}) == f"{{x}}{particle}", text
    assert found > 50


UNITS = ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici"]
TENS = ["dieci", "venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"]


def begun(number: int) -> str:
    """Return the first part of the Italian word for a number."""
    if number >= 1000:
        return "mille" if number < 2000 else begun(number // 1000)
    if number >= 100:
        return "cento" if number < 200 else begun(number // 100)
    teens = {**dict.fromkeys(range(12, 20), "dodici")}
    return UNITS[number] if number < len(UNITS) else teens.get(number) or TENS[number // 10 - 1]


def articles_before(word: str) -> tuple[str, str, str]:
    """Return “the”, “of the” and plural “to the” before an Italian word."""
    if word[0] in "aeiou":
        return "l'", "dell'", "agli "
    return ("lo ", "dello ", "agli ") if word[0] == "z" else ("il ", "del ", "ai ")


@for_each("number", [*range(101), 110, 118, 800, 1000, 1100, 1234, 8000, 11_000, 11_800, 80_000, 110_000])
def test_italian_articles_follow_the_sound_of_a_number(number: int) -> None:
    the, of, to = articles_before(begun(number))
    with speaking(LANGUAGES["it"]):
        for value in (count(number), f"{count(number)} marzo", f"**{count(number)}**", percent(number)):
            written = gettext("il {x}, del {x}, ai {x}, Il **{x}**, nei due {x}, di {x}", x=value)
            assert written == (
                f"{the}{value}, {of}{value}, {to}{value}, {the.capitalize()}**{value}**, "
                f"nei due {value}, di {value}"
            )


@for_each(("rank", "place"), [(1, "al **1º** posto"), (8, "all'**8º** posto"), (11, "all'**11º** posto")])
def test_italian_ordinal_numbers_are_read_as_such(rank: int, place: str) -> None:
    with speaking(LANGUAGES["it"]):
        assert gettext("al **{x}º** posto", x=rank) == place


def test_italian_sides_have_an_article_and_names_have_none() -> None:
    """A board says who has won, by name or by colour."""
    with speaking(LANGUAGES["it"]):
        sides = [side.name for kind in GAMES.values() for side in kind.sides]
        assert {*sides} == {*languages.word_forms._SIDES}
        for side in sides:
            assert gettext("{winner} wins {score}", winner=side, score="40–24") == f"Il {side} vince 40–24"
        assert gettext("{winner} wins {score}", winner="<@1>", score="40–24") == "<@1> vince 40–24"


def test_italian_sentences_leave_the_article_before_a_number_to_the_rule() -> None:
    fixed = re.compile(
        r"(?:\b[Ll]|ll)'[*_~`“(]*\{|\b(?:[Ll]|[Aa]ll|[Dd]all|[Dd]ell|[Nn]ell|[Ss]ull)o [*_~`“(]*\{"
    )
    for _, _, text in messages("it"):
        assert not fixed.search(text), text


@for_each("language", forms())
def test_every_day_is_read_as_it_is_written(language: Language) -> None:
    now = datetime(2025, 6, 1, 12, tzinfo=UTC)
    days = [
        date(2026, month, day) for month in range(1, 13) for day in range(1, monthrange(2026, month)[1] + 1)
    ]
    with speaking(language):
        for day in days:
            found = there(moment_typed(date_written(day), now, ZoneInfo("UTC")))
            assert found.date() == day, date_written(day)


@for_each(("code", "first", "week"), [
    ("fr", "1er mars 2026", "semaine du 1er mars 2026 au 8 mars 2026"),
    ("it", "1º marzo 2026", "settimana dal 1º marzo 2026 all'8 marzo 2026"),
    ("pt_BR", "1º de março de 2026", "semana de 1º de março de 2026 a 8 de março de 2026"),
    ("es", "1 de marzo de 2026", "semana del 1 de marzo de 2026 al 8 de marzo de 2026"),
])  # fmt: skip
def test_the_first_of_a_month_is_an_ordinal_where_people_say_so(code: str, first: str, week: str) -> None:
    with speaking(LANGUAGES[code]):
        days = {"first": date_written(date(2026, 3, 1)), "last": date_written(date(2026, 3, 8))}
        assert days["first"] == first
        assert gettext("week from {first} to {last}", **days) == week


@cache
def values_in_source() -> tuple[tuple[str, str, str], ...]:
    """Return the sentences of the source with each placeholder, and the expression that fills it in."""
    return tuple(_values_in_source())


def _values_in_source() -> Iterator[tuple[str, str, str]]:
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        source = path.read_text("utf-8")
        for call in ast.walk(ast.parse(source)) if any(word in source for word in KEYWORDS) else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS:
                sentences = [one.value for one in call.args if isinstance(one, ast.Constant)]
                for word in call.keywords:
                    yield from (
                        (str(sentence), f"{word.arg}", ast.unparse(word.value)) for sentence in sentences
                    )


def test_days_in_sentences_are_written_in_the_language_of_the_reader() -> None:
    assert [(sentence, value) for sentence, _, value in values_in_source() if value.endswith(".day")] == []
    with speaking(LANGUAGES["fr"]):
        assert date_label(datetime(2026, 3, 1, tzinfo=UTC), timedelta(days=5)) == "1er mars"


@pytest.mark.long
def test_no_italian_article_is_before_a_moment_that_discord_writes() -> None:
    """Only the reader's client knows the first digit."""
    by_discord = re.compile(r"format_dt\(|in_words\(|countdown\(|<t:")
    moments = {(sentence, name) for sentence, name, value in values_in_source() if by_discord.search(value)}
    assert len(moments) > 5
    for _, english, text in messages("it"):
        for name in fields(english):
            if (english, name) in moments:
                assert articles(text, {name: "8"}) == text

"""Times as people type them, in their language or in English, and dates as they read them.

>>> from datetime import timezone
>>> now = datetime(2026, 11, 27, 15, 30, tzinfo=timezone.utc)
>>> f"{moment_typed('tomorrow 10 am', now, ZoneInfo('UTC')):%d.%m. %H:%M}"
'28.11. 10:00'
>>> moment_typed("soon", now, ZoneInfo("UTC")) is None
True
>>> date_written(now), time_written(now)
('27 November 2026', '15:30')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from languages import ENGLISH, current
from languages.typed import folded

MAX_LENGTH = 60
"""Characters of a typed time; longer ones are no time."""

_STAMP = re.compile(r"<t:(-?\d{1,11})(?::[a-z])?>")
_ISO_DATE = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})t?(?!\d)")
_EAST_ASIAN_DATE = re.compile("(?:(\\d{4})[年년] ?)?(\\d{1,2})[月월] ?(\\d{1,2})[日일]")
_NUMBERED_DATE = re.compile(r"(?<!\d)(\d{1,2})([./])(\d{1,2})(?:\2(\d{4})?)?(?!\d)")
_DAY_OF_MONTH = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th|er|o|°)?")

_CLOCKS = (
    re.compile(r"(?<!\d)(?P<hour>\d{1,2}):(?P<minute>\d{2})(?: ?(?P<half>[ap])\.?m\b\.?| ?(?:uhr|h)\b)?"),
    re.compile(r"(?<!\d)(?P<hour>\d{1,2})\.(?P<minute>\d{2}) ?(?:uhr|h)\b"),
    re.compile(r"(?<!\d)(?P<hour>\d{1,2}) ?(?P<half>[ap])\.?m\b\.?"),
    re.compile(
        r"(?<!\d)(?P<hour>\d{1,2}) ?(?:heures?|horas?|or[ae]|o'clock|uhr|h)(?: ?(?P<minute>\d{2}))?(?!\w)"
    ),
    re.compile(
        "(?P<half_before>午前|午後|오전|오후)? ?(?P<hour>\\d{1,2})(?:時(?!間)|시(?!간))"
        " ?(?:(?P<minute>\\d{1,2})[分분]|(?P<half_past>[半반]))?"
    ),
)
"""Times of day; a bare number is one only behind a day."""

_HALVES = {"午前": "a", "午後": "p", "오전": "a", "오후": "p"}

_BARE_HOUR = re.compile(r"(?<!\S)(?P<hour>\d{1,2})$")
_AND = frozenset(["and", "et", "und", "y", "e", "ed"])


@dataclass(frozen=True, slots=True)
class _Words:
    """A language's words for times, folded.

    `days` are counted from today; `weekdays` begin on Monday; of month names, the first letters are enough.
    """

    days: Mapping[str, int]
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    units: Mapping[str, timedelta]
    before_amount: tuple[str, ...]
    after_amount: tuple[str, ...] = ()
    fillers: frozenset[str] = frozenset()
    hours: Mapping[str, int] = field(default_factory=dict)
    one: frozenset[str] = frozenset()
    month_first: bool = False


def _units(minutes: str, hours: str, days: str, weeks: str) -> dict[str, timedelta]:
    """Map words for units, separated by spaces, to their durations."""
    durations = (timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta(weeks=1))
    return {
        word: duration
        for words, duration in zip((minutes, hours, days, weeks), durations, strict=True)
        for word in words.split()
    }


_WORDS = {
    "en": _Words(
        {"today": 0, "tomorrow": 1, "yesterday": -1},
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
        _units("m min mins minute minutes", "h hr hrs hour hours", "d day days", "week weeks"),
        ("in",),
        ("from now", "later"),
        frozenset(["at", "on", "the", "next", "this", "of"]),
        {"noon": 12, "midday": 12, "midnight": 0},
        frozenset(["a", "an", "one"]),
        month_first=True,
    ),
    "fr": _Words(
        {"aujourd'hui": 0, "demain": 1, "apres-demain": 2, "apres demain": 2, "hier": -1},
        ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
        ("jan", "fev", "mar", "avr", "mai", "juin", "juil", "aou", "sep", "oct", "nov", "dec"),
        _units("m min minute minutes", "h heure heures", "j jour jours", "semaine semaines"),
        ("dans", "d'ici"),
        (),
        frozenset(["a", "le", "la", "les", "ce", "prochain"]),
        {"midi": 12, "minuit": 0},
        frozenset(["un", "une"]),
    ),
    "de": _Words(
        {"heute": 0, "morgen": 1, "ubermorgen": 2, "uebermorgen": 2, "gestern": -1},
        ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"),
        ("jan", "feb", "mar", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"),
        _units("m min minute minuten", "h std stunde stunden", "tag tage tagen", "woche wochen"),
        ("in",),
        ("ab jetzt", "spater"),
        frozenset(["um", "am", "den", "der", "gegen", "nachsten", "kommenden"]),
        {"mittag": 12, "mitternacht": 0},
        frozenset(["ein", "eine", "einer", "einem"]),
    ),
    "es": _Words(
        {"hoy": 0, "manana": 1, "pasado manana": 2, "ayer": -1},
        ("lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"),
        ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"),
        _units("m min minuto minutos", "h hora horas", "dia dias", "semana semanas"),
        ("en", "dentro de"),
        (),
        frozenset(["a", "la", "las", "el", "los", "de", "proximo"]),
        {"mediodia": 12, "medianoche": 0},
        frozenset(["un", "una"]),
    ),
    "pt_BR": _Words(
        {"hoje": 0, "amanha": 1, "depois de amanha": 2, "ontem": -1},
        ("segunda", "terca", "quarta", "quinta", "sexta", "sabado", "domingo"),
        ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"),
        _units("m min minuto minutos", "h hora horas", "dia dias", "semana semanas"),
        ("em", "daqui a", "dentro de"),
        (),
        frozenset(["a", "as", "o", "os", "na", "no", "de", "dia", "proxima", "proximo", "feira"]),
        {"meio-dia": 12, "meio dia": 12, "meia-noite": 0, "meia noite": 0},
        frozenset(["um", "uma"]),
    ),
    "ja": _Words(
        {"今日": 0, "本日": 0, "明日": 1, "あした": 1, "あす": 1, "明後日": 2, "あさって": 2, "昨日": -1},
        ("月曜", "火曜", "水曜", "木曜", "金曜", "土曜", "日曜"),
        (),
        _units("分", "時間", "日", "週間"),
        (),
        ("後", "後に"),
        frozenset(["の", "に", "から", "日"]),
        {"正午": 12, "真夜中": 0},
        month_first=True,
    ),
    "it": _Words(
        {"oggi": 0, "domani": 1, "dopodomani": 2, "ieri": -1},
        ("lunedi", "martedi", "mercoledi", "giovedi", "venerdi", "sabato", "domenica"),
        ("gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"),
        _units("m min minuto minuti", "h ora ore", "giorno giorni", "settimana settimane"),
        ("in", "fra", "tra"),
        (),
        frozenset(["a", "alle", "le", "il", "l'", "del", "di", "prossimo", "prossima"]),
        {"mezzogiorno": 12, "mezzanotte": 0},
        frozenset(["un", "uno", "una", "un'"]),
    ),
    "ko": _Words(
        {"오늘": 0, "내일": 1, "모레": 2, "어제": -1},
        ("월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"),
        (),
        _units("분", "시간", "일", "주 주일"),
        (),
        ("후", "뒤", "후에", "뒤에"),
        frozenset(["에", "다음", "이번"]),
        {"정오": 12, "자정": 0},
        month_first=True,
    ),
}


_PATTERN = re.compile(r"'(?P<quoted>[^']*)'|(?P<letter>[A-Za-z])(?P=letter)*")
"""The parts of a pattern of CLDR that stand for something: quoted words and fields."""


_FIRST_OF_MONTH = {"fr": "1er", "it": "1º", "pt_BR": "1º"}
"""The first of a month where it is an ordinal number, which patterns of CLDR can't say.

Sources, on dates: Lexique des règles typographiques en usage à l'Imprimerie nationale; Serianni,
Grammatica italiana, IV 60; Manual de Redação da Presidência da República.
"""


def day_of_month(day: date) -> str:
    """Write the number of a day in its month as the reader's language does: “31”, “1er”."""
    return _FIRST_OF_MONTH.get(current().code, "1") if day.day == 1 else f"{day.day}"


def date_written(day: date) -> str:
    """Write a day as the reader's language does: “27 November 2026”, “2026年11月27日”."""
    fields = {"y": f"{day.year}", "M": f"{day.month}", "d": day_of_month(day), "dd": f"{day.day:02}"}
    months = current().months or ENGLISH.months
    return _filled(current().date, fields | {"MM": f"{day.month:02}", "MMMM": months[day.month - 1]})


def day_written(day: str) -> str:
    """Write a day in ISO format as the reader's language does."""
    return date_written(date.fromisoformat(day))


def time_written(moment: datetime | time) -> str:
    """Write a time of day as the reader's language does: “15:30”, “오후 3:30”."""
    hour, twelve = moment.hour, moment.hour % 12 or 12
    fields = {"H": f"{hour}", "HH": f"{hour:02}", "h": f"{twelve}", "hh": f"{twelve:02}"}
    half = current().halves[hour >= 12]
    return _filled(current().time, fields | {"mm": f"{moment.minute:02}", "a": half})


def _filled(pattern: str, fields: Mapping[str, str]) -> str:
    def part(match: re.Match[str]) -> str:
        quoted = match["quoted"]
        return fields[match[0]] if quoted is None else quoted

    return _PATTERN.sub(part, pattern)


def moment_typed(typed: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """Return the moment that a person typed, which may be past; None if it can't be read.

    A time of day without a day is the next one, a day without a time of day the present one.
    """
    if len(typed) > MAX_LENGTH:
        return None
    text = folded(typed)
    stamp = _STAMP.fullmatch(text)
    try:
        if stamp is not None:
            return datetime.fromtimestamp(int(stamp[1]), UTC)
        for language in dict.fromkeys((current(), ENGLISH)):
            words = _WORDS.get(language.code, _WORDS[ENGLISH.code])
            duration = _duration(text, words)
            moment = _on_day(text, words, now.astimezone(zone)) if duration is None else now + duration
            if moment is not None:
                return moment.astimezone(UTC)
    except (OverflowError, OSError, ValueError):
        # No such day, or one that no clock reaches.
        return None
    return None


def _duration(text: str, words: _Words) -> timedelta | None:
    """Return what `in 2 hours` says; None for any other text."""
    rest = next((text[len(word) :] for word in words.before_amount if text.startswith(f"{word} ")), None)
    if rest is None:
        rest = next((text.removesuffix(word) for word in words.after_amount if text.endswith(word)), None)
    if rest is None or not re.fullmatch(r"[\w ]+", rest):
        return None
    total, amount, last = timedelta(), None, timedelta()
    for token in re.findall(r"\d+|[^\W\d_]+", rest):
        if amount is None and (token.isdecimal() or token in words.one):
            amount = int(token) if token.isdecimal() else 1
        elif amount is not None and token in words.units:
            last = words.units[token]
            total, amount = total + amount * last, None
        elif token not in _AND:
            return None
    if amount is not None:
        # As in “2h30”.
        if last != timedelta(hours=1):
            return None
        total += timedelta(minutes=amount)
    return total


def _on_day(text: str, words: _Words, now: datetime) -> datetime | None:
    """Return the time of day and the day that a text says, by a clock of its zone; None for anything else."""
    clock, text = _without_clock(text.replace(",", " "), words)
    day, text = _without_day(text, words, now.date())
    weekday = None
    if day is None:
        names = {name: number for number, name in enumerate(words.weekdays)}
        names |= {name[:3]: number for name, number in names.items() if name.isascii()}
        weekday, text = _without_phrase(text, names)
    if clock is None and (day is not None or weekday is not None):
        bare = _BARE_HOUR.search(text.rstrip())
        if bare is not None:
            clock, text = time(int(bare["hour"])), text[: bare.start()]
    fillers = dict.fromkeys(words.fillers, 0)
    filler: int | None = 0
    while filler is not None:
        filler, text = _without_phrase(text, fillers)
    if text.strip(" .-") or (clock is None and day is None and weekday is None):
        return None
    clock = clock or now.time().replace(second=0, microsecond=0)
    if day is None and weekday is not None:
        day = now.date() + timedelta(days=(weekday - now.weekday()) % 7)
    moment = datetime.combine(day or now.date(), clock, now.tzinfo)
    if moment <= now and weekday is not None:
        return moment + timedelta(weeks=1)
    return moment + timedelta(days=1) if moment <= now and day is None else moment


def _without_clock(text: str, words: _Words) -> tuple[time | None, str]:
    """Return the time of day in a text, and the rest. Raises ValueError for an impossible one."""
    hour, rest = _without_phrase(text, words.hours)
    if hour is not None:
        return time(hour), rest
    for pattern in _CLOCKS:
        match = pattern.search(text)
        if match is None:
            continue
        parts = match.groupdict()
        hour = int(parts["hour"])
        minute = 30 if parts.get("half_past") else int(parts.get("minute") or 0)
        half = _HALVES.get(parts.get("half_before") or "", parts.get("half"))
        if half is not None:
            if hour > 12:
                raise ValueError(f"{hour} {half}m is no time")
            hour = hour % 12 + 12 * (half == "p")
        return time(hour, minute), f"{text[: match.start()]} {text[match.end() :]}"
    return None, text


def _without_day(text: str, words: _Words, today: date) -> tuple[date | None, str]:
    """Return the day in a text, and the rest. Raises ValueError for an impossible one."""
    for pattern in (_ISO_DATE, _EAST_ASIAN_DATE):
        if match := pattern.search(text):
            day = _day(match[1], int(match[2]), int(match[3]), today)
            return day, text[: match.start()] + text[match.end() :]
    if match := _NUMBERED_DATE.search(text):
        first, second = int(match[1]), int(match[3])
        if match[2] == "/" and words.month_first:
            first, second = second, first
        return _day(match[4], second, first, today), text[: match.start()] + text[match.end() :]
    offset, rest = _without_phrase(text, words.days)
    if offset is not None:
        return today + timedelta(days=offset), rest
    return _without_named_month(text, words, today)


def _without_named_month(text: str, words: _Words, today: date) -> tuple[date | None, str]:
    """Return a day such as `3 December`, `December 3rd` or `3 de diciembre de 2026`, and the rest."""
    tokens = text.split()
    for place, token in enumerate(tokens):
        month = next((n for n, name in enumerate(words.months, 1) if token.startswith(name)), None)
        if month is None or token in words.weekdays:
            continue
        before = place - 2 if place > 1 and tokens[place - 1] == "de" else place - 1
        for number in (before, place + 1):
            match = _DAY_OF_MONTH.fullmatch(tokens[number]) if 0 <= number < len(tokens) else None
            if match is None:
                continue
            used = {number, place}
            after = next((n for n in range(place + 1, len(tokens)) if tokens[n] != "de"), len(tokens))
            after += after == number
            year = tokens[after] if after < len(tokens) and re.fullmatch(r"\d{4}", tokens[after]) else None
            if year is not None:
                used.add(after)
            rest = " ".join(token for n, token in enumerate(tokens) if n not in used)
            return _day(year, month, int(match[1]), today), rest
    return None, text


def _day(year: str | None, month: int, day: int, today: date) -> date:
    """Return a date; without a year, the next one."""
    if year is not None:
        return date(int(year), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year >= today else date(today.year + 1, month, day)


def _without_phrase(text: str, phrases: Mapping[str, int]) -> tuple[int | None, str]:
    """Return the number of the longest phrase in a text, and the rest; Japanese has no spaces."""
    for phrase in sorted(phrases, key=len, reverse=True):
        bounded = re.escape(phrase)
        match = re.search(rf"(?<!\w){bounded}(?!\w)" if phrase.isascii() else bounded, text)
        if match is not None:
            return phrases[phrase], f"{text[: match.start()]} {text[match.end() :]}"
    return None, text

"""Settings: defaults, ranges, unknown names, and sentences about mistakes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from bot.core.errors import SettingsError
from bot.events.host_settings import MatchSettings
from bot.hosting.host_settings import BackupSettings
from bot.play.games.host_settings import GameSettings
from bot.settings.declared import SettingsGroup, declared
from bot.settings.machine import available_cores
from bot.settings.settings import Settings, load, names, read_shares
from data import Share
from data.games.limits import FairUseBounds, SelfPlayBounds
from tests.cases import for_each

pytestmark = pytest.mark.usefixtures("bare_environment")

EXAMPLE = Path(__file__).parents[3] / ".env.example"
FAKE = "MTIz" + ".not.secret"
LINE = re.compile(r"(?:# )?([A-Z_]+)=(.*)")


def written(text: str, encoding: str = "utf-8") -> Path:
    path = Path("some.env")
    path.write_bytes(text.encode(encoding))
    return path


def test_everything_has_a_default_but_the_token() -> None:
    settings = load()
    assert settings.database_url == "sqlite:///flipfour.db"
    assert (settings.move_seconds, settings.background_seconds) == (10.0, 20.0)
    assert (settings.review_seconds, settings.analysis_seconds) == (20.0, 10.0)
    assert settings.workers == available_cores()
    assert (settings.log_level, settings.log_format) == ("info", "text")
    assert settings.discord_token is None
    assert load(written("FLIPFOUR_MOVE_SECONDS=\nDATABASE_URL=\nDISCORD_TOKEN=\n")) == Settings()
    others = "TZ=Europe/Rome\nCOMPOSE_PROJECT_NAME=x\nGRAFANA_PASSWORD=x\nNUMBA_CACHE_DIR=/tmp\n"
    assert load(written(others)) == Settings()
    assert load(written(f"DISCORD_TOKEN={FAKE}\n", encoding="utf-8-sig")).token == FAKE


def test_the_default_file_is_read_and_its_token_not_printed() -> None:
    Path(".env").write_text("FLIPFOUR_MOVE_SECONDS=2.5\nFLIPFOUR_SEARCH_WORKERS=3\n", encoding="utf-8")
    settings = load()
    assert (settings.move_seconds, settings.workers) == (2.5, 3)
    settings = load(written(f"DISCORD_TOKEN= {FAKE} \n"))
    assert settings.token == FAKE
    assert FAKE not in f"{settings!r} {settings}"


def test_the_environment_wins_over_the_file_and_arguments_over_both(monkeypatch: pytest.MonkeyPatch) -> None:
    path = written("FLIPFOUR_MOVE_SECONDS=2\nFLIPFOUR_BACKUP_HOURS=2\nFLIPFOUR_LOG_LEVEL=debug\n")
    monkeypatch.setenv("FLIPFOUR_BACKUP_HOURS", "3")
    monkeypatch.setenv("FLIPFOUR_LOG_LEVEL", "error")
    settings = load(path, log_level="warning")
    assert (settings.move_seconds, settings.log_level) == (2.0, "warning")
    assert settings.of(BackupSettings).backup_hours == 3.0


def test_addresses_of_the_api_and_the_database() -> None:
    """The former may include its version; what is wrong with the latter is told without its password."""
    for given in ("http://proxy:8080/api", "http://proxy:8080/api/v10/"):
        assert load(written(f"DISCORD_API={given}\n")).discord_api == "http://proxy:8080/api"
    for value in ("mysql://me:hidden@host/x", "me:hidden@host", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(SettingsError, match=r"^DATABASE_URL ") as wrong:
            load(written(f"DATABASE_URL={value}\n"))
        assert "hidden" not in str(wrong.value)
        assert "Value" not in str(wrong.value)


@for_each(
    ("name", "value", "advice"),
    *(("FLIPFOUR_MOVE_SECONDS", value, "a number from 0.1 to 60") for value in ("0", "60.5", "nan", "soon")),
    *(("FLIPFOUR_SEARCH_WORKERS", value, "a whole number from 0 to 256") for value in ("-1", "257", "1.5")),
    *(("FLIPFOUR_MEMORY_MB", value, "") for value in ("-1", "262145")),
    *(("FLIPFOUR_BACKGROUND_SECONDS", value, "") for value in ("-1", "121")),
    *(("DISCORD_API", value, "") for value in ("localhost:8080", "ftp://localhost/api")),
    *(("SEARCH_BACKEND", value, "") for value in ("localhost:8786", "dask://host:port")),
    ("SEARCH_BACKEND", "host", "the address of a Dask scheduler, such as dask://host:8786"),
    ("FLIPFOUR_LOG_LEVEL", "loud", "debug, info, warning or error"),
    ("FLIPFOUR_LOG_FORMAT", "xml", "text or json"),
    ("FLIPFOUR_ALERTS_TO", "@me", "the numeric ids of Discord users, separated by commas"),
    ("FLIPFOUR_HEALTH_ADDRESS", "http://here:80", "an address of this machine without a port"),
    ("FLIPFOUR_CONTACT", "x" * 201, "at most 200 characters"),
)
def test_an_invalid_value_is_reported_with_what_to_write(name: str, value: str, advice: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        load(written(f"{name}={value}\n"))
    said = str(wrong.value)
    assert said.startswith(f"{name}={value[:40]}")
    assert f" is not valid: use {advice}" in said.removeprefix(f"{name}={value[:40]}")
    assert "\n" not in said


WRONG = (
    *("0x10", "-1", "1e99", "nan", "five", "10 s", "1,5"),
    *("!", "a b", "http://", "[", "{x", "(?", "~nobody/x"),
)
"""Inputs that hardly any setting takes."""


@for_each("field", sorted(names()))
def test_no_error_has_words_of_the_validator(field: str) -> None:
    name = names()[field]
    for value in WRONG:
        try:
            load(written(f"{name}='{value}'\n"))
        except SettingsError as error:
            said = str(error)
            assert said.startswith(name)
            assert not re.search(
                r"input|pattern|parse|valid (integer|number|string)|\^|\\\\d|value error", said.lower()
            )
            assert len(said) > len(f"{name}={value} is not valid: ")


@pytest.mark.parametrize("value", ["INFO", " Info ", "'info'", '"INFO"'])
def test_case_blanks_and_quotes_do_not_matter(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLIPFOUR_LOG_LEVEL", value)
    monkeypatch.setenv("FLIPFOUR_MOVE_SECONDS", f" '{3}' ")
    settings = load()
    assert (settings.log_level, settings.move_seconds) == ("info", 3.0)


@for_each(
    ("line", "hint"),
    ("FLIPFOUR_MOVE_SECOND=5", "did you mean FLIPFOUR_MOVE_SECONDS?"),
    ("FLIPFOUR_DATABASE_URL=x", "did you mean DATABASE_URL?"),
    ("FLIPFOUR_TOKEN_FILE=x", "did you mean DISCORD_TOKEN_FILE?"),
    ("FLIPFOUR_TAKE_OVER=yes", "docs/settings.md lists them all"),
    ("FLIPFOUR_XYZ=1", "docs/settings.md lists them all"),
)
def test_an_unknown_name_with_our_prefix_gets_the_nearest_known_one(line: str, hint: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        load(written(f"{line}\n"))
    name = line.partition("=")[0]
    assert str(wrong.value).startswith(f"{name} in some.env is not a setting: ")
    if "did you" in hint:
        assert str(wrong.value).endswith(hint)


def test_a_missing_token_says_where_to_get_one_or_what_may_be_a_misspelt_one() -> None:
    for text in ("", "DISCORD_TOKEN=\n", "DISCORD_TOKEN='  '\n"):
        with pytest.raises(
            SettingsError, match=r"^DISCORD_TOKEN is not set: copy \.env\.example .*Reset Token"
        ):
            _ = load(written(text)).token
    for name in ("DISCORD_TOKN", "DISCORD_BOT_TOKEN", "BOT_TOKEN"):
        misspelt = rf"^DISCORD_TOKEN is not set \(but {name} is, in some\.env\): copy"
        with pytest.raises(SettingsError, match=misspelt):
            _ = load(written(f"{name}=x\n")).token


def test_unknown_and_misspelt_names_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEM", "x")
    with pytest.raises(SettingsError, match=r"\(but DISCORD_TOKEM is, in the environment\)"):
        _ = load().token
    monkeypatch.setenv("FLIPFOUR_WORKERS", "2")
    monkeypatch.setenv("ANOTHER_PROGRAMS", "2")
    with pytest.raises(SettingsError, match=r"FLIPFOUR_WORKERS in the environment .*FLIPFOUR_SEARCH_WORKERS"):
        load()


def test_a_file_must_exist_be_named_so_and_be_text() -> None:
    Path("folder").mkdir()
    for name in ("nowhere.env", "folder"):
        with pytest.raises(SettingsError, match=f"^{re.escape(name)} is not a file"):
            load(Path(name))
    Path(".env.txt").write_text("DISCORD_TOKEN=x\n")
    with pytest.raises(SettingsError, match=r"there is \.env\.txt: rename it to \.env"):
        _ = load().token
    with pytest.raises(SettingsError, match=r"^some\.env is not UTF-8 text"):
        load(written("DISCORD_TOKEN=x\n", encoding="utf-16"))


def test_the_example_is_a_file_that_works_and_shows_defaults() -> None:
    assert load(EXAMPLE) == Settings()
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    shown = {match[1]: match[2] for line in lines if (match := LINE.fullmatch(line))}
    assert set(shown) < set(names().values())
    assert load(written("".join(f"{name}={value}\n" for name, value in shown.items()))) == Settings()


def test_settings_do_not_change_and_follow_each_other() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().move_seconds = 3.0
    settings = Settings(background_seconds=0)
    assert (settings.review_seconds, settings.analysis_seconds) == (5.0, 2.5)
    assert Settings().of(GameSettings).fair_use == FairUseBounds()
    assert Settings().of(MatchSettings).self_play == SelfPlayBounds()
    assert Settings(challenges_person=4).of(GameSettings).fair_use.questions_person == 6


def test_no_two_features_declare_the_same_name() -> None:
    """One of them would be read for both, and a check with the name of another would never run."""
    kinds = (Settings, *declared())
    assert len(kinds) > 5
    given = Counter(name for kind in kinds for name in {*vars(kind), *kind.__annotations__})
    common = set(dir(SettingsGroup)) | {"section", "in_example"}
    assert [name for name, times in given.items() if times > 1 and name not in common] == []


@for_each(
    ("text", "shares"),
    ("", ()),
    ("0-3/16", (Share(0, 3, 16),)),
    ("5/16", (Share(5, 5, 16),)),
    ("any 2/5", (Share(0, 1, 5), Share(2, 3, 5), Share(4, 4, 5))),
    (" any 4/4 ", (Share(0, 3, 4),)),
)
def test_valid_shares(text: str, shares: tuple[Share, ...]) -> None:
    assert read_shares(text) == shares


@for_each("text", ["all", "4-2/16", "0-16/16", "any 0/4", "any 5/4", "1/0", "0-3", "-1/4"])
def test_invalid_shares(text: str) -> None:
    with pytest.raises(ValueError, match="write shards like 0-3/16"):
        read_shares(text)


def test_shards_as_settings() -> None:
    assert Settings().shares == ()
    assert Settings(shards="0/1").shares == ()
    assert Settings(shards="0-3/16", take_over=True).shares == (Share(0, 3, 16),)
    for wrong in ({"shards": "x"}, {"take_over": True}, {"shards": "any 4/16", "take_over": True}):
        with pytest.raises(ValueError, match="shards"):
            Settings(**wrong)


@for_each(
    "form", "{}: hidden", "{}:hidden", "\"{}\": 'hidden'", "  {} hidden", "export {}='hidden\nTZ=x", "{}: a=b"
)
@for_each("field", [*sorted(names()), "discord_token_file"])
def test_another_form_gets_one_sentence(form: str, field: str, caplog: pytest.LogCaptureFixture) -> None:
    name = names().get(field, field.upper())
    with pytest.raises(SettingsError) as wrong:
        load(written(form.format(name)), to_run=field.startswith("discord_token"))
    assert str(wrong.value) == f"{name} in some.env cannot be read: write {name}=value, and close quotes"
    assert caplog.text == ""


def test_all_kinds_of_mistakes_are_told_in_one_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLIPFOUR_WORKRS:hidden", "hidden")
    lines = (
        "FLIPFOUR_MOVE_SECOND=1",
        "FLIPFOUR_HEALTH_PORT=x",
        "FLIPFOUR_LOG_FORMAT: json",
        "FLIPFOUR_LOG_LEVEL=y",
        "FLIPFOUR_SENTRY_DSN_FILE=nowhere",
        "FLIPFOUR_LINKED_ROLES_URL=https://flipfour.example.org",
    )
    with pytest.raises(SettingsError) as wrong:
        load(written("\n".join(lines)), to_run=True)
    told = str(wrong.value).split("; ")
    assert [fault.split()[0].partition("=")[0] for fault in told] == [
        *("FLIPFOUR_MOVE_SECOND", "FLIPFOUR_WORKRS", "FLIPFOUR_LOG_FORMAT", "FLIPFOUR_SENTRY_DSN_FILE"),
        *("FLIPFOUR_HEALTH_PORT", "FLIPFOUR_LOG_LEVEL", "DISCORD_TOKEN", "FLIPFOUR_LINKED_ROLES_URL"),
    ]
    assert "hidden" not in str(wrong.value)


def test_what_is_wrong_is_not_told_to_be_missing() -> None:
    """The token, which cannot be read, may be there, and the port may be another one."""
    text = (
        "DISCORD_TOKEN_FILE=nowhere\nFLIPFOUR_WEB_URL=https://a.example\n"
        "FLIPFOUR_WEB_PORT=x\nFLIPFOUR_HEALTH_PORT=8090"
    )
    with pytest.raises(SettingsError) as wrong:
        load(written(text), to_run=True)
    assert [fault.split()[0] for fault in str(wrong.value).split("; ")] == [
        "DISCORD_TOKEN_FILE",
        "FLIPFOUR_WEB_PORT=x",
    ]
